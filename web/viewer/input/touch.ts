import type { Anchor } from '../page/page-scale.ts';
import type { ViewControl } from '../reader-state.ts';

// Past the end of a page, that much more of the wheel turns it; then a wheel that still runs on
// rests for a while, or one push would leaf through the document.
const turnAfterPixels = 100;
const restAfterTurnMs = 350;
const zoomStepPixels = 25;
const pixelsPerLine = 16;

const shortestSwipePixels = 60;
const longestSwipeMs = 600;

/** Wheel and fingers over the page. */
export function listenToGestures(
  sheet: HTMLElement,
  reader: ViewControl,
  signal: AbortSignal,
): void {
  listenToWheel(sheet, reader, signal);
  listenToFingers(sheet, reader, signal);
}

export type Way = 'up' | 'down' | 'left' | 'right';

/** Whether the sheet cannot be scrolled any further that way. */
export function isAtEnd(sheet: HTMLElement, way: Way): boolean {
  switch (way) {
    case 'up':
      return sheet.scrollTop <= 1;
    case 'down':
      return sheet.scrollTop + sheet.clientHeight >= sheet.scrollHeight - 1;
    case 'left':
      return sheet.scrollLeft <= 1;
    case 'right':
      return sheet.scrollLeft + sheet.clientWidth >= sheet.scrollWidth - 1;
  }
}

function listenToWheel(sheet: HTMLElement, { act, state }: ViewControl, signal: AbortSignal): void {
  let beyond = 0;
  let zoomed = 0;
  let turnedAt = -Infinity;

  function wheelZoom(event: WheelEvent): void {
    event.preventDefault(); // the browser would zoom the whole application
    zoomed += pixelsOf(event);
    const steps = Math.trunc(zoomed / zoomStepPixels);
    if (steps === 0) return;
    zoomed -= steps * zoomStepPixels;
    act({ type: 'zoomTo', zoomTenths: state().view.zoomTenths - steps }, event);
  }

  function wheelTurn(event: WheelEvent): void {
    const pixels = pixelsOf(event);
    const down = pixels > 0;
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (sideways || !isAtEnd(sheet, down ? 'down' : 'up')) {
      beyond = 0;
      return;
    }
    if (event.timeStamp - turnedAt < restAfterTurnMs) {
      event.preventDefault();
      return;
    }
    beyond = Math.sign(beyond) === Math.sign(pixels) ? beyond + pixels : pixels;
    if (Math.abs(beyond) < turnAfterPixels) return;
    beyond = 0;
    const before = state().view.page;
    act({ type: down ? 'nextPage' : 'previousPage' });
    if (state().view.page === before) return;
    turnedAt = event.timeStamp;
    event.preventDefault();
    if (!down) sheet.scrollTop = sheet.scrollHeight; // one reads on where the page before ends
  }

  const turnOrZoom = (event: WheelEvent) =>
    event.ctrlKey || event.metaKey ? wheelZoom(event) : wheelTurn(event);
  sheet.addEventListener('wheel', turnOrZoom, { signal, passive: false });
}

function pixelsOf({ deltaY, deltaMode }: WheelEvent): number {
  return deltaMode === WheelEvent.DOM_DELTA_LINE ? deltaY * pixelsPerLine : deltaY;
}

function listenToFingers(
  sheet: HTMLElement,
  { act, state }: ViewControl,
  signal: AbortSignal,
): void {
  let swipe: { x: number; y: number; at: number; left: boolean; right: boolean } | null = null;
  let pinch: { distance: number; zoomTenths: number } | null = null;

  function began({ touches, timeStamp, target }: TouchEvent): void {
    const [first, second] = touches;
    if (target instanceof Element) follow(target);
    pinch = null;
    swipe = null;
    if (first === undefined) return;
    if (second !== undefined) {
      pinch = { distance: distanceOf(first, second), zoomTenths: state().view.zoomTenths };
      return;
    }
    const { clientX: x, clientY: y } = first;
    const [left, right] = [isAtEnd(sheet, 'left'), isAtEnd(sheet, 'right')];
    swipe = { x, y, at: timeStamp, left, right };
  }

  // A finger's events go to what it was put on, even when a sharper picture has taken its place
  // on the page; from there they no longer pass the sheet.
  function follow(target: Element): void {
    const lifted = new AbortController();
    const once = { signal: AbortSignal.any([signal, lifted.signal]), passive: false };
    const unlessConnected = (heard: (event: TouchEvent) => void) => (event: Event) => {
      // A touch target hears touches.
      if (!target.isConnected) heard(event as TouchEvent);
    };
    target.addEventListener('touchmove', unlessConnected(moved), once);
    target.addEventListener('touchend', unlessConnected(ended), once);
    for (const over of ['touchend', 'touchcancel']) {
      target.addEventListener(over, () => lifted.abort(), once);
    }
  }

  function moved(event: TouchEvent): void {
    const [first, second] = event.touches;
    if (first !== undefined && second === undefined && isSwipe(first)) event.preventDefault();
    if (pinch === null || first === undefined || second === undefined) return;
    event.preventDefault();
    const zoomTenths = (pinch.zoomTenths * distanceOf(first, second)) / pinch.distance;
    act({ type: 'zoomTo', zoomTenths }, middleOf(first, second));
  }

  // Along the page and past its edge: there the browser would go back in its history.
  function isSwipe({ clientX, clientY }: Touch): boolean {
    if (swipe === null) return false;
    const dx = clientX - swipe.x;
    const beyondEdge = dx < 0 ? swipe.right : swipe.left;
    return beyondEdge && Math.abs(dx) > Math.abs(clientY - swipe.y);
  }

  function ended({ changedTouches, touches, timeStamp }: TouchEvent): void {
    const [finger] = changedTouches;
    if (touches.length > 0 || finger === undefined || swipe === null) return;
    const dx = finger.clientX - swipe.x;
    const flat = Math.abs(dx) > 2 * Math.abs(finger.clientY - swipe.y);
    const quick = timeStamp - swipe.at < longestSwipeMs;
    if (!flat || !quick || Math.abs(dx) < shortestSwipePixels) return;
    // A page wider than the screen is moved first, and turned from its edge.
    if (dx < 0 && swipe.right) act({ type: 'nextPage' });
    if (dx > 0 && swipe.left) act({ type: 'previousPage' });
  }

  sheet.addEventListener('touchstart', began, { signal, passive: true });
  sheet.addEventListener('touchmove', moved, { signal, passive: false });
  sheet.addEventListener('touchend', ended, { signal, passive: true });
}

function distanceOf(a: Touch, b: Touch): number {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

function middleOf(a: Touch, b: Touch): Anchor {
  return { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
}
