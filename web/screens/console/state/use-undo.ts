import { showToast } from '../../../ui/feedback/toast.tsx';
import { useConsole } from './console-context.ts';
import type { Direction, Step, Told } from '../undo/undo-stack.ts';

/** Undoes and redoes what this session did, and says what. */
export function useUndo() {
  const { data, undo, refresh, showError } = useConsole();
  const { stack } = undo;

  /** The last step, or one that a toast offers: that is undone even if others followed. */
  async function take(direction: Direction, named?: Step) {
    await data.whenSaved();
    const typed = direction === 'undo' && named === undefined ? data.stuckStep() : null;
    if (typed !== null) undo.stack.did(typed);
    const isThere = named ? stack.has(direction, named) : stack.next(direction) !== null;
    if (!isThere) showToast(`Nothing to ${direction}`);
    const told: Told = {
      onDone: (words) => showToast(words),
      onFailed: (failed, error, isKept) => {
        const done = failed === 'undo' ? 'undone' : 'redone';
        showError(isKept ? `Not ${done} yet. Try again.` : `This cannot be ${done}.`, error);
      },
    };
    await stack.take(direction, told, named);
    refresh();
  }

  /** Says that something is done, and offers to undo just that. */
  function offer(words: string, step: Step): void {
    showToast(words, { label: 'Undo', act: () => void take('undo', step) });
  }

  return { take, offer };
}
