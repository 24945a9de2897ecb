/** Bytes of a file from `begin` up to, but not with, `end`. */
export type Range = { begin: number; end: number };

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
