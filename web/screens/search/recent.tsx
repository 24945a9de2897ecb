import { useQuery } from '@tanstack/react-query';
import { Link, useOutletContext } from 'react-router';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { shownKeys } from '../../ui/commands.ts';
import { EntryFacts } from './entry-facts.tsx';
import styles from './recent.module.css';
import { quickOpenQuery } from './search-api.ts';
import { documentAddress } from './text-search.ts';

const most = 5;

/** Below the invitation to search: the other way to find a document, and what this reader opened. */
export function Recent() {
  const openQuickOpen = useOutletContext<() => void>();
  const { data } = useQuery(quickOpenQuery(''));
  const entries = data?.q === '' ? data.data.slice(0, most) : [];
  return (
    <div className={styles.recent}>
      <p className={styles.quick}>
        Do you know its number or title?
        <IconButton onClick={openQuickOpen}>
          Quick open <kbd className={styles.key}>{shownKeys('quickOpen')[0]}</kbd>
        </IconButton>
      </p>
      {entries.length > 0 && (
        <section aria-label="Recently opened">
          <h3 className={styles.heading}>Recently opened</h3>
          <ul className={styles.list}>
            {entries.map((entry) => (
              <li key={documentAddress(entry)}>
                <Link to={documentAddress(entry)} className={styles.entry}>
                  <span>
                    <b>{entry.doc_num}</b> {entry.doc_desc}
                  </span>
                  <EntryFacts entry={entry} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
