import { bindCommands } from '../../ui/commands.ts';
import { initialZoomTenths } from '../page/zoom.ts';
import type { ViewControl } from '../reader-state.ts';
import type { ViewAction } from '../view-state.ts';
import { type EdgeDirection, isAtEdge } from './page-edge.ts';

export type KeyCommands = {
  openFind: () => void;
  /** Goes to the next or previous match; opens the find bar if nothing was looked for. */
  findAgain: (step: 'next' | 'previous') => void;
  toggleFullscreen: () => void;
  print: () => void;
};

const arrowPixels = 48;
const screenfulShare = 0.9;

/** The viewer's keys. Ctrl+F in the find bar is left to the browser. */
export function listenToKeys(
  root: HTMLElement,
  reader: ViewControl,
  commands: KeyCommands,
): () => void {
  const act = (action: ViewAction) => () => reader.act(action);
  const move = (to: EdgeDirection, byLine: boolean) => () => {
    const container = root.querySelector<HTMLElement>('[data-pages] > div');
    if (container === null) return false;
    scrollOrTurn(container, to, reader, byLine);
    return true;
  };
  return bindCommands({
    find: ({ target }) => {
      if (target instanceof Element && target.closest('search') !== null) return false;
      commands.openFind();
      return true;
    },
    findNext: () => commands.findAgain('next'),
    findPrevious: () => commands.findAgain('previous'),
    print: commands.print,
    fullscreen: commands.toggleFullscreen,
    zoomIn: act({ type: 'zoomIn' }),
    zoomOut: act({ type: 'zoomOut' }),
    zoomBack: act({ type: 'zoomTo', zoomTenths: initialZoomTenths }),
    firstPage: act({ type: 'firstPage' }),
    lastPage: act({ type: 'lastPage' }),
    left: move('left', true),
    right: move('right', true),
    up: move('up', true),
    down: move('down', true),
    screenUp: move('up', false),
    screenDown: move('down', false),
  });
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
