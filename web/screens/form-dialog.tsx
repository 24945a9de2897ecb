import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { ApiError } from '../api.ts';
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
  const [fault, setFault] = useState<string | null>(null);

  async function save() {
    setBusy(true);
    setFault(null);
    try {
      await onSubmit();
      onClose();
    } catch (error) {
      setFault(faultOf(error));
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
            {submit}
          </Button>
        </>
      }
    >
      {/* In the content's own grid. */}
      <form id={id} style={{ display: 'contents' }} onSubmit={handleSubmit}>
        {children}
      </form>
      {fault !== null && <Alert>{fault}</Alert>}
    </Dialog>
  );
}

function faultOf(error: unknown): string {
  if (isConflict(error)) {
    return `${reasonOf(error)} The page is up to date; what you typed is still here.`;
  }
  if (error instanceof ApiError || error instanceof TypeError) return reasonOf(error);
  return error instanceof Error ? error.message : String(error);
}
