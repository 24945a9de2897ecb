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
import { whichOthers } from './fold-found.ts';

type Props = { document: Found; others: readonly Found[]; words: readonly string[] };

/** A document that was found, and the pages on which it was; other revisions are folded under it. */
export function FoundDocument({ document, others, words }: Props) {
  const { doc_num, doc_desc, latest } = document;
  // A letter of a value, as in `720 h`, is no part of a title.
  const typed = words.filter((word) => !/\d\s\p{L}/u.test(word)).join(' ');
  const { search } = useLocation();
  return (
    <li className={styles.document}>
      <h2 className={styles.title}>
        <Link to={documentAddress(document)} state={fromResults(search)}>
          <Marked text={doc_num} marks={typedMarks(doc_num, typed)} />
        </Link>{' '}
        <span className={styles.description}>
          <Marked text={doc_desc} marks={typedMarks(doc_desc, typed)} />
        </span>
      </h2>
      <EntryFacts entry={document} isScan={document.is_scan} linkState={fromResults(search)} />
      {latest !== null && (
        <p className={styles.latest}>
          <Link to={documentAddress(latest)} state={fromResults(search)}>
            Open the latest revision, {latest.doc_rev}
          </Link>
        </p>
      )}
      {document.lacks.length > 0 && (
        <p className={styles.lacks}>
          Without{' '}
          {document.lacks.map((word, at) => (
            <span key={word}>
              {at > 0 && ' '}
              <del>{word}</del>
            </span>
          ))}
        </p>
      )}
      <FoundPages document={document} words={words} />
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>
            Also in {whichOthers(others)} Rev. {others.map(({ doc_rev }) => doc_rev).join(', ')}
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

/** How many pages are shown at first. */
const shownAtFirst = 3;

function FoundPages({ document, words }: Pick<Props, 'document' | 'words'>) {
  const { pages, pages_found } = document;
  const folded = pages.slice(shownAtFirst);
  const more = pages_found - pages.length;
  const rest = more > 0 && <p className={styles.more}>and on {pagesInWords(more)}</p>;
  return (
    <>
      <PageList {...{ document, words }} pages={pages.slice(0, shownAtFirst)} />
      {folded.length > 0 && (
        <details className={styles.others}>
          <summary>{pagesInWords(pages_found - shownAtFirst)} in this document</summary>
          <PageList {...{ document, words }} pages={folded} />
          {rest}
        </details>
      )}
      {folded.length === 0 && rest}
    </>
  );
}

function pagesInWords(count: number): string {
  return count === 1 ? '1 more page' : `${count} more pages`;
}

function PageList({
  document,
  words,
  pages,
}: Pick<Props, 'document' | 'words'> & { pages: Found['pages'] }) {
  const { search } = useLocation();
  if (pages.length === 0) return null;
  return (
    <ul className={styles.pages}>
      {pages.map(({ page, snippet, heading }) => (
        <li key={page}>
          <Link
            to={documentAddress(document, { page, words: wordsOnPage(words, snippet) })}
            state={fromResults(search)}
            className={styles.page}
          >
            <span className={styles.place}>
              {heading === null ? 'Page' : `${heading} · page`} {page}
            </span>{' '}
            <Marked {...snippet} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
