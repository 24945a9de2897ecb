import type { ImportJob } from '#contract/jobs.ts';

/** What a job does at this moment, in words; null while its file is being sent. */
export function progressText(job: ImportJob | null, name: string): string {
  if (job === null) return `Sending ${name}…`;
  const isCancelled = job.cancelled_by !== null || job.state === 'undoing';
  if (job.deletion !== null) {
    if (isCancelled) return 'Cancelling: undoing the deletion…';
    return `Deleting ${name}${rowsOf(job)}`;
  }
  if (job.undoes !== null) {
    if (isCancelled) return 'Cancelling the undo…';
    return `Undoing ${name}${rowsOf(job)}`;
  }
  if (job.cancelled_by !== null) return `Cancelling: undoing ${name}…`;
  const isAllDone = job.rows_done === job.rows_total;
  switch (job.state) {
    case 'checking':
      return isAllDone && job.kind === 'preview'
        ? `Checking ${name}: comparing its rows with the library…`
        : `Checking ${name}${rowsOf(job)}`;
    case 'writing':
      return isAllDone
        ? `Finishing ${name}: making the report…`
        : `Importing ${name}${rowsOf(job)}`;
    case 'undoing':
      return `Undoing ${name}…`;
    default:
      return isAllDone
        ? `Reading ${name}: comparing its rows with each other…`
        : `Reading ${name}${rowsOf(job)}`;
  }
}

function rowsOf({ rows_done, rows_total }: ImportJob): string {
  const done = rows_done.toLocaleString('en');
  if (rows_total !== null) return `: ${done} of ${rows_total.toLocaleString('en')} rows`;
  return rows_done === 0 ? '…' : `: ${done} rows so far`;
}
