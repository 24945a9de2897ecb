import type { ZoomAnchor } from '../page/page-scale.ts';
import type { ZoomControl } from '../reader-state.ts';
import { DoubleTap } from './double-tap.ts';
import { isAtEdge } from './page-edge.ts';

const minSwipePixels = 60;
const maxSwipeMs = 600;

/** Where a finger was put down, and the edges that the page showed then. */
type Swipe = { x: number; y: number; startedAt: number; atLeft: boolean; atRight: boolean };
/** How two fingers were put down, and where their middle was last. */
type Pinch = { distance: number; zoomTenths: number; middle: ZoomAnchor };

/** One finger turns the page at its edges, two fingers zoom and move it, two taps zoom to a column. */
export function listenToTouch(
  container: HTMLElement,
  control: ZoomControl,
  signal: AbortSignal,
): void {
  const { act, state, zoomTimes } = control;
  const doubleTap = new DoubleTap(container, control);
  let swipe: Swipe | null = null;
  let pinch: Pinch | null = null;

  function start({ touches, timeStamp, target }: TouchEvent): void {
    const [first, second] = touches;
    if (target instanceof Element) followRemoved(target);
    pinch = null;
    swipe = null;
    if (first === undefined) return;
    if (second !== undefined) {
      const { zoomTenths } = state().view;
      pinch = {
        distance: distanceOf(first, second),
        zoomTenths,
        middle: middleOf(first, second),
      };
      doubleTap.onDown(null);
      return;
    }
    const { clientX: x, clientY: y } = first;
    doubleTap.onDown({ x, y, at: timeStamp });
    const [atLeft, atRight] = [isAtEdge(container, 'left'), isAtEdge(container, 'right')];
    swipe = { x, y, startedAt: timeStamp, atLeft, atRight };
  }

  // A finger's events go to the element it was put on, even after a sharper picture has replaced
  // that element on the page; from there they no longer reach the container.
  function followRemoved(target: Element): void {
    const lifted = new AbortController();
    const options = { signal: AbortSignal.any([signal, lifted.signal]), passive: false };
    const ifRemoved = (handle: (event: TouchEvent) => void) => (event: Event) => {
      // Touch events are what these listeners are for.
      if (!target.isConnected) handle(event as TouchEvent);
    };
    target.addEventListener('touchmove', ifRemoved(move), options);
    target.addEventListener('touchend', ifRemoved(end), options);
    for (const name of ['touchend', 'touchcancel']) {
      target.addEventListener(name, () => lifted.abort(), options);
    }
  }

  function move(event: TouchEvent): void {
    const [first, second] = event.touches;
    // At the edge of the page the browser would take the swipe for going back in its history.
    if (first !== undefined && second === undefined && isSwipe(first)) event.preventDefault();
    if (pinch === null || first === undefined || second === undefined) return;
    event.preventDefault();
    const middle = middleOf(first, second);
    const left = pinch.middle.clientX - middle.clientX;
    container.scrollBy({ left, top: pinch.middle.clientY - middle.clientY, behavior: 'instant' });
    pinch.middle = middle;
    const zoomTenths = zoomTimes(pinch.zoomTenths, distanceOf(first, second) / pinch.distance);
    act({ type: 'zoomTo', zoomTenths }, middle);
  }

  function isSwipe({ clientX, clientY }: Touch): boolean {
    if (swipe === null || state().view.mode === 'continuous') return false;
    const dx = clientX - swipe.x;
    const pastEdge = dx < 0 ? swipe.atRight : swipe.atLeft;
    return pastEdge && Math.abs(dx) > Math.abs(clientY - swipe.y);
  }

  function end(event: TouchEvent): void {
    const { changedTouches, touches, timeStamp } = event;
    const [finger] = changedTouches;
    if (touches.length > 0 || finger === undefined || swipe === null) return;
    if (doubleTap.onUp({ x: finger.clientX, y: finger.clientY, at: timeStamp })) {
      event.preventDefault(); // no click, and no word selected
      return;
    }
    if (state().view.mode === 'continuous') return;
    const dx = finger.clientX - swipe.x;
    const isLevel = Math.abs(dx) > 2 * Math.abs(finger.clientY - swipe.y);
    const isQuick = timeStamp - swipe.startedAt < maxSwipeMs;
    if (!isLevel || !isQuick || Math.abs(dx) < minSwipePixels) return;
    // A page wider than the screen is scrolled first, and turned from its edge.
    if (dx < 0 && swipe.atRight) act({ type: 'nextPage' });
    if (dx > 0 && swipe.atLeft) act({ type: 'previousPage' });
  }

  container.addEventListener('touchstart', start, { signal, passive: true });
  container.addEventListener('touchmove', move, { signal, passive: false });
  container.addEventListener('touchend', end, { signal, passive: false });
}

function distanceOf(a: Touch, b: Touch): number {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

function middleOf(a: Touch, b: Touch): ZoomAnchor {
  return { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
}
