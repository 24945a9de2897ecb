import type { ImportJob } from '#contract/jobs.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { callOffImport } from '../console-api.ts';
import { useConsole } from '../state/console-context.ts';
import { CallOffButton, TakeBackJob } from './take-back-job.tsx';

type Props = { job: ImportJob; onClose: () => void };

/** Shows a job that undoes or deletes to its end; it goes on when this is closed. */
export function JobDialog({ job, onClose }: Props) {
  const { showError } = useConsole();
  const callOff = () =>
    callOffImport(job.id).catch((error: unknown) => showError('It cannot be cancelled.', error));
  return (
    <Dialog
      title={titleOf(job)}
      onClose={onClose}
      actions={
        <>
          <CallOffButton job={job} onCallOff={() => void callOff()} />
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <TakeBackJob job={job} />
    </Dialog>
  );
}

function titleOf({ state, finished_at, taken_back, deletion }: ImportJob): string {
  if (deletion !== null) {
    if (finished_at === null) return 'Deleting';
    return state === 'done' ? 'Deleted' : 'Not deleted';
  }
  if (finished_at === null) return 'Undoing';
  return taken_back === null ? 'Not undone' : 'Undone';
}
