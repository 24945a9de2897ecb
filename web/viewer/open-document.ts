import {
  AnnotationEditorType,
  AnnotationMode,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PasswordResponses,
} from 'pdfjs-dist';
import { type FindRequest, findEventOf, nothingSought } from './find/find-state.ts';
import { listenToGestures } from './input/gestures.ts';
import { type Loading, loadDocument } from './bytes/load-document.ts';
import { giveBackHost, sharedTranslator, takeHost } from './page/page-host.ts';
import { type Anchor, PageScale } from './page/page-scale.ts';
import { nameHeadings } from './page/page-structure.ts';
import { PageViewer } from './page/page-viewer.ts';
import { PictureFirst } from './page/picture-first.ts';
import {
  EventBus,
  FindOutcome,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  type PDFPageView,
} from './page/pdf-js.ts';
import type { PdfSource } from './bytes/pdf-source.ts';
import type { ReaderState, ViewControl } from './reader-state.ts';
import { type Spot, Trail } from './page/trail.ts';
import type { ViewState } from './view-state.ts';

/** What an open document needs of the reader whose state it keeps. */
type ReaderLink = ViewControl & {
  change: (change: Partial<ReaderState>) => void;
  onRefused: () => Promise<unknown>;
};

// Some 64 MB a picture. Where a page needs more, pdf.js draws it coarsely and, above it, sharply
// the part that is seen.
const maxCanvasPixels = 16 * 1024 * 1024;
// Pictures of pages further away are given up.
const keptPagesAround = 1;

/** pdf.js's viewer, links and finding over one document, from opening to giving all of it back. */
export class OpenDocument {
  readonly trail: Trail;
  readonly #reader: ReaderLink;
  readonly #closed = new AbortController();
  readonly #host = takeHost();
  readonly #events = new EventBus();
  readonly #links: PDFLinkService;
  readonly #viewer: PageViewer;
  readonly #scale: PageScale;
  readonly #pictureFirst: PictureFirst;
  readonly #loading: Loading;
  #tryPassword: ((password: string) => void) | null = null;

  constructor(place: HTMLElement, source: PdfSource, reader: ReaderLink) {
    this.#reader = reader;
    const { signal } = this.#closed;
    // First of all: the bytes are on their way while the viewer is made.
    this.#loading = loadDocument(source, {
      onInterrupted: (interrupted) => {
        if (interrupted !== reader.state().interrupted) reader.change({ interrupted });
      },
      onRefused: reader.onRefused,
      onPassword: (tryPassword, reason) => {
        this.#tryPassword = tryPassword;
        const wrongPassword = reason === PasswordResponses.INCORRECT_PASSWORD;
        reader.change({ phase: { state: 'locked', wrongPassword } });
      },
    });
    place.append(this.#host.container);
    this.#links = new PDFLinkService({
      eventBus: this.#events,
      externalLinkTarget: LinkTarget.BLANK,
      externalLinkRel: 'noopener noreferrer',
      ignoreDestinationZoom: true,
    });
    const options = {
      container: this.#host.container,
      viewer: this.#host.pages,
      eventBus: this.#events,
      linkService: this.#links,
      findController: new PDFFindController({ eventBus: this.#events, linkService: this.#links }),
      l10n: sharedTranslator(),
      imageResourcesPath: '/pdfjs/images/',
      removePageBorders: true,
      annotationMode: AnnotationMode.ENABLE,
      annotationEditorMode: AnnotationEditorType.DISABLE,
      maxCanvasPixels,
      abortSignal: signal, // not in pdf.js's types
    };
    this.#viewer = new PageViewer(options, () => this.#pictureFirst.isAwaited);
    this.#pictureFirst = new PictureFirst(this.#host.pages, {
      shown: () => this.#viewer.forceRendering(),
      rested: () => this.#viewer.catchUp(),
    });
    this.#scale = new PageScale(this.#viewer, this.#host.pages, this.#pictureFirst);
    this.trail = new Trail(this.#viewer, () => this.#tellTrail());
    this.#links.setViewer(this.#viewer);
    this.#links.setHistory(this.trail);
    this.#listen();

    this.#loading.pdf.then(
      (pdf) => signal.aborted || this.#begin(pdf),
      (error: unknown) => signal.aborted || this.#fail(error),
    );
  }

  /** Brings the screen to what the state says. */
  show(view: ViewState, anchor?: Anchor): void {
    if (this.#viewer.pagesCount === 0) return;
    if (this.#viewer.pagesRotation !== view.rotation) this.#viewer.pagesRotation = view.rotation;
    if (this.#viewer.currentPageNumber !== view.page) {
      this.#pictureFirst.hold();
      this.#viewer.currentPageNumber = view.page;
    }
    if (view.fitsPage) this.fitPage();
    this.#scale.zoomTo(this.#reader.state().view.zoomTenths, anchor);
  }

  fitPage(): void {
    if (this.#viewer.pagesCount === 0) return;
    this.#reader.act({ type: 'fitPage', zoomTenths: this.#scale.zoomThatFitsPage() });
  }

  follow(destination: string | unknown[]): void {
    this.#viewer.catchUp(); // to scroll to the right place
    void this.#links.goToDestination(destination);
  }

  find(request: FindRequest): void {
    this.#pictureFirst.release(); // hits are marked, and scrolled to, in the text
    this.#events.dispatch('find', { source: this, ...findEventOf(request) });
  }

  endFind(): void {
    this.#events.dispatch('findbarclose', { source: this });
    this.#reader.change({ found: nothingSought });
  }

  unlock(password: string): void {
    this.#reader.change({ phase: { state: 'opening' } });
    this.#tryPassword?.(password);
  }

  retry(): void {
    this.#loading.retry();
  }

  focus(): void {
    this.#host.container.focus({ preventScroll: true });
  }

  close(): void {
    this.#closed.abort();
    this.#scale.end();
    // Without this, setDocument(null) drops the pages with their canvases as they are.
    for (let page = 0; page < this.#viewer.pagesCount; page++) {
      this.#viewer.getPageView(page).destroy();
    }
    this.#viewer.setDocument(null);
    this.#links.setDocument(null);
    this.#loading.close().catch(reportRenderError);
    giveBackHost(this.#host);
  }

  #begin(pdf: PDFDocumentProxy): void {
    // pdf.js asks for the layers at once and looks at the answer when it draws: a document closed
    // before that would leave a rejection that nobody handles.
    const askForLayers = pdf.getOptionalContentConfig.bind(pdf);
    pdf.getOptionalContentConfig = (options) => {
      const layers = askForLayers(options);
      layers.catch(() => {});
      return layers;
    };
    this.#links.setDocument(pdf);
    this.#viewer.setDocument(pdf);
  }

  #fail(error: unknown): void {
    reportRenderError(error);
    this.#reader.change({ phase: { state: 'failed' } });
  }

  #listen(): void {
    const { signal } = this.#closed;
    const on = (name: string, heard: (event: never) => void) =>
      this.#events.on(name, heard, { signal });
    on('pagesinit', () => this.#showFirst());
    on('pagechanging', ({ pageNumber }: { pageNumber: number }) => this.#turned(pageNumber));
    on('updateviewarea', ({ location }: { location: Spot }) => {
      this.trail.see(location);
      this.#scale.zoomTo(this.#reader.state().view.zoomTenths); // pages differ in size
    });
    on('pagerendered', (event: { pageNumber: number; error: unknown }) => this.#drawn(event));
    on('textlayerrendered', ({ source }: { source: PDFPageView }) => {
      nameHeadings(source).catch(reportRenderError);
    });
    on('updatefindmatchescount', (event: FindEvent) => this.#found(event));
    on('updatefindcontrolstate', (event: FindEvent) => this.#found(event));

    const resized = new ResizeObserver(() => this.show(this.#reader.state().view));
    resized.observe(this.#host.container);
    signal.addEventListener('abort', () => resized.disconnect());
    listenToGestures(this.#host.container, this.#reader, signal);
  }

  #showFirst(): void {
    const pdf = this.#viewer.pdfDocument;
    if (!pdf) return;
    this.#reader.change({ phase: { state: 'ready', pdf } });
    this.#reader.act({ type: 'loaded', total: pdf.numPages });
    this.#turned(this.#reader.state().view.page);
    this.show(this.#reader.state().view);
  }

  // The page may have been turned by us, or by a link or a hit.
  #turned(pageNumber: number): void {
    this.#viewer.catchUpFor(pageNumber);
    this.#reader.act({ type: 'goToPage', page: pageNumber });
    // pdf.js's translator looks away while a single page is put in its place.
    this.#viewer.getPageView(pageNumber - 1).div.setAttribute('aria-label', `Page ${pageNumber}`);
    this.#viewer.pdfDocument?.getPage(pageNumber).then(
      (page) => this.#closed.signal.aborted || this.#measured(page),
      (error: unknown) => this.#closed.signal.aborted || this.#tellFault(pageNumber, error),
    );
  }

  // pdf.js gives a page the size of the first until it is drawn.
  #measured(page: PDFPageProxy): void {
    const view = this.#viewer.getPageView(page.pageNumber - 1);
    if (view.pdfPage === null) view.setPdfPage(page);
    if (this.#viewer.currentPageNumber === page.pageNumber) this.show(this.#reader.state().view);
  }

  #drawn({ pageNumber, error }: { pageNumber: number; error: unknown }): void {
    if (error) this.#tellFault(pageNumber, error);
    if (pageNumber === this.#viewer.currentPageNumber) this.#scale.settle();
    for (const view of this.#viewer.getCachedPageViews()) {
      const far = Math.abs(view.id - this.#viewer.currentPageNumber) > keptPagesAround;
      if (!far) continue;
      view.destroy();
      // Finding marks hits in the page's text, and would hold all of it, page after page.
      // oxlint-disable-next-line no-underscore-dangle -- pdf.js calls it so
      view._textHighlighter.setTextMapping([], []);
    }
  }

  #tellFault(pageNumber: number, error: unknown): void {
    reportRenderError(error);
    const faultyPages = new Set(this.#reader.state().faultyPages).add(pageNumber);
    this.#reader.change({ faultyPages });
  }

  #tellTrail(): void {
    const { canGoBack, canGoForward } = this.trail;
    this.#reader.change({ canGoBack, canGoForward });
  }

  #found({ matchesCount, state }: FindEvent): void {
    const searching = state === FindOutcome.PENDING;
    this.#reader.change({ found: { ...matchesCount, state: searching ? 'searching' : 'done' } });
  }
}

type FindEvent = { matchesCount: { current: number; total: number }; state?: number };

/** Beside what the reader is shown; specification, section 8. */
function reportRenderError(error: unknown): void {
  console.error('Failed to render the PDF', error);
}
