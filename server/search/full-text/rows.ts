// A document's row in the index counts down from here, so that the newest documents come first in
// the order in which SQLite reads. Small numbers keep the index small.
export const firstRow = 2 ** 28;

export function rowOf(document_id: number): number {
  return firstRow - document_id;
}

export function documentOf(row: number): number {
  return firstRow - row;
}
