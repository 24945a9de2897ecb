import { useEffect, useRef } from 'react';
import { isTyping } from '../../../ui/typing.ts';
import type { RowAction } from './row-action.ts';

/** Runs the action of a key on the active row; null when there is none. */
export function useActionKeys<Row>(actions: readonly RowAction<Row>[], row: Row | null): void {
  const latest = useRef({ actions, row });
  useEffect(() => {
    latest.current = { actions, row };
  });

  useEffect(function listen() {
    const pressed = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const now = latest.current;
      const action = now.actions.find(({ key }) => key?.code === event.code);
      if (action === undefined || now.row === null) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      event.stopPropagation(); // the grid would take the letter for the beginning of a text
      action.act(now.row);
    };
    document.addEventListener('keydown', pressed, { capture: true });
    return () => document.removeEventListener('keydown', pressed, { capture: true });
  }, []);
}
