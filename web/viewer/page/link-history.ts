import type { PDFSinglePageViewer } from './pdf-js.ts';

/** A place in a document, in points of its page. */
export type Spot = { pageNumber: number; left: number; top: number };

/**
 * Where links and the outline led away from, and back again. It takes the place of pdf.js's own
 * history, which writes into the browser's and would take the router's entries for its own.
 */
export class Trail {
  readonly #viewer: PDFSinglePageViewer;
  readonly #changed: () => void;
  #here: Spot | null = null;
  #past: Spot[] = [];
  #future: Spot[] = [];

  constructor(viewer: PDFSinglePageViewer, changed: () => void) {
    this.#viewer = viewer;
    this.#changed = changed;
  }

  get canGoBack(): boolean {
    return this.#past.length > 0;
  }

  get canGoForward(): boolean {
    return this.#future.length > 0;
  }

  /** Follows what is seen. */
  see(spot: Spot): void {
    this.#here = spot;
  }

  // The next three are called by pdf.js's link service before it goes to a destination.
  pushCurrentPosition(): void {
    if (this.#here === null) return;
    this.#past.push(this.#here);
    this.#future = [];
    this.#changed();
  }

  push(): void {}

  pushPage(): void {}

  back(): void {
    this.#go(this.#past, this.#future);
  }

  forward(): void {
    this.#go(this.#future, this.#past);
  }

  #go(from: Spot[], to: Spot[]): void {
    const spot = from.pop();
    if (spot === undefined) return;
    if (this.#here !== null) to.push(this.#here);
    this.#viewer.scrollPageIntoView({
      pageNumber: spot.pageNumber,
      destArray: [null, { name: 'XYZ' }, spot.left, spot.top, null],
      ignoreDestinationZoom: true,
      allowNegativeOffset: true,
    });
    this.#changed();
  }
}
