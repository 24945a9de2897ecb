import { type FurnitureChange, type RedlineChange } from '#contract/redline.ts';

export type ChangeOrder = 'importance' | 'text';
type Kind = RedlineChange['kind'];

/** What the list shows: which kinds, and in which order. */
export type Arrangement = { order: ChangeOrder; hidden: ReadonlySet<Kind> };

/** A line of the list. */
export type Row =
  | { type: 'part'; title: string; count: number }
  | { type: 'clause'; title: string }
  | { type: 'change'; change: RedlineChange; position: number }
  | { type: 'furniture'; furniture: FurnitureChange };

/** The changes that are shown, in the order in which one goes through them. */
export function arranged(
  changes: readonly RedlineChange[],
  { order, hidden }: Arrangement,
): RedlineChange[] {
  const shown = changes.filter(({ kind }) => !hidden.has(kind)).toSorted((a, b) => a.id - b.id);
  if (order === 'text') return shown;
  return [...shown.filter(weighsMore), ...shown.filter((change) => !weighsMore(change))];
}

/** How many changes there are of each kind. */
export function countsOf(changes: readonly RedlineChange[]): Map<Kind, number> {
  const counts = new Map<Kind, number>();
  for (const { kind } of changes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** The arranged changes below the headings of their clauses; page furniture comes last, once. */
export function rowsOf(
  shown: readonly RedlineChange[],
  order: ChangeOrder,
  furniture: readonly FurnitureChange[],
): Row[] {
  const rows: Row[] = [];
  const heavy = shown.filter(weighsMore).length;
  const parts =
    order === 'text'
      ? [{ title: null, changes: shown }]
      : [
          { title: 'Numbers and obligations', changes: shown.slice(0, heavy) },
          { title: 'Other changes', changes: shown.slice(heavy) },
        ];
  let position = 0;
  for (const { title, changes } of parts) {
    if (title !== null && changes.length > 0) {
      rows.push({ type: 'part', title, count: changes.length });
    }
    let clause: string | null | undefined;
    for (const change of changes) {
      if (change.clause !== clause) {
        clause = change.clause;
        rows.push({ type: 'clause', title: clause ?? 'Before the first clause' });
      }
      rows.push({ type: 'change', change, position: ++position });
    }
  }
  if (furniture.length > 0) {
    rows.push({ type: 'part', title: 'Headers, footers, watermarks', count: furniture.length });
    for (const one of furniture) rows.push({ type: 'furniture', furniture: one });
  }
  return rows;
}

/** The next change in this direction, and around at the ends; from none, the first or the last. */
export function changeAfter(
  shown: readonly RedlineChange[],
  id: number | null,
  steps: 1 | -1,
): RedlineChange | undefined {
  const at = shown.findIndex((change) => change.id === id);
  if (at >= 0) return shown.at((at + steps) % shown.length);
  if (id === null) return shown.at(steps > 0 ? 0 : -1);
  // It is filtered out: go on from where it would be in the text.
  const inText = shown.toSorted((a, b) => a.id - b.id);
  return steps > 0
    ? (inText.find((change) => change.id > id) ?? inText[0])
    : (inText.findLast((change) => change.id < id) ?? inText.at(-1));
}

function weighsMore({ weight }: RedlineChange): boolean {
  return weight === 'number' || weight === 'obligation';
}
