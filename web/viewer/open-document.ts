import { type Loading, failureOf, loadDocument } from './bytes/load-document.ts';
import type { PdfSource } from './bytes/pdf-source.ts';
import { FindController } from './find/find-controller.ts';
import { type FindRequest, type FindResult, findEventOf, nothingFound } from './find/find-state.ts';
import { listenToInput } from './input/input.ts';
import { textOf } from './page/document-text.ts';
import { addOcrText, type ReadOcr } from './page/ocr-text.ts';
import { LinkHistory, type PagePosition } from './page/link-history.ts';
import { acquireHost, releaseHost, sharedTranslator, showMiddle } from './page/page-host.ts';
import { type ZoomAnchor, PageScale } from './page/page-scale.ts';
import { nameHeadings } from './page/page-structure.ts';
import { PageViewer } from './page/page-viewer.ts';
import {
  AnnotationEditorType,
  AnnotationMode,
  EventBus,
  FindOutcome,
  LinkTarget,
  type PDFDocumentProxy,
  PDFLinkService,
  type PDFPageProxy,
  type PDFPageView,
  PasswordResponses,
  RenderingStates,
} from './pdf-js/pdf-js.ts';
import { PictureFirst } from './page/picture-first.ts';
import { type PageAhead, type PageFacts, ServerPictures } from './page/server-pictures.ts';
import { SlowPage } from './page/slow-page.ts';
import { isHandheld } from './platform.ts';
import type { Failure, ReaderState, ViewControl } from './reader-state.ts';
import type { PageSheet } from './references/references.ts';
import { type ViewState, leadingPage, pagesAcross } from './view-state.ts';

/** What an open document needs of the reader that opened it. */
type ReaderLink = ViewControl & {
  change: (change: Partial<ReaderState>) => void;
  /** The same, for what shows around the page only, and can wait for it. */
  changeAfterFrame: (change: Partial<ReaderState>) => void;
  onRefused: () => Promise<boolean>;
  readOcr: ReadOcr | null;
  onSheet: (sheet: PageSheet) => void;
};

// Some 64 MB a picture; on phones and tablets pdf.js's own limit holds, a third of it. Where a page
// needs more, pdf.js draws all of it coarsely and, above that, the part in view sharply.
const maxCanvasPixels = 16 * 1024 * 1024;

/** pdf.js's viewer, links and finding for one document, from opening it to releasing its memory. */
export class OpenDocument {
  readonly linkHistory: LinkHistory;
  readonly #reader: ReaderLink;
  readonly #closed = new AbortController();
  readonly #host = acquireHost();
  readonly #events = new EventBus();
  readonly #links: PDFLinkService;
  readonly #find: FindController;
  readonly #viewer: PageViewer;
  readonly #scale: PageScale;
  readonly #pictureFirst: PictureFirst;
  readonly #serverPictures: ServerPictures;
  readonly #slowPage: SlowPage;
  readonly #loading: Loading;
  #awaited: FindRequest | null = null;
  #tryPassword: ((password: string) => void) | null = null;

  constructor(parent: HTMLElement, source: PdfSource, reader: ReaderLink) {
    this.#reader = reader;
    const { signal } = this.#closed;
    // First of all, so that the bytes are fetched while the viewer is made.
    this.#loading = loadDocument(source, {
      onTrouble: (trouble) => {
        if (trouble !== reader.state().trouble) reader.change({ trouble });
      },
      onRefused: reader.onRefused,
      onPassword: (tryPassword, reason) => {
        this.#tryPassword = tryPassword;
        this.#serverPictures.clear();
        const wrongPassword = reason === PasswordResponses.INCORRECT_PASSWORD;
        reader.change({ phase: { state: 'locked', wrongPassword } });
      },
    });
    parent.append(this.#host.container);
    this.#links = new PDFLinkService({
      eventBus: this.#events,
      externalLinkTarget: LinkTarget.BLANK,
      externalLinkRel: 'noopener noreferrer',
      ignoreDestinationZoom: true,
    });
    this.#find = new FindController(this.#events, this.#links, () => this.#onCounted());
    const options = {
      container: this.#host.container,
      viewer: this.#host.pages,
      eventBus: this.#events,
      linkService: this.#links,
      findController: this.#find,
      l10n: sharedTranslator(),
      imageResourcesPath: '/pdfjs/images/',
      removePageBorders: true,
      annotationMode: AnnotationMode.ENABLE,
      annotationEditorMode: AnnotationEditorType.DISABLE,
      ...(isHandheld() ? {} : { maxCanvasPixels }),
      // pdf.js can draw the selection as a layer of its own: in WebKit, finding then leaves the page
      // blank, and without a graphics card Firefox hangs for seconds.
      enableSelectionRendering: false,
      enableAutoLinking: 'unicodeSets' in RegExp.prototype, // its pattern is written with them
      abortSignal: signal, // not in pdf.js's types
    };
    this.#viewer = new PageViewer(options, reader.state().view.mode, {
      isPicturePending: () => this.#pictureFirst.isPending,
      scaleOf: (page) => this.#scale.scaleOf(page),
      onSizeKnown: (page) => this.#scale.onSizeKnown(page),
      onEmptied: () => this.#serverPictures.placeAgain(),
    });
    this.#pictureFirst = new PictureFirst(this.#host.pages, {
      onShown: () => this.#viewer.forceRendering(),
      onRest: () => this.#viewer.updateFarPages(),
    });
    this.#serverPictures = new ServerPictures(
      this.#host.container,
      (page) => this.#undrawnElement(page),
      (hasPicture) => reader.change({ hasPicture }),
    );
    this.#slowPage = new SlowPage((isPageSlow) => reader.change({ isPageSlow }));
    this.#scale = new PageScale(this.#viewer, this.#host.pages, this.#pictureFirst);
    this.linkHistory = new LinkHistory(
      this.#viewer,
      source.address,
      () => this.#publishLinkHistory(),
      signal,
    );
    this.#links.setViewer(this.#viewer);
    this.#links.setHistory(this.linkHistory);
    this.#listen();

    this.#loading.pdf.then(
      (pdf) => signal.aborted || this.#setDocument(pdf),
      (error: unknown) => signal.aborted || this.#fail(error, failureOf(error)),
    );
  }

  /** Until a page is drawn, shows the picture of it that the server made. */
  setFacts(facts: PageFacts | null): void {
    this.#serverPictures.setFacts(facts);
    this.#setSizes();
    this.#showServerPictures();
  }

  /** Shows the page as the state says. */
  show(view: ViewState, anchor?: ZoomAnchor): void {
    if (this.#viewer.pagesCount === 0) return this.#showServerPictures();
    const isOtherLayout =
      this.#viewer.mode !== view.mode || this.#viewer.pagesRotation !== view.rotation;
    if (this.#viewer.mode !== view.mode) {
      this.#scale.keepPage(() => (this.#viewer.mode = view.mode));
    }
    if (this.#viewer.pagesRotation !== view.rotation) this.#rotate(view.rotation);
    if (leadingPage(this.#viewer.currentPageNumber, view.mode) !== view.page) {
      this.#pictureFirst.hideText();
      this.#viewer.currentPageNumber = view.page;
    }
    // Pages that are scrolled through keep their zoom, whatever the height of the next one.
    if (view.fitsPage && (isOtherLayout || view.mode !== 'continuous')) this.fitPage();
    this.#scale.zoomTo(this.#reader.state().view.zoomTenths, anchor);
    this.#publishSize();
  }

  showTopOfPage(): void {
    if (this.#viewer.pagesCount === 0 || this.#viewer.mode !== 'continuous') return;
    this.#viewer.currentPageNumber = this.#reader.state().view.page;
  }

  fitWidth(): void {
    if (this.#viewer.pagesCount === 0) return;
    this.#reader.act({ type: 'fitWidth', zoomTenths: this.#scale.zoomThatFitsWidth() });
  }

  fitPage(): void {
    if (this.#viewer.pagesCount === 0) return;
    this.#reader.act({ type: 'fitPage', zoomTenths: this.#scale.zoomThatFitsPage() });
  }

  /** The pages that are drawn now. */
  sheets(): PageSheet[] {
    const views = this.#viewer.pagesCount === 0 ? [] : [...this.#viewer.getCachedPageViews()];
    return views
      .filter(({ renderingState }) => renderingState === RenderingStates.FINISHED)
      .flatMap((view) => sheetOf(view, this.#viewer.pagesRotation) ?? []);
  }

  /** Goes where a link or an entry of the outline leads. */
  follow(destination: string | unknown[]): void {
    this.#viewer.updateFarPages(); // the place to scroll to depends on the scale
    void this.#links.goToDestination(destination);
  }

  /** What is asked for before the pages are there waits for them: finding begins on the page that is shown. */
  find(request: FindRequest): void {
    this.#awaited = null;
    if (this.#viewer.pagesCount === 0) {
      this.#awaited = request;
      return;
    }
    this.#find.staysOnPage = request.step === 'land';
    this.#pictureFirst.showText(); // finding marks hits in the text layer and scrolls to them
    this.#events.dispatch('find', { source: this, ...findEventOf(request) });
  }

  endFind(): void {
    this.#awaited = null;
    this.#events.dispatch('findbarclose', { source: this });
    this.#reader.change({ found: nothingFound });
  }

  unlock(password: string): void {
    this.#reader.change({ phase: { state: 'opening' } });
    this.#tryPassword?.(password);
  }

  setRead(): void {
    this.#loading.setRead();
  }

  retry(): void {
    this.#loading.retry();
  }

  focus(): void {
    this.#host.container.focus({ preventScroll: true });
  }

  close(): void {
    this.#closed.abort();
    this.#serverPictures.setFacts(null);
    this.#scale.close();
    this.#slowPage.close();
    // setDocument(null) alone would drop the pages without releasing the memory of their canvases.
    for (let page = 0; page < this.#viewer.pagesCount; page++) {
      this.#viewer.getPageView(page).destroy();
    }
    this.#viewer.setDocument(null);
    this.#links.setDocument(null);
    this.#loading.close().catch(reportRenderError);
    releaseHost(this.#host);
  }

  #resize(): void {
    const { view } = this.#reader.state();
    if (view.fitsPage) this.fitPage();
    this.show(this.#reader.state().view);
  }

  #rotate(degrees: number): void {
    this.#viewer.pagesRotation = degrees;
    this.#viewer.updateFarPages(); // their widths are others now
    this.#scale.layOutAgain();
  }

  #setDocument(pdf: PDFDocumentProxy): void {
    // pdf.js asks for the layers now and handles the answer when it draws. If the document is closed
    // before that, the answer is a rejection, which would be reported as unhandled.
    const getLayers = pdf.getOptionalContentConfig.bind(pdf);
    pdf.getOptionalContentConfig = (options) => {
      const layers = getLayers(options);
      layers.catch(() => {});
      return layers;
    };
    // Where a document is closed before its first page is read, pdf.js would reject a promise that has no handler yet.
    const getPage = pdf.getPage.bind(pdf);
    pdf.getPage = async (number) =>
      new Promise((resolve, reject) => {
        getPage(number).then(
          resolve,
          (error: unknown) => this.#closed.signal.aborted || reject(error),
        );
      });
    const { readOcr } = this.#reader;
    if (readOcr !== null) addOcrText(pdf, readOcr, () => this.#noteOcr());
    this.#links.setDocument(pdf);
    this.#viewer.setDocument(pdf);
    // All that pdf.js does about a first page that it cannot read.
    this.#viewer.pagesPromise?.catch(
      (error: unknown) => this.#closed.signal.aborted || this.#fail(error, 'first_page'),
    );
  }

  #noteOcr(): void {
    if (this.#closed.signal.aborted || this.#reader.state().isOcr) return;
    this.#reader.change({ isOcr: true });
  }

  #fail(error: unknown, why: Failure): void {
    reportRenderError(error);
    this.#serverPictures.setFacts(null);
    this.#reader.change({ phase: { state: 'failed', why } });
  }

  #listen(): void {
    const { signal } = this.#closed;
    const on = (name: string, handle: (event: never) => void) =>
      this.#events.on(name, handle, { signal });
    on('pagesinit', () => this.#showFirstPage());
    on('pagechanging', ({ pageNumber }: { pageNumber: number }) => this.#onPageChange(pageNumber));
    on('updateviewarea', ({ location }: { location: PagePosition }) => {
      this.linkHistory.setCurrent(location);
    });
    on('pagerendered', (event: DrawnEvent) => this.#onPageDrawn(event));
    on('textlayerrendered', ({ source }: { source: PDFPageView }) => {
      nameHeadings(source).catch(reportRenderError);
    });
    on('updatefindmatchescount', (event: FindEvent) => this.#onFound(event));
    on('updatefindcontrolstate', (event: FindEvent) => this.#onFound(event));

    // In the next frame: a page that changes its size while sizes are reported makes Firefox report an error.
    let frame = 0;
    const resizes = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => this.#resize());
    });
    resizes.observe(this.#host.container);
    signal.addEventListener('abort', () => {
      resizes.disconnect();
      cancelAnimationFrame(frame);
    });
    const zoomTimes = (zoomTenths: number, factor: number) =>
      this.#scale.zoomTimes(zoomTenths, factor);
    const gatherText = () => textOf(this.#viewer.pdfDocument, signal);
    listenToInput(this.#host, { ...this.#reader, zoomTimes }, gatherText, signal);
  }

  #showFirstPage(): void {
    const pdf = this.#viewer.pdfDocument;
    if (!pdf) return;
    this.#reader.changeAfterFrame({ phase: { state: 'ready', pdf } });
    this.#reader.act({ type: 'loaded', total: pdf.numPages });
    this.#publishLinkHistory();
    const { view } = this.#reader.state();
    this.#onPageChange(view.page);
    // The place of a page among others depends on the zoom, and what fits on the size of the page.
    this.#scale.layOut(view.zoomTenths);
    this.#setSizes();
    this.#resize();
    showMiddle(this.#host.container);
    this.linkHistory.returnToPlace();
    if (this.#awaited !== null) this.find(this.#awaited);
  }

  #setSizes(): void {
    const { facts } = this.#serverPictures;
    if (facts !== null) this.#viewer.setSizes(facts.sizeOf);
  }

  #showServerPictures(): void {
    const { view, phase } = this.#reader.state();
    if (this.#closed.signal.aborted || this.#serverPictures.facts === null) return;
    const first = leadingPage(view.page, view.mode);
    const pages = Array.from({ length: pagesAcross(view.mode) }, (_, at) => first + at);
    if (this.#viewer.pagesCount > 0) this.#serverPictures.show(pages, view.rotation);
    else if (phase.state === 'opening') {
      const ahead = pages.flatMap((page) => this.#pageAhead(page, view) ?? []);
      this.#serverPictures.showAhead(ahead, view.mode, view.rotation);
    }
  }

  #pageAhead(page: number, view: ViewState): PageAhead | null {
    const upright = this.#serverPictures.facts?.sizeOf(page) ?? null;
    if (upright === null) return null;
    const { width, height } = upright;
    const size = view.rotation % 180 === 0 ? upright : { width: height, height: width };
    return { page, size, pixelsPerPoint: this.#scale.pixelsPerPointOf(size, view) };
  }

  #undrawnElement(page: number): HTMLElement | null {
    if (page > this.#viewer.pagesCount) return null;
    const { div, renderingState } = this.#viewer.getPageView(page - 1);
    return renderingState === RenderingStates.FINISHED ? null : div;
  }

  // pdf.js turns the page when we ask it to, and when a link is followed or a hit is found.
  #onPageChange(pageNumber: number): void {
    const reading = this.#viewer.pdfDocument?.getPage(pageNumber); // by the worker, meanwhile
    this.#viewer.updateFarPagesFor(pageNumber);
    const { renderingState } = this.#viewer.getPageView(pageNumber - 1);
    this.#slowPage.setDrawn(renderingState === RenderingStates.FINISHED);
    this.#reader.act({ type: 'reachPage', page: pageNumber });
    this.#showServerPictures();
    this.#viewer.shownPages.forEach(nameSheet);
    reading?.then(
      (page) => this.#closed.signal.aborted || this.#setPage(page),
      (error: unknown) => this.#closed.signal.aborted || this.#reportFault(pageNumber, error),
    );
  }

  // Until pdf.js draws a page it takes it to be of the size of the first one; the page knows its own.
  #setPage(page: PDFPageProxy): void {
    const view = this.#viewer.getPageView(page.pageNumber - 1);
    if (view.pdfPage === null) view.setPdfPage(page);
    if (this.#viewer.currentPageNumber === page.pageNumber) this.show(this.#reader.state().view);
  }

  #onPageDrawn({ pageNumber, error }: DrawnEvent): void {
    if (error) this.#reportFault(pageNumber, error);
    this.#serverPictures.remove(pageNumber);
    if (pageNumber === this.#viewer.currentPageNumber) this.#slowPage.setDrawn(true);
    this.#scale.redraw();
    const drawn = this.#viewer.getPageView(pageNumber - 1);
    nameSheet(drawn);
    const sheet = sheetOf(drawn, this.#viewer.pagesRotation);
    if (sheet !== null) this.#reader.onSheet(sheet);
    const selection = getSelection();
    for (const view of this.#viewer.getCachedPageViews()) {
      // Its text would no longer be selected.
      const isSelected = selection?.isCollapsed === false && selection.containsNode(view.div, true);
      if (isSelected || this.#viewer.isKept(view.id)) continue;
      view.destroy();
      // To mark hits, finding keeps the text layer of every page that was ever drawn.
      // oxlint-disable-next-line no-underscore-dangle -- pdf.js calls it so
      view._textHighlighter.setTextMapping([], []);
    }
  }

  #reportFault(pageNumber: number, error: unknown): void {
    reportRenderError(error);
    this.#serverPictures.remove(pageNumber);
    if (pageNumber === this.#viewer.currentPageNumber) this.#slowPage.setDrawn(true);
    const faultyPages = new Set(this.#reader.state().faultyPages).add(pageNumber);
    this.#reader.change({ faultyPages });
  }

  #publishSize(): void {
    const percentOfTrueSize = Math.round(this.#scale.shareOfTrueSize * 100);
    if (percentOfTrueSize === this.#reader.state().percentOfTrueSize) return;
    this.#reader.changeAfterFrame({ percentOfTrueSize });
  }

  #publishLinkHistory(): void {
    const { canGoBack, canGoForward } = this.linkHistory;
    const before = this.#reader.state();
    if (before.canGoBack === canGoBack && before.canGoForward === canGoForward) return;
    this.#reader.change({ canGoBack, canGoForward });
  }

  #onFound({ matchesCount, state }: FindEvent): void {
    const searching = state === FindOutcome.PENDING;
    this.#reader.change({
      found: { ...matchesCount, state: searching ? 'searching' : this.#stateOfFinding() },
    });
  }

  #onCounted(): void {
    const { found } = this.#reader.state();
    if (found.state !== 'counting' || this.#closed.signal.aborted) return;
    this.#reader.change({ found: { ...found, state: this.#stateOfFinding() } });
  }

  #stateOfFinding(): FindResult['state'] {
    if (this.#find.isCounting) return 'counting';
    return this.#find.hasText ? 'done' : 'no_text';
  }
}

type DrawnEvent = { pageNumber: number; error: unknown };
type FindEvent = { matchesCount: { current: number; total: number }; state?: number };

/** In points of the file, which pdf.js's viewport would multiply by the page's unit. */
function sheetOf({ div, pdfPage }: PDFPageView, rotation: number): PageSheet | null {
  if (pdfPage === null) return null;
  const [left = 0, bottom = 0, right = 0, top = 0] = pdfPage.view;
  const [width, height] = [right - left, top - bottom];
  const isTurned = pdfPage.rotate % 180 !== 0;
  const size = isTurned ? { width: height, height: width } : { width, height };
  return { page: Number(div.dataset['pageNumber']), div, ...size, rotation };
}

// pdf.js's translator misses a page that is put in the place of another.
function nameSheet({ div }: PDFPageView): void {
  div.setAttribute('aria-label', `Page ${div.dataset['pageNumber']}`);
}

/** For the console, besides the notice on the screen; specification, section 8. */
function reportRenderError(error: unknown): void {
  console.error('Failed to render the PDF', error);
}
