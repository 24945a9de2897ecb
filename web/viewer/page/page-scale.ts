import { afterFrame } from './after-frame.ts';
import { type PDFSinglePageViewer, RenderingStates } from './pdf-js.ts';
import type { PictureFirst } from './picture-first.ts';
import { pageWidthAt, zoomThatFits } from './zoom.ts';

/** A point of the window under which the page stays in place while it is zoomed. */
export type Anchor = { clientX: number; clientY: number };

// pdf.js: scale 1 is 96 pixels to 72 points.
const pixelsPerPoint = 96 / 72;

/** Gives the current page the width that its zoom asks for, by pdf.js's scale. */
export class PageScale {
  readonly #viewer: PDFSinglePageViewer;
  readonly #pages: HTMLElement;
  readonly #pictureFirst: PictureFirst;
  /** The scale asked for, while the picture on the screen was drawn for another. */
  #wanted: number | null = null;
  #cancelRedraw: (() => void) | null = null;

  constructor(viewer: PDFSinglePageViewer, pages: HTMLElement, pictureFirst: PictureFirst) {
    this.#viewer = viewer;
    this.#pages = pages;
    this.#pictureFirst = pictureFirst;
  }

  /**
   * Stretches the picture that is there, so that the next frame shows the new zoom, and then has a
   * sharp one drawn. If pdf.js is asked for another scale while it draws, it throws both pictures
   * away and the page is empty; so a drawing is left to finish, and the last zoom asked for follows it.
   */
  zoomTo(zoomTenths: number, anchor?: Anchor): void {
    const scale = this.#scaleAt(zoomTenths);
    if (!(scale > 0)) return;
    if (!isSame(scale, this.#wanted ?? this.#viewer.currentScale)) {
      this.#wanted = scale;
      this.#pictureFirst.hideText();
      this.#keepInPlace(anchor ?? this.#defaultAnchor(), () => this.#stretch(scale));
    }
    if (this.#wanted === null) return;
    if (this.#page().canvas === null) this.redraw();
    else this.#cancelRedraw ??= afterFrame(() => this.redraw());
  }

  /** Has the picture drawn for the scale asked for. To be called when a page has been drawn. */
  redraw(): void {
    this.#clearRedraw();
    const scale = this.#wanted;
    if (scale === null || this.#isDrawing()) return;
    this.#wanted = null;
    this.#pictureFirst.hideText();
    this.#keepInPlace(this.#defaultAnchor(), () => (this.#viewer.currentScale = scale));
  }

  close(): void {
    this.#clearRedraw();
    this.#pictureFirst.showText();
  }

  /** The zoom at which all of the current page is in view, in tenths, not rounded. */
  zoomThatFitsPage(): number {
    const { clientWidth: width, clientHeight: height } = this.#viewer.container;
    return zoomThatFits(this.#page(), { width, height });
  }

  #clearRedraw(): void {
    this.#cancelRedraw?.();
    this.#cancelRedraw = null;
  }

  #scaleAt(zoomTenths: number): number {
    const { width, scale } = this.#page();
    return pageWidthAt(zoomTenths, this.#viewer.container.clientWidth) / (width / scale);
  }

  #stretch(scale: number): void {
    this.#pages.style.setProperty('--scale-factor', String(scale * pixelsPerPoint));
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

  // The middle of what is in view; but a page that shows its top goes on showing it.
  #defaultAnchor(): Anchor {
    const { container } = this.#viewer;
    const box = container.getBoundingClientRect();
    const down = container.scrollTop > 0 ? box.height / 2 : 0;
    return { clientX: box.left + box.width / 2, clientY: box.top + down };
  }

  #keepInPlace({ clientX, clientY }: Anchor, resize: () => void): void {
    const { container } = this.#viewer;
    const page: HTMLElement = this.#page().div;
    const before = page.getBoundingClientRect();
    const x = (clientX - before.left) / before.width;
    const y = (clientY - before.top) / before.height;
    resize();
    const after = page.getBoundingClientRect();
    container.scrollLeft += after.left + x * after.width - clientX;
    container.scrollTop += after.top + y * after.height - clientY;
  }
}

// A scale is computed from the one before, so two are never exactly the same.
function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-6 * b;
}
