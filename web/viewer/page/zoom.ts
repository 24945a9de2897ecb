// Zoom is kept in whole tenths: 3 plus twenty times 0.1 is 4.999999999999997, which would let the
// viewer step past its maximum of 5 (specification, section 9).
export const minZoomTenths = 5;
export const maxZoomTenths = 50;

/** At this zoom the page is as wide as the viewer (design, section 3). */
export const initialZoomTenths = 30;

type Size = { width: number; height: number };

/** The nearest zoom that the viewer has. */
export function boundZoom(zoomTenths: number): number {
  return Math.max(minZoomTenths, Math.min(maxZoomTenths, Math.round(zoomTenths)));
}

/** How wide a page is on the screen: viewer width × zoom / 3. */
export function pageWidthAt(zoomTenths: number, viewerWidth: number): number {
  return (viewerWidth * zoomTenths) / initialZoomTenths;
}

/** The largest zoom, at most that of the whole width, at which all of a page is in view. Not rounded. */
export function zoomThatFits(page: Size, viewer: Size): number {
  const heightAtFullWidth = (viewer.width * page.height) / page.width;
  return initialZoomTenths * Math.min(1, viewer.height / heightAtFullWidth);
}
