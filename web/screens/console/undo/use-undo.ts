import { showToast } from '../../../ui/feedback/toast.tsx';
import { useConsole } from '../console-context.ts';
import type { Direction } from './undo-stack.ts';

/** Undoes and redoes what this session did, and says what. */
export function useUndo() {
  const { data, undo, refresh, showError } = useConsole();
  const { stack } = undo;

  async function take(direction: Direction) {
    await data.whenSaved();
    const typed = direction === 'undo' ? data.stuckStep() : null;
    if (typed !== null) undo.stack.did(typed);
    if (stack.next(direction) === null) showToast(`Nothing to ${direction}`);
    await stack.take(direction, {
      onDone: (words) => showToast(words),
      onFailed: (failed, error) =>
        showError(`This cannot be ${failed === 'undo' ? 'undone' : 'redone'}.`, error),
    });
    refresh();
  }

  return { take };
}
