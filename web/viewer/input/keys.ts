import { type Way, isAtEnd } from './gestures.ts';
import type { ViewControl } from '../reader-state.ts';
import type { ViewAction } from '../view-state.ts';

export type KeyCommands = { openFind: () => void; toggleFullscreen: () => void };

const plainKeys: Record<string, ViewAction> = {
  '+': { type: 'zoomIn' },
  '=': { type: 'zoomIn' },
  '-': { type: 'zoomOut' },
};

const moveKeys: Record<string, Way | ViewAction> = {
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

// The rest of the application has keys of its own where something can be done with them.
const takesKeys = 'input, textarea, select, button, a, summary, dialog, [role="listbox"]';

const arrowPixels = 48;
const screenfulShare = 0.9;

/**
 * The keys of the viewer. They count unless the focus is on a control elsewhere. Ctrl+F counts
 * everywhere; pressed again in the find bar it is the browser's own.
 */
export function listenToKeys(
  root: HTMLElement,
  reader: ViewControl,
  commands: KeyCommands,
): () => void {
  function pressed(event: KeyboardEvent): void {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (isFindKey(event)) {
      if (target.closest('search') !== null) return;
      event.preventDefault();
      commands.openFind();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!root.contains(target) && target.closest(takesKeys) !== null) return;
    if (target.closest('input, textarea, select') !== null) return;
    if (event.key === 'f') commands.toggleFullscreen();
    else if (plainKeys[event.key] !== undefined) reader.act(plainKeys[event.key]!);
    else if (!move(event, target)) return;
    event.preventDefault();
  }

  /** Whether the key moved the page, so that the browser need not. */
  function move({ key, shiftKey }: KeyboardEvent, target: HTMLElement): boolean {
    const sheet = root.querySelector<HTMLElement>('[data-sheet] > div');
    const where = key === ' ' && shiftKey ? 'up' : moveKeys[key];
    // In a toolbar, a list or on a link these keys have a meaning already.
    const taken = target.closest('[role="toolbar"], [role="tablist"], aside, a, button') !== null;
    if (where === undefined || sheet === null || taken) return false;
    if (typeof where === 'string') scrollOrTurn(sheet, where, reader, key.startsWith('Arrow'));
    else reader.act(where);
    return true;
  }

  document.addEventListener('keydown', pressed);
  return () => document.removeEventListener('keydown', pressed);
}

function isFindKey({ ctrlKey, metaKey, shiftKey, altKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'f';
}

function scrollOrTurn(
  sheet: HTMLElement,
  way: Way,
  { act, state }: ViewControl,
  byLine: boolean,
): void {
  const forward = way === 'down' || way === 'right';
  if (isAtEnd(sheet, way)) {
    const before = state().view.page;
    act({ type: forward ? 'nextPage' : 'previousPage' });
    const turnedBack = way === 'up' && state().view.page !== before;
    if (turnedBack) sheet.scrollTop = sheet.scrollHeight; // one reads on from the end
    return;
  }
  const pixels = byLine ? arrowPixels : sheet.clientHeight * screenfulShare;
  const by = forward ? pixels : -pixels;
  sheet.scrollBy(way === 'left' || way === 'right' ? { left: by } : { top: by });
}
