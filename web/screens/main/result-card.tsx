import type { ReactNode } from 'react';
import type { DocumentEntry } from '#contract/catalogue.ts';
import { noLanguage } from '#contract/file-name.ts';
import styles from './result-card.module.css';
import type { Outdated } from './search-state.ts';

type Props = {
  customer: string;
  document: DocumentEntry;
  outdated: Outdated | null;
  /** Below what the specification lists. */
  children: ReactNode;
};

export function ResultCard({ customer, document, outdated, children }: Props) {
  const fields = {
    'Customer Name': customer,
    'Standard No': document.doc_num,
    Description: document.doc_desc,
    Language: document.language ?? noLanguage,
    Revision: document.doc_rev,
    Modified: `${dayOf(document.modified_at)} by ${document.modified_by_user}`,
  };
  return (
    <Results outdated={outdated !== null}>
      {outdated !== null && (
        <p className={styles.outdated}>
          Showing {outdated.shown}. Press Search to open {outdated.chosen}.
        </p>
      )}
      <dl className={styles.fields}>
        {Object.entries(fields).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </Results>
  );
}

/** In place of the card while its document is searched for. */
export function ResultSkeleton() {
  return (
    <Results>
      <div className={styles.skeleton} aria-hidden>
        {['70%', '45%', '85%', '20%', '25%', '60%'].map((width) => (
          <span key={width} style={{ width }} />
        ))}
      </div>
    </Results>
  );
}

function Results({ children, outdated = false }: { children: ReactNode; outdated?: boolean }) {
  return (
    <section aria-labelledby="results">
      <h2 id="results" className={styles.heading}>
        Results
      </h2>
      <ul className={styles.list}>
        <li className={styles.card} data-outdated={outdated}>
          {children}
        </li>
      </ul>
    </section>
  );
}

/** `14 November 2026`, in the reader's own time zone. */
function dayOf(isoTime: string): string {
  return longDay.format(new Date(isoTime));
}

// Made before Search is pressed, as it takes 5 ms.
const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
