import type { RedlineChange } from '#contract/redline.ts';
import { type StripLayout, heightOf } from '../../../viewer/strip/strip-layout.ts';

/** A change in the ribbon, at a share of the newer document's height. */
export type RibbonMark = { id: number; kind: RedlineChange['kind']; share: number };

/** Marks nearer than this overlap. */
const leastApart = 1 / 500;

/** All changes at their heights. Of overlapping ones of one kind, the first is kept. */
export function ribbonMarks(
  changes: readonly RedlineChange[],
  newer: StripLayout,
  sizes: readonly { height: number }[],
): RibbonMark[] {
  const marks = changes.map(({ id, kind, to }) => {
    const [place] = to;
    const page = place?.page ?? 1;
    const top = place?.boxes[0]?.[1] ?? 0;
    const share = top / (sizes[page - 1]?.height ?? 1);
    const height = heightOf(newer, { page, share: Math.min(1, share) });
    return { id, kind, share: newer.height === 0 ? 0 : height / newer.height };
  });
  const last = new Map<string, number>();
  return marks
    .toSorted((a, b) => a.share - b.share || a.id - b.id)
    .filter(({ kind, share }) => {
      if (share - (last.get(kind) ?? -1) < leastApart) return false;
      last.set(kind, share);
      return true;
    });
}

/** The change whose mark is nearest. */
export function nearestMark(marks: readonly RibbonMark[], share: number): RibbonMark | undefined {
  let nearest: RibbonMark | undefined;
  for (const mark of marks) {
    const isNearer =
      nearest === undefined || Math.abs(mark.share - share) < Math.abs(nearest.share - share);
    if (isNearer) nearest = mark;
  }
  return nearest;
}
