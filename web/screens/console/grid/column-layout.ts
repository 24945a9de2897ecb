/** How a librarian has arranged the columns of a grid. */
export type ColumnLayout = {
  /** All columns in their order; one that is not named is at its usual place. */
  order: readonly string[];
  hidden: readonly string[];
  /** In pixels. */
  widths: Readonly<Record<string, number>>;
};

export const usualLayout: ColumnLayout = { order: [], hidden: [], widths: {} };

type Column = { key: string };

/** All columns as they are arranged, those that are hidden among them. */
export function inOrder<C extends Column>(columns: readonly C[], { order }: ColumnLayout): C[] {
  const known = order.filter((key) => columns.some((column) => column.key === key));
  const ordered = known.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  // A column that came with a new version follows the one that it usually follows.
  for (const [at, column] of columns.entries()) {
    if (known.includes(column.key)) continue;
    const before = columns[at - 1]?.key;
    ordered.splice(ordered.findIndex(({ key }) => key === before) + 1, 0, column);
  }
  return ordered;
}

export function shownColumns<C extends Column>(columns: readonly C[], layout: ColumnLayout): C[] {
  return inOrder(columns, layout).filter(({ key }) => !layout.hidden.includes(key));
}

/** A column goes to the place of another, which makes way. */
export function moved(
  columns: readonly Column[],
  layout: ColumnLayout,
  key: string,
  target: string,
): ColumnLayout {
  const order = inOrder(columns, layout).map((column) => column.key);
  const to = order.indexOf(target);
  if (to === -1 || !order.includes(key)) return layout;
  return { ...layout, order: order.filter((one) => one !== key).toSpliced(to, 0, key) };
}

export function withHidden(layout: ColumnLayout, key: string, hidden: boolean): ColumnLayout {
  const others = layout.hidden.filter((one) => one !== key);
  return { ...layout, hidden: hidden ? [...others, key] : others };
}

export function written(layout: ColumnLayout): string {
  return JSON.stringify(layout);
}

/** What was written down; the usual layout where that is damaged. */
export function readLayout(text: string | null): ColumnLayout {
  try {
    const { order, hidden, widths } = JSON.parse(text ?? '') as Partial<ColumnLayout>;
    const keys = (list: unknown) =>
      Array.isArray(list) ? list.filter((key) => typeof key === 'string') : [];
    const sizes = Object.entries(widths ?? {}).filter(([, width]) => Number(width) > 0);
    return { order: keys(order), hidden: keys(hidden), widths: Object.fromEntries(sizes) };
  } catch {
    return usualLayout;
  }
}
