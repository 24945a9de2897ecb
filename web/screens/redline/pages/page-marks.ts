import type { Box, RedlineChange } from '#contract/redline.ts';
import { firstPage } from '../list/change-words.ts';
import type { ScrollSide } from './scroll-map.ts';

/** The boxes of one change, drawn over a page. */
export type PageMark = {
  id: number;
  kind: RedlineChange['kind'];
  boxes: readonly Box[];
  /** Where the rest of it is: on the other side. */
  otherPage: number;
};

/** The marks of one side, by page. */
export function marksByPage(
  changes: readonly RedlineChange[],
  side: ScrollSide,
): ReadonlyMap<number, PageMark[]> {
  const marks = new Map<number, PageMark[]>();
  for (const change of changes) {
    const otherPage = firstPage(side === 'from' ? change.to : change.from);
    for (const { page, boxes } of change[side]) {
      const mark = { id: change.id, kind: change.kind, boxes, otherPage };
      const here = marks.get(page);
      if (here === undefined) marks.set(page, [mark]);
      else here.push(mark);
    }
  }
  return marks;
}

/** Whether it only shows where something is missing. */
export function isGap([, , width]: Box): boolean {
  return width === 0;
}
