import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { messageOf } from '../format.ts';
import { useConsole } from '../state/console-context.ts';
import { useUndo } from '../state/use-undo.ts';
import styles from './standards.module.css';

type Props = {
  title: string;
  /** What the button that saves is called. */
  save: string;
  canSave?: boolean;
  /** Saves, and answers with what was done, in words; null when nothing had to change. */
  onSave: () => Promise<string | null>;
  onClose: () => void;
  children: ReactNode;
};

/** A form about one standard. It closes once it is saved, and offers to undo. */
export function StandardDialog({ title, save, canSave = true, onSave, onClose, children }: Props) {
  const { refresh } = useConsole();
  const { take } = useUndo();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (busy || !canSave) return;
    setBusy(true);
    setFault(null);
    try {
      const done = await onSave();
      if (done !== null) showToast(done, { label: 'Undo', act: () => void take('undo') });
      refresh();
      onClose();
    } catch (error) {
      setFault(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" aria-disabled={busy || !canSave}>
            {save}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.fields} onSubmit={(event) => void submit(event)}>
        {fault !== null && <Alert>{fault}</Alert>}
        {children}
      </form>
    </Dialog>
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
