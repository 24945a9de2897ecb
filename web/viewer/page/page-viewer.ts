import { type ViewMode, leadingPage, pagesAcross } from '../view-state.ts';
import type { Size } from './zoom.ts';
import {
  type PDFPageView,
  PDFViewer,
  RenderingStates,
  ScrollMode,
  SpreadMode,
} from '../pdf-js/pdf-js.ts';

type Options = ConstructorParameters<typeof PDFViewer>[0] & { viewer: HTMLElement };
/** What pdf.js changes in its pages: the rotation, the layers. */
type PageChange = Record<string, unknown>;
/** Pages by number, both ends included. */
type PageRange = { first: number; last: number };

type Wishes = {
  isPicturePending: () => boolean;
  /** Every page has a scale of its own, as pages differ in size. */
  scaleOf: (page: PDFPageView) => number;
  /** The size of a page is known, which was taken to be that of the first one. */
  onSizeKnown: (page: PDFPageView) => void;
  /** pdf.js has emptied the element of a page. */
  onEmptied: () => void;
};

// This many pages before and after those in view are changed at once, so that the reader can turn to them.
const pagesAround = 2;

/**
 * pdf.js's viewer, made to do first what is in view, and to show every page at a scale of its own. By
 * itself it begins to draw the next page in the frame that should show this one, and changes the scale
 * of every page before it draws the current one: in a document of 300 pages that takes 10 ms a step.
 */
export class PageViewer extends PDFViewer {
  readonly #pages: HTMLElement;
  readonly #wishes: Wishes;
  #mode: ViewMode = 'single-page';
  /** What the pages outside `near` have not been changed to yet. */
  #postponed: { change: PageChange; near: PageRange } | null = null;

  constructor(options: Options, mode: ViewMode, wishes: Wishes) {
    super(options);
    this.#pages = options.viewer;
    this.#wishes = wishes;
    this.mode = mode;
    this.eventBus.on('pagesinit', () => this.#followSizes());
  }

  get mode(): ViewMode {
    return this.#mode;
  }

  set mode(mode: ViewMode) {
    this.#mode = mode;
    // First: the gaps between pages depend on it, and pdf.js scrolls to the current page at once.
    this.#pages.dataset['mode'] = mode;
    this.scrollMode = mode === 'continuous' ? ScrollMode.VERTICAL : ScrollMode.PAGE;
    this.spreadMode = mode === 'two-pages' ? SpreadMode.ODD : SpreadMode.NONE;
  }

  /** The pages in view; one or two where pages are turned. */
  get shownPages(): PDFPageView[] {
    const { first, last } = this.#shownRange();
    return this.#viewsOf({ first, last });
  }

  /** Whether a page is in view or so near that its picture is kept. */
  isKept(page: number): boolean {
    const { first, last } = this.#shownRange();
    const around = pagesAcross(this.#mode);
    return page >= first - around && page <= last + around;
  }

  override forceRendering(visible?: unknown): boolean {
    const { renderingState } = this.getPageView(this.currentPageNumber - 1) ?? {};
    const isDrawn = renderingState === RenderingStates.FINISHED;
    return isDrawn && this.#wishes.isPicturePending() ? false : super.forceRendering(visible);
  }

  override update(): void {
    // A page that has come into view by scrolling is drawn now.
    if (this.#postponed !== null && this.#mode === 'continuous') {
      const { first, last } = this.#shownRange();
      this.updateFarPagesFor(first);
      this.updateFarPagesFor(last);
    }
    super.update();
  }

  override refresh(noUpdate?: boolean, change: PageChange = {}): void {
    if (!this.pdfDocument) return;
    const { first, last } = this.#shownRange();
    const near = { first: first - pagesAround, last: last + pagesAround };
    const before = this.#postponed;
    if (before !== null && (before.near.first !== near.first || before.near.last !== near.last)) {
      this.updateFarPages();
    }
    this.#postponed = { change: { ...this.#postponed?.change, ...change }, near };
    for (const view of this.#viewsOf(near)) this.#change(view, change);
    if (noUpdate !== true) this.update();
  }

  /** Brings every page to its scale, those near the ones in view at once. */
  rescale(): void {
    this.refresh();
  }

  /** Gives pages the sizes that the library knows, in points. Until pdf.js reads a page, it takes it to be as large as the first. */
  setSizes(sizeOf: (page: number) => Size | null): void {
    const first = sizeOf(1);
    for (const view of this.#viewsOf({ first: 2, last: this.pagesCount })) {
      const size = sizeOf(Number(view.id)); // pdf.js types it as null
      if (view.pdfPage !== null || size === null || first === null) continue;
      if (size.width === first.width && size.height === first.height) continue;
      // The cast: pdf.js does not export the class.
      const Viewport = view.viewport.constructor as new (of: object) => PDFPageView['viewport'];
      const viewBox = [0, 0, size.width, size.height];
      view.pdfPageRotate = 0; // these are sizes of pages as they are shown
      view.viewport = new Viewport({
        viewBox,
        userUnit: 1,
        scale: view.viewport.scale,
        rotation: 0,
      });
      this.#wishes.onSizeKnown(view);
    }
  }

  /** Makes the postponed change in the pages far from those in view. */
  updateFarPages(): void {
    if (this.#postponed === null) return;
    const { change, near } = this.#postponed;
    this.#postponed = null;
    for (const view of this.#viewsOf({ first: 1, last: near.first - 1 }))
      this.#change(view, change);
    for (const view of this.#viewsOf({ first: near.last + 1, last: this.pagesCount })) {
      this.#change(view, change);
    }
  }

  /** Does the same before a page is shown, if that page or one beside it is among the far ones. */
  updateFarPagesFor(page: number): void {
    if (this.#postponed === null) return;
    const { first, last } = this.#postponed.near;
    if (page <= first || page >= last) this.updateFarPages();
  }

  #change(view: PDFPageView, change: PageChange): void {
    if (Object.keys(change).length > 0) view.update(change);
    const scale = this.#wishes.scaleOf(view);
    if (!isSameScale(scale, view.scale)) view.update({ scale });
  }

  // pdf.js learns the size of a page when it is about to draw it, and sends no event.
  #followSizes(): void {
    for (const view of this.#viewsOf({ first: 1, last: this.pagesCount })) {
      const setPdfPage = view.setPdfPage.bind(view);
      view.setPdfPage = (page) => {
        setPdfPage(page);
        this.#wishes.onSizeKnown(view);
      };
      const reset = view.reset.bind(view);
      view.reset = (kept) => {
        reset(kept);
        this.#wishes.onEmptied();
      };
    }
  }

  #shownRange(): PageRange {
    if (this.#mode === 'continuous') {
      // oxlint-disable-next-line no-underscore-dangle -- pdf.js calls it so, and types it as any object
      const { first, last } = this._getVisiblePages() as Record<string, { id: number } | undefined>;
      if (first !== undefined && last !== undefined) return { first: first.id, last: last.id };
    }
    const first = leadingPage(this.currentPageNumber, this.#mode);
    return { first, last: first + pagesAcross(this.#mode) - 1 };
  }

  #viewsOf({ first, last }: PageRange): PDFPageView[] {
    const from = Math.max(1, first);
    const length = Math.max(0, Math.min(this.pagesCount, last) - from + 1);
    return Array.from({ length }, (_, at) => this.getPageView(from - 1 + at));
  }
}

// A scale is computed from the one before, so two are never exactly the same.
function isSameScale(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-6 * b;
}
