import type { Ranked } from './ranking.ts';

/** The last document of a page of results, from which the next page goes on. */
export type Cursor = Ranked;

export function cursorText({ row, score }: Cursor): string {
  return `${row}~${score}`;
}

/** Null for what is no cursor of ours: then the results begin at the first. */
export function readCursor(text: string | null): Cursor | null {
  const parts = /^(\d{1,15})~(-?\d{1,9}(?:\.\d{1,6})?)$/.exec(text ?? '');
  return parts === null ? null : { row: Number(parts[1]), score: Number(parts[2]) };
}
