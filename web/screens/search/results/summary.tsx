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
      {answer && <p className={styles.scans}>{notSearched(answer)}</p>}
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

/** What the search could not look into, and why. */
function notSearched(answer: SearchAnswer): string {
  const { words_left_out, not_indexed, unread, unreadable, scans_not_searched } = answer;
  const sentences = [
    [words_left_out, 'word was', 'words were', 'left out: search for fewer.'],
    [not_indexed, 'document is', 'documents are', 'not in the search index yet.'],
    [unread, 'PDF is', 'PDFs are', 'not read yet.'],
    [
      scans_not_searched,
      'scan was not searched: it has',
      'scans were not searched: they have',
      'no text.',
    ],
    [
      unreadable.broken,
      'PDF was not searched: the library cannot open it.',
      'PDFs were not searched: the library cannot open them.',
      '',
    ],
    [
      unreadable.encrypted,
      'PDF was not searched: it needs',
      'PDFs were not searched: they need',
      'a password.',
    ],
    [
      unreadable.too_large,
      'PDF was not searched: it is',
      'PDFs were not searched: they are',
      'larger than 2 GB.',
    ],
  ] as const;
  return sentences
    .filter(([count]) => count > 0)
    .map(([count, one, many, what]) =>
      `${inEnglish.format(count)} ${count === 1 ? one : many} ${what}`.trim(),
    )
    .join(' ');
}

/** Whether all documents were searched, but for scans. */
export function isWhole({ not_indexed, unread, total_is_least }: SearchAnswer): boolean {
  return not_indexed + unread === 0 && !total_is_least;
}
