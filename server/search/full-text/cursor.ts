import type { Ranked } from './ranking.ts';

/** The last document of a page of results, from which the next page goes on. */
export function cursorText({ tier, score, is_latest, row }: Ranked): string {
  return `${tier}~${score}~${is_latest}~${row}`;
}

/** Null for what is no cursor of ours: then the results begin at the first. */
export function readCursor(text: string | null): Ranked | null {
  const parts = /^([012])~(\d{1,9}(?:\.\d{1,2})?)~([01])~(\d{1,15})$/.exec(text ?? '');
  if (parts === null) return null;
  const [tier, score, is_latest, row] = parts.slice(1).map(Number);
  return {
    tier: (tier ?? 0) as Ranked['tier'],
    score: score ?? 0,
    is_latest: is_latest ?? 0,
    row: row ?? 0,
  };
}
