/** Of a page as it is shown, in points. */
export type PageSize = { width: number; height: number };

/** A place in a document: its page from 1, and the share of the page's height that is above it. */
export type StripPlace = { page: number; share: number };

/** Where the pages of a strip are, in pixels; every page is as wide as the strip. */
export type StripLayout = {
  width: number;
  height: number;
  /** `scale`: pixels for a point. */
  pages: readonly { top: number; height: number; scale: number }[];
};

/** Between two pages. */
export const gapPixels = 12;

export function layOut(sizes: readonly PageSize[], width: number): StripLayout {
  let height = 0;
  const pages = sizes.map((size) => {
    const scale = width / size.width;
    const page = { top: height, height: size.height * scale, scale };
    height += page.height + gapPixels;
    return page;
  });
  return { width, height: Math.max(0, height - gapPixels), pages };
}

/** The first and the last page of which something is between two heights; 0 where there are no pages. */
export function pagesWithin(
  layout: StripLayout,
  top: number,
  bottom: number,
): { first: number; last: number } {
  return { first: pageAt(layout, top), last: pageAt(layout, bottom) };
}

/** The place at a height; between two pages it is the end of the upper one. */
export function placeAt(layout: StripLayout, height: number): StripPlace {
  const page = pageAt(layout, height);
  const { top, height: pageHeight } = layout.pages[page - 1] ?? nowhere;
  return { page, share: Math.min(1, Math.max(0, (height - top) / pageHeight)) };
}

/** The height of a place; of a page that is not there, the nearest end. */
export function heightOf(layout: StripLayout, { page, share }: StripPlace): number {
  if (page < 1) return 0;
  const at = layout.pages[page - 1];
  return at === undefined ? layout.height : at.top + share * at.height;
}

const nowhere = { top: 0, height: 1 };

/** The last page that begins at a height or above it. */
function pageAt({ pages }: StripLayout, height: number): number {
  let [low, high] = [0, pages.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pages[middle]?.top ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return Math.min(low + 1, pages.length);
}
