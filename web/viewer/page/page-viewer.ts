import { PDFSinglePageViewer, RenderingStates } from './pdf-js.ts';

type ViewerOptions = ConstructorParameters<typeof PDFSinglePageViewer>[0];
/** What pdf.js tells its pages: the scale, the rotation. */
type Change = Record<string, unknown>;

// Brought to a new scale at once, besides the page that is read: one can turn on and find them right.
const pagesAround = 2;

/**
 * pdf.js's viewer of one page at a time, which does at once only what is seen. By itself it begins
 * to draw the next page in the frame that should show this one, and brings every page to a new
 * scale before it draws the one: in a document of 300 pages, that is 10 ms a step.
 */
export class PageViewer extends PDFSinglePageViewer {
  readonly #isPictureAwaited: () => boolean;
  #behind: { change: Change; readPage: number } | null = null;

  constructor(options: ViewerOptions, isPictureAwaited: () => boolean) {
    super(options);
    this.#isPictureAwaited = isPictureAwaited;
  }

  override forceRendering(visible?: unknown): boolean {
    const isDrawn =
      this.#viewOf(this.currentPageNumber)?.renderingState === RenderingStates.FINISHED;
    return isDrawn && this.#isPictureAwaited() ? false : super.forceRendering(visible);
  }

  override refresh(noUpdate?: boolean, change: Change = {}): void {
    if (!this.pdfDocument) return;
    const readPage = this.currentPageNumber;
    if (this.#behind !== null && this.#behind.readPage !== readPage) this.catchUp();
    this.#behind = { change: { ...this.#behind?.change, ...change }, readPage };
    for (let at = readPage - pagesAround; at <= readPage + pagesAround; at++) {
      this.#viewOf(at)?.update(change);
    }
    if (noUpdate !== true) this.update();
  }

  /** Brings the pages far away to the scale, too. To be called when there is time. */
  catchUp(): void {
    if (this.#behind === null) return;
    const { change, readPage } = this.#behind;
    this.#behind = null;
    for (let at = 1; at <= this.pagesCount; at++) {
      if (Math.abs(at - readPage) > pagesAround) this.#viewOf(at)?.update(change);
    }
  }

  /** The same before a page is shown, if it or one next to it is far away. */
  catchUpFor(page: number): void {
    if (this.#behind !== null && Math.abs(page - this.#behind.readPage) >= pagesAround) {
      this.catchUp();
    }
  }

  #viewOf(page: number) {
    return page < 1 || page > this.pagesCount ? undefined : this.getPageView(page - 1);
  }
}
