import type { ContextPiece } from '#contract/redline.ts';

/** The pieces of a line's text: deleted words are in `[-…-]`, inserted ones in `{+…+}`. */
export function piecesOf(text: string): ContextPiece[] {
  const pieces: ContextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(/\[-(.*?)-\]|\{\+(.*?)\+\}/gs)) {
    if (match.index > end) pieces.push({ kind: 'same', text: text.slice(end, match.index) });
    const [all, deleted, inserted = ''] = match;
    pieces.push(
      deleted === undefined
        ? { kind: 'inserted', text: inserted }
        : { kind: 'deleted', text: deleted },
    );
    end = match.index + all.length;
  }
  if (end < text.length) pieces.push({ kind: 'same', text: text.slice(end) });
  return pieces;
}
