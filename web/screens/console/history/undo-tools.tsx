import { useSyncExternalStore } from 'react';
import { Redo, Undo } from 'lucide-react';
import { ariaKeys, shownKeys, useCommands } from '../../../ui/commands.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
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

  useCommands({ undo: () => void take('undo'), redo: () => void take('redo') });

  return (
    <>
      <UndoButton direction="undo" words={words.undo} onClick={() => void take('undo')} />
      <UndoButton direction="redo" words={words.redo} onClick={() => void take('redo')} />
      {question !== null && (
        <UndoDialog
          title="Changed by others since"
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
  const { name, Icon } = kinds[direction];
  return (
    <IconButton
      aria-label={words === null ? name : `${name}: ${words}`}
      data-hint={words === null ? `Nothing to ${direction}` : `${name}: ${words}`}
      data-hint-key={shownKeys(direction)[0]}
      aria-disabled={words === null}
      aria-keyshortcuts={ariaKeys(direction)}
      onClick={() => words !== null && onClick()}
    >
      <Icon size="1.125rem" aria-hidden />
    </IconButton>
  );
}

const kinds = {
  undo: { name: 'Undo', Icon: Undo },
  redo: { name: 'Redo', Icon: Redo },
} as const;
