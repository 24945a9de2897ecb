import type { ViewControl } from '../reader-state.ts';
import { isAtEdge } from './page-edge.ts';

// At the edge of a page, scrolling this much further turns it.
const turnAfterPixels = 100;
// A wheel that still spins after a turn is ignored for this time: one push turns one page.
const pauseAfterTurnMs = 350;
const pixelsPerZoomStep = 25;
const pixelsPerLine = 16;

/** Turns the page when the wheel scrolls past its edge; with Ctrl, zooms about the pointer. */
export function listenToWheel(
  container: HTMLElement,
  { act, state }: ViewControl,
  signal: AbortSignal,
): void {
  let pastEdge = 0;
  let zoomPixels = 0;
  let turnedAt = -Infinity;

  function zoom(event: WheelEvent): void {
    event.preventDefault(); // the browser would zoom the whole application
    zoomPixels += pixelsOf(event);
    const steps = Math.trunc(zoomPixels / pixelsPerZoomStep);
    if (steps === 0) return;
    zoomPixels -= steps * pixelsPerZoomStep;
    act({ type: 'zoomTo', zoomTenths: state().view.zoomTenths - steps }, event);
  }

  function turn(event: WheelEvent): void {
    if (state().view.mode === 'continuous') return; // there is nothing beyond the edge
    const pixels = pixelsOf(event);
    const down = pixels > 0;
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (sideways || !isAtEdge(container, down ? 'down' : 'up')) {
      pastEdge = 0;
      return;
    }
    if (event.timeStamp - turnedAt < pauseAfterTurnMs) {
      event.preventDefault();
      return;
    }
    pastEdge = Math.sign(pastEdge) === Math.sign(pixels) ? pastEdge + pixels : pixels;
    if (Math.abs(pastEdge) < turnAfterPixels) return;
    pastEdge = 0;
    const before = state().view.page;
    act({ type: down ? 'nextPage' : 'previousPage' });
    if (state().view.page === before) return;
    turnedAt = event.timeStamp;
    event.preventDefault();
    if (!down) container.scrollTop = container.scrollHeight; // going back, one reads on from the end
  }

  const turnOrZoom = (event: WheelEvent) =>
    event.ctrlKey || event.metaKey ? zoom(event) : turn(event);
  container.addEventListener('wheel', turnOrZoom, { signal, passive: false });
}

function pixelsOf({ deltaY, deltaMode }: WheelEvent): number {
  return deltaMode === WheelEvent.DOM_DELTA_LINE ? deltaY * pixelsPerLine : deltaY;
}
