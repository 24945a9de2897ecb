import { type RevisionStatus, revisionStatusNames } from '#contract/revision-words.ts';
import styles from './revision-status.module.css';

/** Whether a revision is the latest one, in the same words everywhere. */
export function RevisionStatusChip({ status }: { status: RevisionStatus }) {
  return (
    <span className={styles.chip} data-status={status}>
      {revisionStatusNames[status]}
    </span>
  );
}
