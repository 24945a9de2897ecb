import { type PDFSinglePageViewer, RenderingStates } from './pdf-js.ts';
import { type PictureFirst, afterFrame } from './picture-first.ts';
import { initialZoomTenths } from '../view-state.ts';

/** A point of the window that stays over the same point of the page while that is zoomed. */
export type Anchor = { clientX: number; clientY: number };

// pdf.js: scale 1 is 96 pixels to 72 points.
const pixelsPerPoint = 96 / 72;

/** Gives the page shown the width that the zoom asks for: viewer width × zoom / 3. */
export class PageScale {
  readonly #viewer: PDFSinglePageViewer;
  readonly #sheets: HTMLElement;
  readonly #pictureFirst: PictureFirst;
  /** The scale wanted while the picture of another is shown. */
  #wanted: number | null = null;
  /** Calls off the frame after which the sharp picture is begun. */
  #frame: (() => void) | null = null;

  constructor(viewer: PDFSinglePageViewer, sheets: HTMLElement, pictureFirst: PictureFirst) {
    this.#viewer = viewer;
    this.#sheets = sheets;
    this.#pictureFirst = pictureFirst;
  }

  /**
   * The picture there is, stretched, shows the new zoom in the next frame; only then is the sharp
   * one begun. pdf.js throws both away when it is told to begin anew while it draws, and the reader
   * would see an empty page: so a drawing is let finish, and the last zoom asked for comes after it.
   */
  zoomTo(zoomTenths: number, anchor?: Anchor): void {
    const scale = this.#scaleOf(zoomTenths);
    if (!(scale > 0)) return;
    if (!isSame(scale, this.#wanted ?? this.#viewer.currentScale)) {
      this.#wanted = scale;
      this.#pictureFirst.hold();
      this.#keeping(anchor ?? this.#anchor(), () => this.#stretch(scale));
    }
    if (this.#wanted === null) return;
    if (this.#page().canvas === null) this.settle();
    else this.#frame ??= afterFrame(() => this.settle());
  }

  /** Has the picture drawn for the scale it is shown at. To be called when a page has been drawn. */
  settle(): void {
    this.#callOff();
    const scale = this.#wanted;
    if (scale === null || this.#isDrawing()) return;
    this.#wanted = null;
    this.#pictureFirst.hold();
    this.#keeping(this.#anchor(), () => (this.#viewer.currentScale = scale));
  }

  /** The document is closed. */
  end(): void {
    this.#callOff();
    this.#pictureFirst.release();
  }

  #callOff(): void {
    this.#frame?.();
    this.#frame = null;
  }

  /** The zoom at which the whole page is seen, in tenths, not yet rounded. */
  zoomThatFitsPage(): number {
    const { clientWidth, clientHeight } = this.#viewer.container;
    const { width, height } = this.#page();
    return initialZoomTenths * Math.min(1, clientHeight / ((clientWidth * height) / width));
  }

  #scaleOf(zoomTenths: number): number {
    const { width, scale } = this.#page();
    const cssWidth = (this.#viewer.container.clientWidth * zoomTenths) / initialZoomTenths;
    return cssWidth / (width / scale);
  }

  #stretch(scale: number): void {
    this.#sheets.style.setProperty('--scale-factor', String(scale * pixelsPerPoint));
  }

  #page() {
    return this.#viewer.getPageView(this.#viewer.currentPageNumber - 1);
  }

  #isDrawing(): boolean {
    const { canvas, renderingState } = this.#page();
    const busy =
      renderingState === RenderingStates.RUNNING || renderingState === RenderingStates.PAUSED;
    return busy && canvas !== null;
  }

  // The middle of what is seen; but the top of a page stays at the top.
  #anchor(): Anchor {
    const { container } = this.#viewer;
    const box = container.getBoundingClientRect();
    const down = container.scrollTop > 0 ? box.height / 2 : 0;
    return { clientX: box.left + box.width / 2, clientY: box.top + down };
  }

  #keeping({ clientX, clientY }: Anchor, change: () => void): void {
    const { container } = this.#viewer;
    const sheet: HTMLElement = this.#page().div;
    const before = sheet.getBoundingClientRect();
    const x = (clientX - before.left) / before.width;
    const y = (clientY - before.top) / before.height;
    change();
    const after = sheet.getBoundingClientRect();
    container.scrollLeft += after.left + x * after.width - clientX;
    container.scrollTop += after.top + y * after.height - clientY;
  }
}

// Computed from the scale before, so never exactly the same.
function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-6 * b;
}
