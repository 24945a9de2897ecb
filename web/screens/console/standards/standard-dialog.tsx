import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { FormDialog } from '../../form-dialog.tsx';
import { messageOf } from '../format.ts';
import { useConsole } from '../state/console-context.ts';
import { useUndo } from '../state/use-undo.ts';
import type { Step } from '../undo/undo-stack.ts';
import styles from './standards.module.css';

type Props = {
  title: string;
  /** What the button that saves is called. */
  save: string;
  canSave?: boolean;
  /** Saves, and answers with what was done; null when nothing had to change. */
  onSave: () => Promise<{ step: Step; words: string } | null>;
  onClose: () => void;
  children: ReactNode;
};

/** A form about one standard. It closes once it is saved, and offers to undo. */
export function StandardDialog({ title, save, canSave = true, onSave, onClose, children }: Props) {
  const { refresh } = useConsole();
  const { offer } = useUndo();

  async function submit() {
    const done = await onSave();
    if (done !== null) offer(done.words, done.step);
    refresh();
  }

  return (
    <FormDialog title={title} submit={save} canSubmit={canSave} onSubmit={submit} onClose={onClose}>
      <div className={styles.fields}>{children}</div>
    </FormDialog>
  );
}

type WaitingProps = { title: string; error: Error | null; onClose: () => void };

/** What is shown until the revisions of a standard are read, or when they cannot be. */
export function WaitingDialog({ title, error, onClose }: WaitingProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {error === null ? <p>Loading its revisions…</p> : <Alert>{messageOf(error)}</Alert>}
    </Dialog>
  );
}
