import { type ViewState, pagesAcross } from '../view-state.ts';
import { afterFrame } from './after-frame.ts';
import type { PageViewer } from './page-viewer.ts';
import { type PDFPageView, RenderingStates } from '../pdf-js/pdf-js.ts';
import type { PictureFirst } from './picture-first.ts';
import {
  boundZoom,
  pageWidthAt,
  type Size,
  startWidth,
  type Widths,
  zoomAtWidth,
  zoomThatFits,
} from './zoom.ts';

/** A point of the window under which the page stays in place while it is zoomed. */
export type ZoomAnchor = { clientX: number; clientY: number };

// pdf.js: scale 1 is 96 pixels to 72 points.
const pixelsPerPoint = 96 / 72;

/** Between two pages side by side; as in viewer.module.css. */
const gapPixels = 8;

/** What the widths of all pages follow from: the zoom, and the room that each of them has. */
type Law = { zoomTenths: number; room: Size };

/** Gives every page the width that the zoom asks for, by a scale of its own. */
export class PageScale {
  readonly #viewer: PageViewer;
  readonly #pages: HTMLElement;
  readonly #pictureFirst: PictureFirst;
  /** By which the pages are laid out. */
  #law: Law | null = null;
  /** The height of the viewer without bars above the page, for this size of the window. */
  #fullHeight = { window: '', pixels: 0 };
  /** Whether the pictures on the screen were drawn for another layout. */
  #isStale = false;
  #cancelRedraw: (() => void) | null = null;
  /** The pages that are not as large on paper as the first one. */
  readonly #otherSizes = new Set<PDFPageView>();

  constructor(viewer: PageViewer, pages: HTMLElement, pictureFirst: PictureFirst) {
    this.#viewer = viewer;
    this.#pages = pages;
    this.#pictureFirst = pictureFirst;
  }

  /** How large the current page is on the screen, as a share of its size on paper. */
  get shareOfTrueSize(): number {
    return this.scaleOf(this.#page());
  }

  /**
   * Stretches the pictures that are there, so that the next frame shows the new zoom, and then has
   * sharp ones drawn. If pdf.js is asked for another scale while it draws, it throws both pictures
   * away and the page is empty; so a drawing is left to finish, and the last zoom asked for follows it.
   */
  zoomTo(zoomTenths: number, anchor?: ZoomAnchor): void {
    this.layOut(zoomTenths, anchor);
    if (!this.#isStale) return;
    if (this.#page().canvas === null) this.redraw();
    else this.#cancelRedraw ??= afterFrame(() => this.redraw());
  }

  /** Gives the pages their places and widths, without drawing any. */
  layOut(zoomTenths: number, anchor: ZoomAnchor = this.#defaultAnchor()): void {
    const room = this.#room();
    if (!(room.width > 0)) return;
    if (this.#isLaidOutBy({ zoomTenths, room })) return;
    this.#law = { zoomTenths, room };
    this.#isStale = true;
    this.#pictureFirst.hideText();
    this.#keepInPlace(anchor, () => this.#stretch());
  }

  /** Has the pictures drawn for the zoom asked for. To be called when a page has been drawn. */
  redraw(): void {
    this.#clearRedraw();
    if (!this.#isStale || this.#isDrawing()) return;
    this.#isStale = false;
    this.#pictureFirst.hideText();
    this.#keepInPlace(this.#defaultAnchor(), () => this.#viewer.rescale());
  }

  close(): void {
    this.#clearRedraw();
    this.#pictureFirst.showText();
    this.#otherSizes.clear();
  }

  /** The scale that the zoom asks for, of a page that may have another one still. */
  scaleOf(page: PDFPageView): number {
    if (this.#law === null) return page.scale;
    const { zoomTenths, room } = this.#law;
    const widths = widthsOf(page, room);
    return pageWidthAt(zoomTenths, widths) / widths.true;
  }

  /** How many pixels a point will take of a page that pdf.js does not know yet; its size in points. */
  pixelsPerPointOf(page: Size, view: ViewState): number {
    const room = this.#room();
    const onPaper = {
      width: page.width * pixelsPerPoint,
      height: page.height * pixelsPerPoint,
    };
    const start = startWidth(onPaper, room);
    const fitting = zoomThatFits(onPaper, this.#viewer.container.clientHeight, start);
    const zoomTenths = view.fitsPage ? boundZoom(Math.floor(fitting)) : view.zoomTenths;
    return pageWidthAt(zoomTenths, { start, true: onPaper.width }) / page.width;
  }

  /** To be called before the page is drawn for the first time. */
  onSizeKnown(page: PDFPageView): void {
    const [size, first] = [sizeOnPaper(page), sizeOnPaper(this.#viewer.getPageView(0))];
    const isSame = (a: number, b: number) => Math.abs(a - b) < 0.01;
    if (isSame(size.width, first.width) && isSame(size.height, first.height)) return;
    this.#otherSizes.add(page);
    this.#stretchOne(page);
    page.update({ scale: this.scaleOf(page) });
  }

  /** Changes how pages are laid out; the part of the current page that is in view stays in view. */
  keepPage(change: () => void): void {
    this.#keepInPlace(this.#defaultAnchor(), change, this.#page());
  }

  /** To be called when pages were rotated, which gives them other widths. */
  layOutAgain(): void {
    this.#law = null;
  }

  /** The zoom at which all of the pages shown is in view, in tenths, not rounded. */
  zoomThatFitsPage(): number {
    const { clientHeight } = this.#viewer.container;
    const shown = this.#viewer.mode === 'continuous' ? [this.#page()] : this.#viewer.shownPages;
    const room = this.#room();
    return Math.min(
      ...shown.map((page) => zoomThatFits(page, clientHeight, widthsOf(page, room).start)),
    );
  }

  /** The zoom at which the current page is as wide as there is room, in tenths, not rounded. */
  zoomThatFitsWidth(): number {
    const room = this.#room();
    return zoomAtWidth(room.width, widthsOf(this.#page(), room));
  }

  /** The zoom at which the current page is `factor` times as wide as at another; in tenths, not rounded. */
  zoomTimes(zoomTenths: number, factor: number): number {
    const widths = widthsOf(this.#page(), this.#room());
    return zoomAtWidth(pageWidthAt(zoomTenths, widths) * factor, widths);
  }

  #clearRedraw(): void {
    this.#cancelRedraw?.();
    this.#cancelRedraw = null;
  }

  /** For one page: the viewer, or the page's share of it where pages are side by side. */
  #room(): Size {
    const { container, mode } = this.#viewer;
    const across = pagesAcross(mode);
    const width = (container.clientWidth - (across - 1) * gapPixels) / across;
    return { width, height: this.#heightWithoutBars() };
  }

  // A find bar that opens, or a remark that comes later, does not make the pages smaller.
  #heightWithoutBars(): number {
    const size = `${innerWidth} ${innerHeight}`;
    const { window, pixels } = this.#fullHeight;
    const before = window === size ? pixels : 0;
    this.#fullHeight = {
      window: size,
      pixels: Math.max(before, this.#viewer.container.clientHeight),
    };
    return this.#fullHeight.pixels;
  }

  /** Another height alone, as where a phone hides its address bar, mostly leaves the pages as they are. */
  #isLaidOutBy({ zoomTenths, room }: Law): boolean {
    const law = this.#law;
    if (law?.zoomTenths !== zoomTenths || law.room.width !== room.width) return false;
    return [this.#viewer.getPageView(0), ...this.#otherSizes].every(
      (page) => widthsOf(page, room).start === widthsOf(page, law.room).start,
    );
  }

  #stretch(): void {
    const scale = this.scaleOf(this.#viewer.getPageView(0));
    this.#pages.style.setProperty('--scale-factor', String(scale * pixelsPerPoint));
    for (const page of this.#otherSizes) this.#stretchOne(page);
  }

  #stretchOne(page: PDFPageView): void {
    page.div.style.setProperty('--scale-factor', String(this.scaleOf(page) * pixelsPerPoint));
  }

  #page(): PDFPageView {
    return this.#viewer.getPageView(this.#viewer.currentPageNumber - 1);
  }

  #isDrawing(): boolean {
    return this.#viewer.shownPages.some(({ canvas, renderingState }) => {
      const busy =
        renderingState === RenderingStates.RUNNING || renderingState === RenderingStates.PAUSED;
      return busy && canvas !== null;
    });
  }

  // The middle of what is in view; but a page that shows its top goes on showing it.
  #defaultAnchor(): ZoomAnchor {
    const { container } = this.#viewer;
    const box = container.getBoundingClientRect();
    const down = container.scrollTop > 0 ? box.height / 2 : 0;
    return { clientX: box.left + box.width / 2, clientY: box.top + down };
  }

  #keepInPlace(anchor: ZoomAnchor, resize: () => void, view = this.#pageAt(anchor)): void {
    const { clientX, clientY } = anchor;
    const { container } = this.#viewer;
    const page: HTMLElement = view.div;
    const before = page.getBoundingClientRect();
    const x = (clientX - before.left) / before.width;
    const y = (clientY - before.top) / before.height;
    resize();
    const after = page.getBoundingClientRect();
    container.scrollLeft += after.left + x * after.width - clientX;
    container.scrollTop += after.top + y * after.height - clientY;
  }

  #pageAt({ clientX, clientY }: ZoomAnchor): PDFPageView {
    const under = this.#viewer.shownPages.find(({ div }) => {
      const { left, right, top, bottom } = div.getBoundingClientRect();
      return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
    });
    return under ?? this.#page();
  }
}

function widthsOf(page: PDFPageView, room: Size): Widths {
  const size = sizeOnPaper(page);
  return { start: startWidth(size, room), true: size.width };
}

/** At 96 pixels an inch. */
function sizeOnPaper({ width, height, scale }: PDFPageView): Size {
  return { width: width / scale, height: height / scale };
}
