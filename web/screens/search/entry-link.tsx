import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FoundEntry } from '#contract/search.ts';
import { EntryFacts } from './entry-facts.tsx';
import styles from './entry-link.module.css';

type Props = { entry: FoundEntry; to: string; children?: ReactNode };

/** A row of a list of documents: number, title and what else is said of it. */
export function EntryLink({ entry, to, children }: Props) {
  return (
    <Link to={to} className={styles.entry}>
      <span>
        <b>{entry.doc_num}</b> {entry.doc_desc}
      </span>
      <EntryFacts entry={entry} />
      {children && <small>{children}</small>}
    </Link>
  );
}
