import { Link } from 'react-router';
import type { SearchAnswer } from '#contract/search.ts';
import { type TextQuery, resultsAddress } from '../text-search.ts';
import styles from './summary.module.css';

type Props = {
  /** Undefined until the search is answered. */
  answer: SearchAnswer | undefined;
  query: TextQuery;
  /** A link was followed that will be gone. */
  onFollow: () => void;
};

/** How much was found, what was perhaps meant, and what was not searched. */
export function Summary({ answer, query, onFollow }: Props) {
  const meant = answer?.did_you_mean ?? [];
  const scans = answer?.scans_not_searched ?? 0;
  return (
    <div className={styles.summary}>
      <output className={styles.count}>{answer && countOf(answer)}</output>
      {meant.length > 0 && (
        <p>
          Did you mean{' '}
          {meant.map((q, at) => (
            <span key={q}>
              {at > 0 && ', '}
              <Link to={resultsAddress({ ...query, q })} onClick={onFollow}>
                {q}
              </Link>
            </span>
          ))}
          ?
        </p>
      )}
      {scans > 0 && <p className={styles.scans}>{scansOf(scans)}</p>}
    </div>
  );
}

const inEnglish = new Intl.NumberFormat('en-GB');

function countOf({ total, total_is_least }: SearchAnswer): string {
  const documents = `${inEnglish.format(total)} ${total === 1 ? 'document' : 'documents'}`;
  if (!total_is_least) return documents;
  // Common words that hardly ever follow each other: older documents were not looked through.
  return total === 0 ? 'None in the newest documents' : `At least ${documents}`;
}

function scansOf(count: number): string {
  if (count === 1) return '1 scan was not searched: it has no text.';
  return `${inEnglish.format(count)} scans were not searched: they have no text.`;
}
