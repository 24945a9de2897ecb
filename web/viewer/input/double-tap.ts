import type { ZoomControl } from '../reader-state.ts';
import { initialZoomTenths } from '../page/zoom.ts';
import { type PageColumn, columnAt } from './column.ts';

const maxPauseMs = 350;
const maxApartPixels = 30;
const maxTapMs = 250;
// Of the screen's width, left free on both sides of a column together.
const margin = 0.06;
// Where there is no text, as on a drawing or a scan.
const factorWithoutText = 2.5;
const leastFactor = 1.15;

type Tap = { x: number; y: number; at: number };

/** Two quick taps bring the column under the finger to the width of the screen, and two more back. */
export class DoubleTap {
  readonly #container: HTMLElement;
  readonly #control: ZoomControl;
  #down: Tap | null = null;
  #last: Tap | null = null;
  /** Where a double tap came from, and the zoom it led to. */
  #before: { zoomTenths: number; after: number } | null = null;

  constructor(container: HTMLElement, control: ZoomControl) {
    this.#container = container;
    this.#control = control;
  }

  /** A finger is put down; null for several. */
  onDown(tap: Tap | null): void {
    this.#down = tap;
    if (tap === null) this.#last = null;
  }

  /** The finger is lifted. Whether that was the second of two taps. */
  onUp(tap: Tap): boolean {
    const down = this.#down;
    const isTap = down !== null && tap.at - down.at < maxTapMs && isNear(tap, down);
    const last = this.#last;
    this.#last = isTap ? tap : null;
    if (!isTap || last === null || tap.at - last.at > maxPauseMs || !isNear(tap, last))
      return false;
    this.#last = null;
    this.#zoom(tap);
    return true;
  }

  #zoom({ x, y }: Tap): void {
    const { act, state, zoomTimes } = this.#control;
    const { zoomTenths } = state().view;
    const anchor = { clientX: x, clientY: y };
    if (zoomTenths > initialZoomTenths || zoomTenths === this.#before?.after) {
      const back = this.#before?.after === zoomTenths ? this.#before.zoomTenths : initialZoomTenths;
      this.#before = null;
      act({ type: 'zoomTo', zoomTenths: back }, anchor);
      return;
    }
    const page = pageAt(x, y);
    if (page === null) return;
    const column = columnUnder(page, x);
    const factor = this.#factorFor(page, column);
    act({ type: 'zoomTo', zoomTenths: Math.floor(zoomTimes(zoomTenths, factor)) }, anchor);
    this.#before = { zoomTenths, after: state().view.zoomTenths };
    if (column !== null) this.#centre(page, column);
  }

  #factorFor(page: HTMLElement, column: PageColumn | null): number {
    if (column === null) return factorWithoutText;
    const width = (column.right - column.left) * page.getBoundingClientRect().width;
    return Math.max(leastFactor, (this.#container.clientWidth * (1 - margin)) / width);
  }

  #centre(page: HTMLElement, column: PageColumn): void {
    const box = page.getBoundingClientRect();
    const view = this.#container.getBoundingClientRect();
    const middle = box.left + ((column.left + column.right) / 2) * box.width;
    this.#container.scrollLeft += middle - (view.left + this.#container.clientWidth / 2);
  }
}

function isNear(a: Tap, b: Tap): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) < maxApartPixels;
}

function pageAt(x: number, y: number): HTMLElement | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('.page') ?? null;
}

function columnUnder(page: HTMLElement, x: number): PageColumn | null {
  const { left, width, height } = page.getBoundingClientRect();
  const pieces = [...page.querySelectorAll('.textLayer span')]
    .map((span) => span.getBoundingClientRect())
    .map((box) => ({
      left: (box.left - left) / width,
      right: (box.right - left) / width,
      height: box.height / height,
    }));
  return columnAt((x - left) / width, pieces);
}
