import { initialZoomTenths } from '../page/zoom.ts';
import type { ViewControl } from '../reader-state.ts';
import type { ViewAction } from '../view-state.ts';
import { type EdgeDirection, isAtEdge } from './page-edge.ts';

export type KeyCommands = {
  openFind: () => void;
  /** Goes to the next or previous match; opens the find bar if nothing was looked for. */
  findAgain: (step: 'next' | 'previous') => void;
  toggleFullscreen: () => void;
};

const zoomKeys: Record<string, ViewAction> = {
  '+': { type: 'zoomIn' },
  '=': { type: 'zoomIn' },
  '-': { type: 'zoomOut' },
};

// With Ctrl, or with ⌘.
const controlKeys: Record<string, ViewAction> = {
  ...zoomKeys,
  '0': { type: 'zoomTo', zoomTenths: initialZoomTenths },
  Home: { type: 'firstPage' },
  End: { type: 'lastPage' },
};

const moveKeys: Record<string, EdgeDirection | ViewAction> = {
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

// Where one types or chooses, every key belongs to the control, except those that find.
const takesAllKeys =
  'input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="menu"], [role="listbox"], [role="grid"]';
// Elsewhere a control keeps the keys that it uses, and the others belong to the document.
const ownKeys: [controls: string, keys: RegExp][] = [
  ['aside', /^(Arrow.*|Page.*|Home|End| )$/], // the side panel scrolls
  ['[role="toolbar"], [role="tablist"]', /^(Arrow.*|Home|End| )$/],
  ['button, summary, [role="button"]', /^ $/],
];

const arrowPixels = 48;
const screenfulShare = 0.9;

/**
 * The viewer's keys. They work wherever the focus is, except on a control that uses the key itself.
 * Ctrl+F in the find bar is left to the browser.
 */
export function listenToKeys(
  root: HTMLElement,
  reader: ViewControl,
  commands: KeyCommands,
): () => void {
  function handleKey(event: KeyboardEvent): void {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (event.defaultPrevented || event.altKey) return;
    if (find(event, target) || (!usesKey(target, event) && act(event))) event.preventDefault();
  }

  /** Whether the key was one that finds. */
  function find(event: KeyboardEvent, target: HTMLElement): boolean {
    const key = event.key.toLowerCase();
    const control = event.ctrlKey || event.metaKey;
    if (key === 'f3' || (control && key === 'g')) {
      commands.findAgain(event.shiftKey ? 'previous' : 'next');
      return true;
    }
    if (!control || event.shiftKey || key !== 'f' || target.closest('search') !== null)
      return false;
    commands.openFind();
    return true;
  }

  /** Whether the key was one that turns, moves or zooms the page. */
  function act({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const action = ctrlKey || metaKey ? controlKeys[key] : zoomKeys[key];
    if (action !== undefined) reader.act(action);
    else if (ctrlKey || metaKey) return false;
    else if (key === 'f') commands.toggleFullscreen();
    else return move(key, shiftKey);
    return true;
  }

  function move(key: string, shiftKey: boolean): boolean {
    const container = root.querySelector<HTMLElement>('[data-pages] > div');
    const to = key === ' ' && shiftKey ? 'up' : moveKeys[key];
    if (to === undefined || container === null) return false;
    if (typeof to === 'string') scrollOrTurn(container, to, reader, key.startsWith('Arrow'));
    else reader.act(to);
    return true;
  }

  document.addEventListener('keydown', handleKey);
  return () => document.removeEventListener('keydown', handleKey);
}

function usesKey(target: HTMLElement, { key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (target.closest(takesAllKeys) !== null) return true;
  if (ctrlKey || metaKey) return false;
  return ownKeys.some(([controls, keys]) => keys.test(key) && target.closest(controls) !== null);
}

function scrollOrTurn(
  container: HTMLElement,
  direction: EdgeDirection,
  { act, state }: ViewControl,
  byLine: boolean,
): void {
  const forward = direction === 'down' || direction === 'right';
  const isSideways = direction === 'left' || direction === 'right';
  const turns = isSideways || state().view.mode !== 'continuous';
  if (turns && isAtEdge(container, direction)) {
    const before = state().view.page;
    act({ type: forward ? 'nextPage' : 'previousPage' });
    const turnedBack = direction === 'up' && state().view.page !== before;
    if (turnedBack) container.scrollTop = container.scrollHeight; // one reads on from the end
    return;
  }
  const pixels = byLine ? arrowPixels : container.clientHeight * screenfulShare;
  const by = forward ? pixels : -pixels;
  container.scrollBy(isSideways ? { left: by } : { top: by });
}
