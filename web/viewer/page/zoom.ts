// Zoom is kept in whole tenths: 3 plus twenty times 0.1 is 4.999999999999997, which would let the
// viewer step past its maximum of 5 (specification, section 9).
export const minZoomTenths = 5;
export const maxZoomTenths = 50;

/** At this zoom a page has its start width. */
export const initialZoomTenths = 30;

// Design, section 3: how large a page starts at most, and how far zoom 5.0 reaches at least.
const timesTrueSizeAtStart = 1.25;
const shareOfHeightAtStart = 2 / 3;
const startWidthOfLargePages = 1600;
const leastFactor = 5 / 3;
const timesTrueSize = 2;

/** What a page's width on the screen follows from, besides the zoom; in pixels. */
export type Widths = {
  /** At zoom 3.0. */
  start: number;
  /** On paper, at 96 pixels an inch. */
  true: number;
};

export type Size = { width: number; height: number };

// 297 mm by 420 mm at 96 pixels an inch, and a little more, as files round.
const a3Area = 1.01 * (297 / 25.4) * (420 / 25.4) * 96 * 96;

/** The nearest zoom that the viewer has. */
export function boundZoom(zoomTenths: number): number {
  return Math.max(minZoomTenths, Math.min(maxZoomTenths, Math.round(zoomTenths)));
}

/**
 * How wide a page is at zoom 3.0. As wide as there is room; but at most 125 % of its true size or,
 * where that is more, as wide as two thirds of its height are seen. A page larger than A3 is a
 * drawing, which starts as an overview. Sizes in pixels, the page's as on paper.
 */
export function startWidth(page: Size, room: Size): number {
  if (page.width * page.height > a3Area) return Math.min(startWidthOfLargePages, room.width);
  const widthAtShare = (room.height / shareOfHeightAtStart) * (page.width / page.height);
  return Math.min(room.width, Math.max(timesTrueSizeAtStart * page.width, widthAtShare));
}

/**
 * How wide a page is on the screen. Up to zoom 3.0 in proportion to the zoom; from there by equal
 * factors, so that at 5.0 the drawing on a large sheet can be read on any screen.
 */
export function pageWidthAt(zoomTenths: number, widths: Widths): number {
  if (zoomTenths <= initialZoomTenths) return (widths.start * zoomTenths) / initialZoomTenths;
  return widths.start * largestFactor(widths) ** stepShare(zoomTenths);
}

/** The zoom at which a page has this width, in tenths, not rounded. */
export function zoomAtWidth(width: number, widths: Widths): number {
  const factor = width / widths.start;
  if (factor <= 1) return factor * initialZoomTenths;
  const share = Math.log(factor) / Math.log(largestFactor(widths));
  return initialZoomTenths + share * (maxZoomTenths - initialZoomTenths);
}

/** The largest zoom, at most 3.0, at which all of a page is in view. Not rounded. */
export function zoomThatFits(page: Size, viewerHeight: number, start: number): number {
  const heightAtStart = (start * page.height) / page.width;
  return initialZoomTenths * Math.min(1, viewerHeight / heightAtStart);
}

function largestFactor(widths: Widths): number {
  return Math.max(leastFactor, (timesTrueSize * widths.true) / widths.start);
}

function stepShare(zoomTenths: number): number {
  return (zoomTenths - initialZoomTenths) / (maxZoomTenths - initialZoomTenths);
}
