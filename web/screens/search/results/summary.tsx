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
  return (
    <div className={styles.summary}>
      <output className={styles.count}>{answer && countOf(answer)}</output>
      {answer && !isEmpty(answer) && (
        <DidYouMean meant={answer.did_you_mean} {...{ query, onFollow }} />
      )}
      {answer && <p className={styles.scans}>{notSearched(answer)}</p>}
    </div>
  );
}

type MeantProps = Pick<Props, 'query' | 'onFollow'> & { meant: readonly string[] };

/** The query as it was perhaps meant. */
export function DidYouMean({ meant, query, onFollow }: MeantProps) {
  if (meant.length === 0) return null;
  return (
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
  );
}

/** Then that is said in the middle. */
export function isEmpty({ total, relaxed }: SearchAnswer): boolean {
  return total + relaxed === 0;
}

function countOf({ total, total_is_least, relaxed }: SearchAnswer): string {
  // Common words that hardly ever follow each other: older documents were not looked through.
  if (total_is_least && total + relaxed === 0) return 'None in the newest documents';
  const documents = `${total_is_least ? 'At least ' : ''}${counted(total, 'document')}`;
  return relaxed === 0 ? documents : `${documents} with all words, ${relaxed} with some of them`;
}

/** What the search could not look into, and why. */
function notSearched(answer: SearchAnswer): string {
  const { words_left_out, not_indexed, unread, unreadable, scans_not_searched } = answer;
  const not = 'not searched: ';
  const sentences = [
    [words_left_out, 'word', 'left out: use fewer.'],
    [not_indexed, 'document', 'not indexed yet.'],
    [unread, 'PDF', 'not read yet.'],
    [scans_not_searched, 'scan', `${not}no text.`],
    [unreadable.broken, 'PDF', `${not}unreadable.`],
    [unreadable.encrypted, 'PDF', `${not}password needed.`],
    [unreadable.too_large, 'PDF', `${not}larger than 2 GB.`],
  ] as const;
  return sentences
    .filter(([count]) => count > 0)
    .map(([count, what, why]) => `${counted(count, what)} ${why}`)
    .join(' ');
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-GB')} ${what}${count === 1 ? '' : 's'}`;
}

/** Whether all documents were searched. */
export function isWhole(answer: SearchAnswer): boolean {
  return notSearched({ ...answer, words_left_out: 0 }) === '' && !answer.total_is_least;
}
