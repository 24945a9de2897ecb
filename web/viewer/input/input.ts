import type { PageHost } from '../page/page-host.ts';
import type { ZoomControl } from '../reader-state.ts';
import { listenToPan } from './pan.ts';
import { listenToSelectAll } from './select-all.ts';
import { listenToTouch } from './touch.ts';
import { listenToWheel } from './wheel.ts';

/** All that is done to the pages themselves; the keys that work everywhere are in keys.ts. */
export function listenToInput(
  { container, pages }: PageHost,
  control: ZoomControl,
  gatherText: () => Promise<string>,
  signal: AbortSignal,
): void {
  const isHand = () => container.closest('[data-hand]') !== null;
  listenToPan(container, isHand, signal);
  listenToSelectAll(pages, gatherText, signal);
  listenToWheel(container, control, signal);
  listenToTouch(container, control, signal);
}
