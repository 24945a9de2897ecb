import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { pageOfCase, pages } from '#contract/pages.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { summaryQuery } from './cases-api.ts';
import { useUnsavedLines } from './unsaved-lines.ts';
import styles from './cases-link.module.css';

/** In the bar, with the count of what is due for the reader, and the way to a decision that is not saved. */
export function CasesLink({ onClick }: { onClick: () => void }) {
  const due = useQuery(summaryQuery()).data?.due_for_me ?? 0;
  const { lines, fault } = useUnsavedLines();
  const stuck = lines.filter(({ refused }) => fault !== null || refused !== null);
  const [first] = stuck;
  return (
    <>
      <NavLink to={pages.cases} end={first !== undefined} onClick={onClick}>
        Cases
        {due > 0 && (
          <span className={styles.count}>
            {due > 99 ? '99+' : due}
            <VisuallyHidden> due for you</VisuallyHidden>
          </span>
        )}
      </NavLink>
      {first !== undefined && (
        <NavLink to={pageOfCase(first.of)} onClick={onClick}>
          {stuck.length} not saved
        </NavLink>
      )}
    </>
  );
}
