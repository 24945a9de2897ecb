import type { ImportJob } from '#contract/jobs.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { consoleApi } from '../console-api.ts';
import { useConsole } from '../state/console-context.ts';
import { CancelButton, UndoJob } from './undo-job.tsx';

type Props = { job: ImportJob; onClose: () => void };

/** Shows a job that undoes or deletes to its end; it goes on when this is closed. */
export function JobDialog({ job, onClose }: Props) {
  const { showError } = useConsole();
  const cancel = () =>
    consoleApi
      .cancelImport({ body: { id: job.id } })
      .catch((error: unknown) => showError('It cannot be cancelled.', error));
  return (
    <Dialog
      title={titleOf(job)}
      onClose={onClose}
      actions={
        <>
          <CancelButton job={job} onCancel={() => void cancel()} />
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <UndoJob job={job} />
    </Dialog>
  );
}

function titleOf({ state, finished_at, undone, deletion }: ImportJob): string {
  if (deletion !== null) {
    if (finished_at === null) return 'Deleting';
    return state === 'done' ? 'Deleted' : 'Not deleted';
  }
  if (finished_at === null) return 'Undoing';
  return undone === null ? 'Not undone' : 'Undone';
}
