import type { ImportJob } from '#contract/jobs.ts';

/** What a job does at this moment, in words; null while its file is being sent. */
export function progressText(job: ImportJob | null, name: string): string {
  if (job === null) return `Sending ${name}…`;
  const isCancelled = job.called_off_by !== null || job.state === 'taking_back';
  if (job.deletion !== null) {
    if (isCancelled) return 'Cancelled: restoring what was deleted…';
    return `Deleting ${name}${rowsOf(job)}`;
  }
  if (job.takes_back !== null) {
    if (isCancelled) return 'Called off: putting back what it had taken…';
    return `Taking back ${name}${rowsOf(job)}`;
  }
  if (job.called_off_by !== null) return `Called off: taking ${name} back…`;
  const isAllDone = job.rows_done === job.rows_total;
  switch (job.state) {
    case 'checking':
      return isAllDone && job.kind === 'preview'
        ? `Checking ${name}: all rows are checked, comparing them with the library…`
        : `Checking ${name}${rowsOf(job)}`;
    case 'writing':
      return isAllDone
        ? `Finishing ${name}: all rows are written, the report is being made…`
        : `Importing ${name}${rowsOf(job)}`;
    case 'taking_back':
      return `Taking ${name} back…`;
    default:
      return isAllDone
        ? `Reading ${name}: all rows are read, comparing them with each other…`
        : `Reading ${name}${rowsOf(job)}`;
  }
}

function rowsOf({ rows_done, rows_total }: ImportJob): string {
  const done = rows_done.toLocaleString('en');
  if (rows_total !== null) return `: ${done} of ${rows_total.toLocaleString('en')} rows`;
  return rows_done === 0 ? '…' : `: ${done} rows so far`;
}
