/** What the bench can call in the page with a viewer. */
export type ViewerPage = {
  /** Opens a PDF and gives the milliseconds until its first page is sharp. */
  openDocument: (address: string) => Promise<number>;
  /** Turns to the next page or back, as a key does, and gives the milliseconds until it is sharp. */
  turnTo: (page: number) => Promise<number>;
  /** One step closer: the milliseconds until the page is shown larger, and until it is sharp. */
  zoomIn: () => Promise<{ shownMs: number; sharpMs: number }>;
};
