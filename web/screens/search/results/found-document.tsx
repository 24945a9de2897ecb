import { Link, useLocation } from 'react-router';
import type { FoundDocument as Found } from '#contract/search.ts';
import { RevisionStatusChip } from '../../../ui/revision-status.tsx';
import { EntryFacts } from '../entry-facts.tsx';
import { Marked } from '../marked.tsx';
import { typedMarks } from '../quick-open/typed-marks.ts';
import { documentAddress } from '../text-search.ts';
import { fromResults } from './back-to-results.tsx';
import styles from './found-document.module.css';
import { wordsOnPage } from './words-on-page.ts';

type Props = { document: Found; others: readonly Found[]; words: readonly string[] };

/** A document that was found, and the pages on which it was; other revisions are folded under it. */
export function FoundDocument({ document, others, words }: Props) {
  const { doc_num, doc_desc, latest } = document;
  const typed = words.join(' ');
  const { search } = useLocation();
  return (
    <li className={styles.document}>
      <h3 className={styles.title}>
        <Link to={documentAddress(document)} state={fromResults(search)}>
          <Marked text={doc_num} marks={typedMarks(doc_num, typed)} />
        </Link>{' '}
        <span className={styles.description}>
          <Marked text={doc_desc} marks={typedMarks(doc_desc, typed)} />
        </span>
      </h3>
      <EntryFacts entry={document} isScan={document.is_scan} />
      {latest !== null && (
        <p className={styles.latest}>
          <Link to={documentAddress(latest)} state={fromResults(search)}>
            Open the latest revision, {latest.doc_rev}
          </Link>
        </p>
      )}
      <FoundPages document={document} words={words} />
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>
            {others.length} {latest === null ? 'older' : 'other'}{' '}
            {others.length === 1 ? 'revision' : 'revisions'}
          </summary>
          <ul>
            {others.map((one) => (
              <li key={one.doc_rev}>
                <Link to={documentAddress(one)} state={fromResults(search)}>
                  Rev. {one.doc_rev}
                </Link>{' '}
                <RevisionStatusChip status={one.status} />
                <FoundPages document={one} words={words} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function FoundPages({ document, words }: Pick<Props, 'document' | 'words'>) {
  const { pages, pages_found } = document;
  const { search } = useLocation();
  const more = pages_found - pages.length;
  return (
    <>
      {pages.length > 0 && (
        <ul className={styles.pages}>
          {pages.map(({ page, snippet }) => (
            <li key={page}>
              <Link
                to={documentAddress(document, { page, words: wordsOnPage(words, snippet) })}
                state={fromResults(search)}
                className={styles.page}
              >
                <span className={styles.number}>Page {page}</span>{' '}
                <span className={styles.snippet}>
                  <Marked {...snippet} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className={styles.more}>and on {more === 1 ? '1 more page' : `${more} more pages`}</p>
      )}
    </>
  );
}
