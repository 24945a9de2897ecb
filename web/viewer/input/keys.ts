import type { ViewControl } from '../reader-state.ts';
import type { ViewAction } from '../view-state.ts';
import { type Direction, isAtEdge } from './page-edge.ts';

export type KeyCommands = { openFind: () => void; toggleFullscreen: () => void };

const zoomKeys: Record<string, ViewAction> = {
  '+': { type: 'zoomIn' },
  '=': { type: 'zoomIn' },
  '-': { type: 'zoomOut' },
};

const moveKeys: Record<string, Direction | ViewAction> = {
  Home: { type: 'firstPage' },
  End: { type: 'lastPage' },
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'up',
  PageDown: 'down',
  ' ': 'down',
};

// Outside the viewer, a control that has the focus keeps its own keys.
const controls = 'input, textarea, select, button, a, summary, dialog, [role="listbox"]';
// Inside the viewer, these use the keys that elsewhere move the page.
const usesMoveKeys = '[role="toolbar"], [role="tablist"], aside, a, button';

const arrowPixels = 48;
const screenfulShare = 0.9;

/**
 * The viewer's keys. They work wherever the focus is, except on a control outside the viewer. Ctrl+F
 * works everywhere; in the find bar itself it is left to the browser.
 */
export function listenToKeys(
  root: HTMLElement,
  reader: ViewControl,
  commands: KeyCommands,
): () => void {
  function handleKey(event: KeyboardEvent): void {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (isFindKey(event)) {
      if (target.closest('search') !== null) return;
      event.preventDefault();
      commands.openFind();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!root.contains(target) && target.closest(controls) !== null) return;
    if (target.closest('input, textarea, select') !== null) return;
    if (event.key === 'f') commands.toggleFullscreen();
    else if (zoomKeys[event.key] !== undefined) reader.act(zoomKeys[event.key]!);
    else if (!move(event, target)) return;
    event.preventDefault();
  }

  /** Whether the key was one that moves the page. */
  function move({ key, shiftKey }: KeyboardEvent, target: HTMLElement): boolean {
    const container = root.querySelector<HTMLElement>('[data-pages] > div');
    const to = key === ' ' && shiftKey ? 'up' : moveKeys[key];
    if (to === undefined || container === null || target.closest(usesMoveKeys) !== null)
      return false;
    if (typeof to === 'string') scrollOrTurn(container, to, reader, key.startsWith('Arrow'));
    else reader.act(to);
    return true;
  }

  document.addEventListener('keydown', handleKey);
  return () => document.removeEventListener('keydown', handleKey);
}

function isFindKey({ ctrlKey, metaKey, shiftKey, altKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'f';
}

function scrollOrTurn(
  container: HTMLElement,
  direction: Direction,
  { act, state }: ViewControl,
  byLine: boolean,
): void {
  const forward = direction === 'down' || direction === 'right';
  if (isAtEdge(container, direction)) {
    const before = state().view.page;
    act({ type: forward ? 'nextPage' : 'previousPage' });
    const turnedBack = direction === 'up' && state().view.page !== before;
    if (turnedBack) container.scrollTop = container.scrollHeight; // one reads on from the end
    return;
  }
  const pixels = byLine ? arrowPixels : container.clientHeight * screenfulShare;
  const by = forward ? pixels : -pixels;
  container.scrollBy(direction === 'left' || direction === 'right' ? { left: by } : { top: by });
}
