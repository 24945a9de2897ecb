import { useEffect, useSyncExternalStore } from 'react';
import { Redo, Undo } from 'lucide-react';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { isTyping } from '../../../ui/typing.ts';
import { useConsole } from '../state/console-context.ts';
import { UndoDialog } from './undo-dialog.tsx';
import { JobDialog } from './job-dialog.tsx';
import type { Direction } from '../undo/undo-stack.ts';
import { useUndo } from '../state/use-undo.ts';

/** Undo and redo: their buttons, their keys, and the question that they may raise. */
export function UndoTools() {
  const { undo } = useConsole();
  const { take } = useUndo();
  const { stack } = undo;
  const words = {
    undo: useSyncExternalStore(stack.subscribe, () => stack.next('undo')),
    redo: useSyncExternalStore(stack.subscribe, () => stack.next('redo')),
  };
  const question = useSyncExternalStore(undo.subscribe, undo.question);
  const job = useSyncExternalStore(undo.subscribe, undo.job);

  useEffect(function takeOnKeys() {
    const pressed = (event: KeyboardEvent) => {
      const direction = directionOf(event);
      // A field has an undo of its own, and behind a dialog nothing happens.
      if (direction === null || isTyping(event.target) || document.querySelector('dialog[open]'))
        return;
      event.preventDefault(); // the browser would undo what was typed in another field
      void take(direction);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  });

  return (
    <>
      <UndoButton direction="undo" words={words.undo} onClick={() => void take('undo')} />
      <UndoButton direction="redo" words={words.redo} onClick={() => void take('redo')} />
      {question !== null && (
        <UndoDialog
          title="Others changed this since"
          builtOn={question.builtOn}
          onTake={question.answer}
          onClose={() => question.answer(null)}
        />
      )}
      {job !== null && <JobDialog job={job} onClose={undo.hideJob} />}
    </>
  );
}

type ButtonProps = { direction: Direction; words: string | null; onClick: () => void };

function UndoButton({ direction, words, onClick }: ButtonProps) {
  const { name, keys, Icon } = kinds[direction];
  return (
    <IconButton
      aria-label={words === null ? name : `${name}: ${words}`}
      data-hint={words === null ? `Nothing to ${direction}` : `${name}: ${words}`}
      data-hint-key={keys}
      aria-disabled={words === null}
      aria-keyshortcuts={keys.replace('Ctrl', 'Control')}
      onClick={() => words !== null && onClick()}
    >
      <Icon size="1.125rem" aria-hidden />
    </IconButton>
  );
}

const kinds = {
  undo: { name: 'Undo', keys: 'Ctrl+Z', Icon: Undo },
  redo: { name: 'Redo', keys: 'Ctrl+Y', Icon: Redo },
} as const;

function directionOf(event: KeyboardEvent): Direction | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'y' && !event.shiftKey) return 'redo';
  if (key !== 'z') return null;
  return event.shiftKey ? 'redo' : 'undo';
}
