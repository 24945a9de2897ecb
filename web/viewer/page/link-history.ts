import type { PDFViewer } from '../pdf-js/pdf-js.ts';

/** A place in a document: a page, and the point of it at the top left, in the page's own units. */
export type PagePosition = { pageNumber: number; left: number; top: number };

/** What an entry of the browser's history keeps: of which document, after how many links, and where. */
type Kept = { of: string; step: number; position: PagePosition | null };

/** Where a document was left for another one. */
type Left = { of: string; position: PagePosition };

/**
 * Back and forward for links and the outline. Every link that is followed is an entry of the browser's
 * history, so that its Back leads to the place of the link as the viewer's own does. It takes the place
 * of pdf.js's own history, which would mistake the router's entries for its own.
 */
export class LinkHistory {
  readonly #viewer: PDFViewer;
  readonly #of: string;
  readonly #onChange: () => void;
  #current: PagePosition | null = null;
  #step: number;
  #lastStep: number;
  /** Where the reader was at each step. Entries made before a reload keep theirs. */
  #positions: (PagePosition | null)[] = [];

  /** `of` names the document among those that the browser's history leads to. */
  constructor(viewer: PDFViewer, of: string, onChange: () => void, closed: AbortSignal) {
    this.#viewer = viewer;
    this.#of = of;
    this.#onChange = onChange;
    this.#step = this.#keptIn(window.history.state)?.step ?? 0;
    this.#lastStep = this.#step;
    const onPop = ({ state }: PopStateEvent) => this.#goTo(this.#keptIn(state));
    window.addEventListener('popstate', onPop, { signal: closed });
  }

  get canGoBack(): boolean {
    return this.#step > 0;
  }

  get canGoForward(): boolean {
    return this.#step < this.#lastStep;
  }

  /** To be called whenever the reader scrolls or turns the page. */
  setCurrent(position: PagePosition): void {
    this.#current = position;
  }

  // pdf.js's link service calls the next three before it goes to a destination.
  pushCurrentPosition(): void {
    if (this.#current === null) return;
    const { history } = window;
    history.replaceState(this.#stateWith(this.#step, this.#current), '');
    this.#positions[this.#step] = this.#current;
    this.#step += 1;
    this.#lastStep = this.#step;
    this.#positions.length = this.#step;
    // As the router writes its own entries: it reads them when one comes back to this one.
    const idx = (history.state?.idx ?? 0) + 1;
    const key = Math.random().toString(36).slice(2, 10);
    history.pushState({ ...this.#stateWith(this.#step, null), idx, key }, '');
    this.#onChange();
  }

  /** Notes where the reader is, before another document is opened: coming back leads there. */
  keepPlace(): void {
    if (this.#current === null) return;
    const left: Left = { of: this.#of, position: this.#current };
    window.history.replaceState({ ...window.history.state, left }, '');
  }

  /** Goes where the reader was when another document was opened from here; once. */
  returnToPlace(): void {
    const { left, ...rest }: { left?: Left } = window.history.state ?? {};
    if (left?.of !== this.#of) return;
    window.history.replaceState(rest, '');
    this.#show(left.position);
  }

  push(): void {}

  pushPage(): void {}

  goBack(): void {
    if (this.canGoBack) window.history.back();
  }

  goForward(): void {
    if (this.canGoForward) window.history.forward();
  }

  #goTo(kept: Kept | null): void {
    if (kept === null) return; // another document's
    this.#positions[this.#step] = this.#current;
    this.#step = kept.step;
    this.#lastStep = Math.max(this.#lastStep, kept.step);
    const position = this.#positions[kept.step] ?? kept.position;
    if (position !== null) this.#show(position);
    this.#onChange();
  }

  #show({ pageNumber, left, top }: PagePosition): void {
    this.#viewer.scrollPageIntoView({
      pageNumber,
      destArray: [null, { name: 'XYZ' }, left, top, null],
      ignoreDestinationZoom: true,
      allowNegativeOffset: true,
    });
  }

  #stateWith(step: number, position: PagePosition | null): object {
    const kept: Kept = { of: this.#of, step, position };
    return { ...window.history.state, links: kept };
  }

  #keptIn(state: { links?: Kept } | null): Kept | null {
    return state?.links?.of === this.#of ? state.links : null;
  }
}
