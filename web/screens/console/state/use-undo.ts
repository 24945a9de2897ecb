import { showToast } from '../../../ui/feedback/toast.tsx';
import { useConsole } from './console-context.ts';
import type { Direction } from '../undo/undo-stack.ts';

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
      onFailed: (failed, error, isKept) => {
        const done = failed === 'undo' ? 'undone' : 'redone';
        showError(
          isKept ? `This may not be ${done} yet. Try again.` : `This cannot be ${done}.`,
          error,
        );
      },
    });
    refresh();
  }

  return { take };
}
