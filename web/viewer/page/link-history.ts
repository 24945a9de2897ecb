import type { PDFSinglePageViewer } from './pdf-js.ts';

/** A place in a document: a page, and the point of it at the top left, in the page's own units. */
export type Position = { pageNumber: number; left: number; top: number };

/**
 * Back and forward for links and the outline. It takes the place of pdf.js's own history, which
 * writes into the browser's history and would mistake the router's entries for its own.
 */
export class LinkHistory {
  readonly #viewer: PDFSinglePageViewer;
  readonly #onChange: () => void;
  #current: Position | null = null;
  #past: Position[] = [];
  #future: Position[] = [];

  constructor(viewer: PDFSinglePageViewer, onChange: () => void) {
    this.#viewer = viewer;
    this.#onChange = onChange;
  }

  get canGoBack(): boolean {
    return this.#past.length > 0;
  }

  get canGoForward(): boolean {
    return this.#future.length > 0;
  }

  /** To be called whenever the reader scrolls or turns the page. */
  setCurrent(position: Position): void {
    this.#current = position;
  }

  // pdf.js's link service calls the next three before it goes to a destination.
  pushCurrentPosition(): void {
    if (this.#current === null) return;
    this.#past.push(this.#current);
    this.#future = [];
    this.#onChange();
  }

  push(): void {}

  pushPage(): void {}

  goBack(): void {
    this.#go(this.#past, this.#future);
  }

  goForward(): void {
    this.#go(this.#future, this.#past);
  }

  #go(from: Position[], to: Position[]): void {
    const position = from.pop();
    if (position === undefined) return;
    if (this.#current !== null) to.push(this.#current);
    this.#viewer.scrollPageIntoView({
      pageNumber: position.pageNumber,
      destArray: [null, { name: 'XYZ' }, position.left, position.top, null],
      ignoreDestinationZoom: true,
      allowNegativeOffset: true,
    });
    this.#onChange();
  }
}
