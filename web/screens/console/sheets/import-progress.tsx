import type { ImportJob } from '#contract/jobs.ts';
import styles from './import-progress.module.css';

/** How far an import is, or a large change that is taken back. */
export function ImportProgress({ job, name }: { job: ImportJob | null; name: string }) {
  const isCounted = job !== null && job.rows_total !== null && job.rows_total > 0;
  return (
    <div className={styles.progress}>
      <output>{progressText(job, name)}</output>
      {isCounted ? (
        <progress aria-label="Rows" value={job.rows_done} max={job.rows_total ?? 1} />
      ) : (
        <progress aria-label="Rows" />
      )}
      {job?.kind === 'import' && <p>Runs on if you close this tab.</p>}
    </div>
  );
}

function progressText(job: ImportJob | null, name: string): string {
  if (job === null) return `Sending ${name}…`;
  const isTakeBack = job.takes_back !== null;
  if (isTakeBack && (job.called_off_by !== null || job.state === 'taking_back')) {
    return 'Called off: putting back what it had taken…';
  }
  if (job.called_off_by !== null) return `Called off: taking ${name} back…`;
  const rows =
    job.rows_total === null
      ? '…'
      : `: ${job.rows_done.toLocaleString('en')} of ${job.rows_total.toLocaleString('en')} rows`;
  if (isTakeBack) return `Taking back ${name}${rows}`;
  switch (job.state) {
    case 'checking':
      return `Checking ${name}${rows}`;
    case 'writing':
      return `Importing ${name}${rows}`;
    case 'taking_back':
      return `Taking ${name} back…`;
    default:
      return `Reading ${name}…`;
  }
}
