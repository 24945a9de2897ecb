import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { pages } from '#contract/pages.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { summaryQuery } from './cases-api.ts';
import styles from './cases-link.module.css';

/** In the bar, with the count of what is due for the reader. */
export function CasesLink({ onClick }: { onClick: () => void }) {
  const due = useQuery(summaryQuery()).data?.due_for_me ?? 0;
  return (
    <NavLink to={pages.cases} onClick={onClick}>
      Cases
      {due > 0 && (
        <span className={styles.count}>
          {due > 99 ? '99+' : due}
          <VisuallyHidden> due for you</VisuallyHidden>
        </span>
      )}
    </NavLink>
  );
}
