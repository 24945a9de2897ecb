import type { Redline, RedlineChange } from '#contract/redline.ts';
import { type StripLayout, heightOf, placeAt } from '../../../viewer/strip/strip-layout.ts';
import { type ScrollSide, lineBelow, otherSide, scrollMap, scrolledWith } from './scroll-map.ts';

type Strip = { element: HTMLElement; layout: StripLayout };

/** Scrolls the strips of both sides: to a change, and with each other by the text that corresponds. */
export class ScrollTogether {
  #isOn = true;
  readonly #anchors: Redline['anchors'];
  readonly #strips: Record<ScrollSide, Strip | null> = { from: null, to: null };
  /** Where we have scrolled a side ourselves: its event is none of the reader's. */
  readonly #expected: Record<ScrollSide, number | null> = { from: null, to: null };
  readonly #listeners = new Set<() => void>();
  /** Shown until the reader scrolls on; another zoom or width shows it again. */
  #shown: RedlineChange | null = null;
  #map: ReturnType<typeof scrollMap> | null = null;

  constructor(anchors: Redline['anchors']) {
    this.#anchors = anchors;
  }

  setTogether(isOn: boolean): void {
    this.#isOn = isOn;
  }

  /** A side is laid out, perhaps anew: what was in view stays. */
  setStrip(side: ScrollSide, strip: Strip): void {
    const before = this.#strips[side];
    this.#strips[side] = strip;
    this.#map = null;
    if (this.#shown !== null) this.#reveal(side, this.#shown);
    else if (before !== null) this.#keepPlace(side, before.layout, strip);
    this.#tell();
  }

  removeStrip(side: ScrollSide): void {
    this.#strips[side] = null;
    this.#map = null;
  }

  show(change: RedlineChange): void {
    this.#shown = change;
    this.#reveal('from', change);
    this.#reveal('to', change);
    this.#tell();
  }

  handleScroll(side: ScrollSide): void {
    const strip = this.#strips[side];
    const expected = this.#expected[side];
    this.#expected[side] = null;
    if (strip === null) return;
    this.#tell();
    const { element } = strip;
    if (expected !== null && Math.abs(element.scrollTop - expected) < 2) return;
    this.#shown = null;
    if (this.#isOn) this.#follow(side, element);
  }

  /** What of the newer document is in view, as shares of its height. */
  view(): { top: number; height: number } {
    const strip = this.#strips.to;
    if (strip === null || strip.layout.height === 0) return { top: 0, height: 0 };
    const { scrollTop, clientHeight } = strip.element;
    const { height } = strip.layout;
    return { top: scrollTop / height, height: Math.min(1, clientHeight / height) };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #follow(side: ScrollSide, element: HTMLElement): void {
    const other = this.#strips[otherSide[side]];
    const { from, to } = this.#strips;
    if (other === null || from === null || to === null) return;
    this.#map ??= scrollMap(this.#anchors, { from: from.layout, to: to.layout });
    const top = scrolledWith(this.#map, side, element.scrollTop, element.clientHeight);
    this.#scroll(otherSide[side], top, element.scrollLeft);
  }

  /** Brings a change to the middle of the view, or its beginning where it is higher than that. */
  #reveal(side: ScrollSide, change: RedlineChange): void {
    const strip = this.#strips[side];
    const [place] = change[side];
    const page = strip?.layout.pages[(place?.page ?? 1) - 1];
    if (strip === null || page === undefined) return;
    const boxes = place?.boxes ?? [];
    const [{ clientWidth }, seen] = [strip.element, inWindow(strip.element)];
    const down = middleOf(
      boxes.map(([, top, , height]) => [top, height]),
      page.scale,
      seen.height,
    );
    const across = middleOf(
      boxes.map(([left, , width]) => [left, width]),
      page.scale,
      clientWidth,
    );
    this.#scroll(side, page.top + down - seen.top - seen.height / 2, across - clientWidth / 2);
  }

  #keepPlace(side: ScrollSide, before: StripLayout, { element, layout }: Strip): void {
    const line = lineBelow(element.scrollTop, element.clientHeight);
    const place = placeAt(before, element.scrollTop + line);
    const left = (element.scrollLeft * layout.width) / Math.max(1, before.width);
    this.#scroll(side, heightOf(layout, place) - line, left);
  }

  #scroll(side: ScrollSide, top: number, left: number): void {
    const element = this.#strips[side]?.element;
    if (element === undefined) return;
    const before = element.scrollTop;
    element.scrollLeft = left;
    element.scrollTop = top;
    this.#expected[side] = element.scrollTop === before ? null : element.scrollTop;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The part of a strip that is in the window: that of a case goes on below it. */
function inWindow(element: HTMLElement): { top: number; height: number } {
  const { top, bottom } = element.getBoundingClientRect();
  const above = Math.max(0, -top);
  return { top: above, height: Math.max(100, Math.min(window.innerHeight, bottom) - top - above) };
}

/** The middle of what these parts take, in pixels; if that does not fit, so that its beginning is in view. */
function middleOf(parts: [from: number, length: number][], scale: number, room: number): number {
  if (parts.length === 0) return 0;
  const first = Math.min(...parts.map(([from]) => from)) * scale;
  const last = Math.max(...parts.map(([from, length]) => from + length)) * scale;
  return first + Math.min(last - first, room * 0.8) / 2;
}
