/** A cell by its place: the index of its row, and of its column among those that are shown. */
export type Spot = { row: number; column: number };

/** Cells that were chosen together: from the one where it began to the one where it went. */
export type CellRange = { anchor: Spot; head: Spot };

export type Rectangle = { top: number; bottom: number; left: number; right: number };

export function rectangleOf({ anchor, head }: CellRange): Rectangle {
  return {
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  };
}

export function contains({ top, bottom, left, right }: Rectangle, { row, column }: Spot): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

export function isSingle({ top, bottom, left, right }: Rectangle): boolean {
  return top === bottom && left === right;
}

/** Where an arrow key takes the far corner of a range; to the edge of the sheet with Ctrl. */
export function movedBy(key: string, from: Spot, last: Spot, toEdge: boolean): Spot | null {
  const step = toEdge ? Infinity : 1;
  const clamp = (at: number, most: number) => Math.max(0, Math.min(most, at));
  switch (key) {
    case 'ArrowUp':
      return { ...from, row: clamp(from.row - step, last.row) };
    case 'ArrowDown':
      return { ...from, row: clamp(from.row + step, last.row) };
    case 'ArrowLeft':
      return { ...from, column: clamp(from.column - step, last.column) };
    case 'ArrowRight':
      return { ...from, column: clamp(from.column + step, last.column) };
    default:
      return null;
  }
}

type EditableColumn<Row> = { key: string; edit?: { value: (row: Row) => string } };
type CellEdit = { row: number; column: string; text: string };

/** The same text in every cell of the rectangle that can be written into. */
export function textInAll<Row extends { key: number }>(
  rectangle: Rectangle,
  rows: readonly Row[],
  columns: readonly EditableColumn<Row>[],
  text: string,
): CellEdit[] {
  return cellsOf(rectangle, rows, columns).map(({ row, column }) => ({
    row: row.key,
    column: column.key,
    text,
  }));
}

/** The texts of the top row in all rows below it; of the row above where there is but one. */
export function textsFilledDown<Row extends { key: number }>(
  rectangle: Rectangle,
  rows: readonly Row[],
  columns: readonly EditableColumn<Row>[],
): CellEdit[] {
  const { top, bottom } = rectangle;
  const source = rows[top === bottom ? top - 1 : top];
  if (source === undefined) return [];
  const below = { ...rectangle, top: top === bottom ? top : top + 1 };
  return cellsOf(below, rows, columns).flatMap(({ row, column }) => {
    const text = column.edit?.value(source);
    return text === undefined ? [] : { row: row.key, column: column.key, text };
  });
}

function cellsOf<Row>(
  { top, bottom, left, right }: Rectangle,
  rows: readonly Row[],
  columns: readonly EditableColumn<Row>[],
) {
  const editable = columns.slice(left, right + 1).filter(({ edit }) => edit !== undefined);
  return rows.slice(top, bottom + 1).flatMap((row) => editable.map((column) => ({ row, column })));
}
