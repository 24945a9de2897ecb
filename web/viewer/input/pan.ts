const middleButton = 1;
const mainButton = 0;
// A hand that trembles while it clicks does not drag.
const minDragPixels = 4;

/** Dragging with the middle button moves the page, and with the main one where `isHand` says so. */
export function listenToPan(
  container: HTMLElement,
  isHand: () => boolean,
  signal: AbortSignal,
): void {
  let last: { x: number; y: number } | null = null;
  let isDragged = false;

  function pans({ button }: MouseEvent): boolean {
    return button === middleButton || (button === mainButton && isHand());
  }

  function start(event: PointerEvent): void {
    isDragged = false;
    if (event.pointerType === 'mouse' && pans(event)) last = { x: event.clientX, y: event.clientY };
  }

  // The browser would scroll by itself after a middle click, and select text with the main button.
  function preventOwn(event: MouseEvent): void {
    if (!pans(event)) return;
    event.preventDefault();
    container.focus({ preventScroll: true });
  }

  function move({ clientX: x, clientY: y, pointerId }: PointerEvent): void {
    if (last === null) return;
    if (!isDragged && Math.hypot(x - last.x, y - last.y) < minDragPixels) return;
    if (!isDragged) container.setPointerCapture(pointerId);
    isDragged = true;
    container.dataset['dragged'] = 'true';
    container.scrollBy({ left: last.x - x, top: last.y - y, behavior: 'instant' });
    last = { x, y };
  }

  function end(): void {
    last = null;
    delete container.dataset['dragged'];
  }

  // A link that was dragged is not followed.
  function ignoreAfterDrag(event: MouseEvent): void {
    if (!isDragged) return;
    isDragged = false;
    event.preventDefault();
    event.stopPropagation();
  }

  container.addEventListener('pointerdown', start, { signal });
  container.addEventListener('mousedown', preventOwn, { signal });
  container.addEventListener('pointermove', move, { signal });
  for (const name of ['pointerup', 'pointercancel'] as const) {
    container.addEventListener(name, end, { signal });
  }
  for (const name of ['click', 'auxclick'] as const) {
    container.addEventListener(name, ignoreAfterDrag, { signal, capture: true });
  }
}
