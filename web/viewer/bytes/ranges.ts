/** Bytes of a file from `begin` up to, but not with, `end`. */
export type Range = { begin: number; end: number };

/**
 * Files up to this size are fetched whole. pdf.js looks at every page's entry before it draws the
 * first, one after another: of a text of 327 pages and 1.3 MB it asks for all of it, in twenty
 * questions.
 */
export const wholeUpToBytes = 2 * 1024 * 1024;

// One connection takes a while to fill a long line; four have it full from the start.
const mostParts = 4;
const smallestPartBytes = 128 * 1024;

/** Fetched at once where reading goes on from what was fetched before, so not in small steps. */
export const aheadBytes = 64 * 1024;

/** The ranges in which a small file is fetched, all at a time. */
export function partsOf(length: number): Range[] {
  const count = Math.max(1, Math.min(mostParts, Math.floor(length / smallestPartBytes)));
  const size = Math.ceil(length / count);
  return Array.from({ length: count }, (_, part) => ({
    begin: part * size,
    end: Math.min(length, (part + 1) * size),
  }));
}

/** What is read first of a large file, whatever is in it: its first bytes and its last. */
export function endsOf(length: number): Range[] {
  const last = Math.floor(length / aheadBytes - 1) * aheadBytes;
  return [
    { begin: 0, end: aheadBytes },
    { begin: last, end: length },
  ];
}

// A question costs about as long as these bytes between two things asked for.
const nearBytes = 32 * 1024;
const longestMergedBytes = 512 * 1024;

/** Takes the range that waits longest and those near it out of the queue. */
export function takeNeighbours(waiting: Range[]): Range[] {
  const taken = waiting.splice(0, 1);
  for (;;) {
    const { begin, end } = spanOf(taken);
    const next = waiting.findIndex((one) => {
      const both = spanOf([{ begin, end }, one]);
      const near = one.begin - end <= nearBytes && begin - one.end <= nearBytes;
      return near && both.end - both.begin <= longestMergedBytes;
    });
    if (next < 0) return taken;
    taken.push(...waiting.splice(next, 1));
  }
}

export function spanOf(ranges: readonly Range[]): Range {
  return {
    begin: Math.min(...ranges.map(({ begin }) => begin)),
    end: Math.max(...ranges.map(({ end }) => end)),
  };
}

export function sizeOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { begin, end }) => sum + end - begin, 0);
}

export function covers(outer: Range, inner: Range): boolean {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}
