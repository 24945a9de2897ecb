import type { RedlineRun } from '#contract/redline.ts';

type Piece = Pick<RedlineRun, 'kind' | 'text' | 'change'>;

/** A line of the text in one, with the page of the newer document where one begins. */
export type TextLine = { pieces: Piece[]; page: number | null; isHeading: boolean };

/** The runs as lines, so that only those in view are drawn. */
export function linesOf(runs: readonly RedlineRun[]): TextLine[] {
  const lines: TextLine[] = [];
  let pieces: Piece[] = [];
  let page = 0; // of the line in the newer document
  let shownPage = 0;
  let isHeading = false; // of the line
  const endLine = () => {
    lines.push({ pieces, page: page === shownPage ? null : page, isHeading });
    shownPage = page;
    pieces = [];
  };
  for (const { kind, text, page: runPage, change, is_heading = false } of runs) {
    // What was deleted has the page of the older document.
    if (kind !== 'deleted') page = pieces.some(isKept) ? page : runPage;
    const [first = '', ...rest] = text.split('\n');
    if (pieces.length === 0) isHeading = is_heading;
    if (first !== '') pieces.push({ kind, text: first, change });
    for (const part of rest) {
      endLine();
      isHeading = is_heading;
      if (kind !== 'deleted') page = runPage;
      if (part !== '') pieces.push({ kind, text: part, change });
    }
  }
  if (pieces.length > 0) endLine();
  return lines;
}

/** The line on which each change begins. */
export function lineOfChange(lines: readonly TextLine[]): ReadonlyMap<number, number> {
  const first = new Map<number, number>();
  for (const [at, { pieces }] of lines.entries()) {
    for (const { change } of pieces) {
      if (change !== null && !first.has(change)) first.set(change, at);
    }
  }
  return first;
}

function isKept({ kind }: Piece): boolean {
  return kind !== 'deleted';
}
