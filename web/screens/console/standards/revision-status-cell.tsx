import { CircleCheck, CircleHelp, CircleSlash, History } from 'lucide-react';
import { type RevisionStatus, revisionStatusNames } from '#contract/revision-words.ts';
import styles from './standards.module.css';

const icons: Record<RevisionStatus, typeof CircleCheck> = {
  latest: CircleCheck,
  superseded: History,
  withdrawn: CircleSlash,
  unsure: CircleHelp,
};

/** How a revision stands. It follows from the others and from what is said of its standard. */
export function RevisionStatusCell({ status }: { status: RevisionStatus }) {
  const Icon = icons[status];
  return (
    <span className={styles.status} data-status={status}>
      <Icon size="1rem" aria-hidden />
      {revisionStatusNames[status]}
    </span>
  );
}
