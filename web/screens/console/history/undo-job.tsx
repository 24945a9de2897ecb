import type { ImportJob } from '#contract/jobs.ts';
import { Button } from '../../../ui/button/button.tsx';
import { formatCount } from '../format.ts';
import { ImportProgress } from '../jobs/import-progress.tsx';
import styles from './undo-job.module.css';

/** How far a job is that undoes or deletes, or what came of it. */
export function UndoJob({ job }: { job: ImportJob }) {
  if (job.finished_at === null) return <ImportProgress job={job} name={job.file_name} />;
  const { stays = [], stays_count = 0 } = job.undone ?? {};
  return (
    <div className={styles.end}>
      <output>{endInWords(job)}</output>
      {stays_count > 0 && (
        <details>
          <summary>Rows left, with the reasons</summary>
          <ul>
            {[...new Set(stays)].map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
          {stays_count > stays.length && (
            <p>… and {formatCount(stays_count - stays.length, 'row')} more.</p>
          )}
        </details>
      )}
    </div>
  );
}

type CancelProps = { job: ImportJob; onCancel: (job: ImportJob) => void };

export function CancelButton({ job, onCancel }: CancelProps) {
  if (job.finished_at !== null || job.cancelled_by !== null) return null;
  const isDeletion = job.deletion !== null;
  return (
    <Button onClick={() => onCancel(job)}>{isDeletion ? 'Cancel deletion' : 'Cancel undo'}</Button>
  );
}

function endInWords(job: ImportJob): string {
  const { state, undone, deletion, cancelled_by, fault } = job;
  if (deletion !== null) {
    if (state === 'done') return `${formatCount(deletion.deleted, 'row')} deleted.`;
    if (state === 'cancelled') return `Cancelled by ${cancelled_by}. Nothing was deleted.`;
    return `${fault ?? 'The deletion failed.'} Nothing was deleted.`;
  }
  if (state === 'cancelled') {
    return `Cancelled by ${cancelled_by ?? 'someone'}. Nothing was changed.`;
  }
  if (undone === null) return fault ?? 'The undo failed. Nothing was changed. Try again.';
  const { rows, stays_count } = undone;
  if (rows === 0 && stays_count === 0) return 'Nothing was left to undo.';
  const back = `${formatCount(rows, 'row')} undone.`;
  if (stays_count === 0) return back;
  return `${back} ${formatCount(stays_count, 'row was', 'rows were')} not undone.`;
}
