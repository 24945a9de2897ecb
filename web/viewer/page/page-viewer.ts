import { PDFSinglePageViewer, RenderingStates } from './pdf-js.ts';

type ViewerOptions = ConstructorParameters<typeof PDFSinglePageViewer>[0];
/** What pdf.js changes in its pages: the scale, the rotation. */
type PageChange = Record<string, unknown>;

// So many pages before and after the current one are changed at once, so that the reader can turn to them.
const pagesAround = 2;

/**
 * pdf.js's viewer of one page at a time, made to do first what is in view. By itself it begins to
 * draw the next page in the frame that should show this one, and changes the scale of every page
 * before it draws the current one: in a document of 300 pages that takes 10 ms a step.
 */
export class PageViewer extends PDFSinglePageViewer {
  readonly #isPicturePending: () => boolean;
  /** What the pages far from `page` have not been changed to yet. */
  #postponed: { change: PageChange; page: number } | null = null;

  constructor(options: ViewerOptions, isPicturePending: () => boolean) {
    super(options);
    this.#isPicturePending = isPicturePending;
  }

  override forceRendering(visible?: unknown): boolean {
    const isDrawn =
      this.#viewOf(this.currentPageNumber)?.renderingState === RenderingStates.FINISHED;
    return isDrawn && this.#isPicturePending() ? false : super.forceRendering(visible);
  }

  override refresh(noUpdate?: boolean, change: PageChange = {}): void {
    if (!this.pdfDocument) return;
    const page = this.currentPageNumber;
    if (this.#postponed !== null && this.#postponed.page !== page) this.updateFarPages();
    this.#postponed = { change: { ...this.#postponed?.change, ...change }, page };
    for (let near = page - pagesAround; near <= page + pagesAround; near++) {
      this.#viewOf(near)?.update(change);
    }
    if (noUpdate !== true) this.update();
  }

  /** Makes the postponed change in the pages far from the current one. */
  updateFarPages(): void {
    if (this.#postponed === null) return;
    const { change, page } = this.#postponed;
    this.#postponed = null;
    for (let far = 1; far <= this.pagesCount; far++) {
      if (Math.abs(far - page) > pagesAround) this.#viewOf(far)?.update(change);
    }
  }

  /** Does the same before a page is shown, if that page or one beside it is among the far ones. */
  updateFarPagesFor(page: number): void {
    if (this.#postponed !== null && Math.abs(page - this.#postponed.page) >= pagesAround) {
      this.updateFarPages();
    }
  }

  #viewOf(page: number) {
    return page < 1 || page > this.pagesCount ? undefined : this.getPageView(page - 1);
  }
}
