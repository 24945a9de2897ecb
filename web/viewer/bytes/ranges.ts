/** The bytes of a file from `begin` up to, but not including, `end`. */
export type ByteRange = { begin: number; end: number };

/**
 * Files up to this size are fetched whole. pdf.js reads the entry of every page before it draws the
 * first, one after another: for a text of 327 pages and 1.3 MB that would be twenty requests, for
 * nearly all of the file.
 */
export const maxWholeBytes = 2 * 1024 * 1024;

// Over a line with a long delay, one connection is slow to reach full speed; three are faster, and browsers
// have three more for what is fetched beside them.
const maxParts = 3;
const minPartBytes = 128 * 1024;

/** Fetched at once where a request goes on from the end of an earlier one. */
export const readAheadBytes = 64 * 1024;

/** The ranges in which a small file is fetched, side by side. */
export function partsOf(length: number): ByteRange[] {
  const count = Math.max(1, Math.min(maxParts, Math.floor(length / minPartBytes)));
  const size = Math.ceil(length / count);
  return Array.from({ length: count }, (_, part) => ({
    begin: part * size,
    end: Math.min(length, (part + 1) * size),
  }));
}

/** What pdf.js reads first of any large file: its first bytes and its last. */
export function endsOf(length: number): ByteRange[] {
  const last = Math.floor(length / readAheadBytes - 1) * readAheadBytes;
  return [
    { begin: 0, end: readAheadBytes },
    { begin: last, end: length },
  ];
}

// One more request takes about as long as to fetch this much between two ranges.
const nearBytes = 32 * 1024;
const maxMergedBytes = 512 * 1024;

/** Takes the first range, and those near it, out of the queue. */
export function takeNeighbours(waiting: ByteRange[]): ByteRange[] {
  const taken = waiting.splice(0, 1);
  for (;;) {
    const { begin, end } = spanOf(taken);
    const next = waiting.findIndex((one) => {
      const both = spanOf([{ begin, end }, one]);
      const near = one.begin - end <= nearBytes && begin - one.end <= nearBytes;
      return near && both.end - both.begin <= maxMergedBytes;
    });
    if (next < 0) return taken;
    taken.push(...waiting.splice(next, 1));
  }
}

export function spanOf(ranges: readonly ByteRange[]): ByteRange {
  return {
    begin: Math.min(...ranges.map(({ begin }) => begin)),
    end: Math.max(...ranges.map(({ end }) => end)),
  };
}

export function sizeOf(ranges: readonly ByteRange[]): number {
  return ranges.reduce((sum, { begin, end }) => sum + end - begin, 0);
}

export function covers(outer: ByteRange, inner: ByteRange): boolean {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}
