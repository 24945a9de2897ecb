import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { ApiError, NoAnswerError } from '../failures.ts';
import { Button } from '../ui/button/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Alert } from '../ui/feedback/notice.tsx';
import { isConflict } from './cases/cases-api.ts';
import { reasonOf } from './search/search-api.ts';

type Props = {
  title: string;
  /** The words on the button. */
  submit: string;
  canSubmit?: boolean;
  /** Closes the dialog when it is done; what it throws is shown, and what was typed stays. */
  onSubmit: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with one thing to save. */
export function FormDialog(props: Props) {
  const { title, submit, canSubmit = true, onSubmit, onClose, children } = props;
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function save() {
    setBusy(true);
    setFailure(null);
    try {
      await onSubmit();
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (!isBusy && canSubmit) void save();
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" aria-disabled={isBusy || !canSubmit}>
            {failure instanceof NoAnswerError ? 'Retry' : submit}
          </Button>
        </>
      }
    >
      {/* In the content's own grid. */}
      <form id={id} style={{ display: 'contents' }} onSubmit={handleSubmit}>
        {children}
      </form>
      {failure !== null && <Alert>{faultOf(failure)}</Alert>}
    </Dialog>
  );
}

function faultOf(error: unknown): string {
  if (isConflict(error)) {
    return `${reasonOf(error)} The page is up to date; what you typed is still here.`;
  }
  if (error instanceof NoAnswerError) return `Couldn’t save. ${error.message}`;
  if (error instanceof ApiError) return reasonOf(error);
  return error instanceof Error ? error.message : String(error);
}
