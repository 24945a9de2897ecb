import type { ImportJob } from '#contract/jobs.ts';
import { progressText } from './progress-text.ts';
import styles from './import-progress.module.css';

/** How far an import is, or another large change. */
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
      {job?.kind === 'import' && <p>It continues if you close this tab.</p>}
    </div>
  );
}
