import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { pages } from '#contract/pages.ts';
import type { SearchAnswer } from '#contract/search.ts';
import { isRefusal } from '../../../api.ts';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { LoadingLine } from '../../../ui/feedback/sheet-outline.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { failureInWords, searchQuery } from '../search-api.ts';
import { type TextQuery, textSearchOf } from '../text-search.ts';
import { Facets, hasFacets } from './facets.tsx';
import { foldFound } from './fold-found.ts';
import { FoundDocument } from './found-document.tsx';
import { NoAnswer, NothingFound } from './no-results.tsx';
import { FoundNotes } from './found-notes.tsx';
import styles from './results.module.css';
import { SearchBox } from './search-box.tsx';
import { isEmpty, isWhole, Summary } from './summary.tsx';
import { useKeptPlace } from './use-kept-place.ts';

/** What all texts are searched for, as the address has it, and what was found. */
export function Results({ onShow }: { onShow: (shown: 'viewer') => void }) {
  const [params] = useSearchParams();
  const query = textSearchOf(params);
  const search = useInfiniteQuery(searchQuery(query));
  const { data, failureReason } = search;
  const area = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const answer = data?.pages[0];
  const isWaiting = answer === undefined || search.isPlaceholderData;
  useKeptPlace({
    area,
    heading,
    answers: isWaiting ? 0 : (data?.pages.length ?? 0),
    hasMore: search.hasNextPage,
    isLoading: search.isFetching,
    askMore: () => void search.fetchNextPage(),
  });

  useLayoutEffect(
    function tellOfResults() {
      onShow('viewer');
    },
    [onShow],
  );

  return (
    // Arrow keys are a shorter way to the links, which are reached without them, too.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={area} className={styles.area} aria-busy={isWaiting} onKeyDown={moveToLink}>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1} className={styles.heading}>
          Search all texts
        </h1>
        <Link to={pages.main}>Choose a document</Link>
      </div>
      <SearchBox query={query} />
      {isWaiting && failureReason === null && (
        <LoadingLine key={search.dataUpdatedAt} name="Searching" words="Still searching…" />
      )}
      {failureReason !== null &&
        (answer === undefined && !isRefusal(failureReason) ? (
          <NoAnswer failure={failureReason} retry={() => void search.refetch()} />
        ) : (
          <Alert>{failureInWords(failureReason)}</Alert>
        ))}
      <Summary
        answer={isWaiting ? undefined : answer}
        query={query}
        onFollow={() => heading.current?.focus()}
      />
      {data !== undefined && answer !== undefined && (
        <div
          className={styles.columns}
          data-waiting={isWaiting}
          data-empty={isEmpty(answer) && isUnfiltered(query)}
          data-filters={hasFacets(answer, query)}
        >
          <Facets answer={answer} query={query} />
          <div className={styles.found}>
            {isUnfiltered(query) && <FoundNotes key={query.q} q={query.q} />}
            {isEmpty(answer) && (
              <NothingFound
                query={query}
                isWhole={isWhole(answer)}
                meant={answer.did_you_mean}
                onFollow={() => heading.current?.focus()}
              />
            )}
            <Found data={data} isWhole={isWhole(answer)} />
            <div className={styles.more}>
              <MoreButton list={search}>Show more</MoreButton>
              <output>{search.hasNextPage && `${countOf(data)} shown`}</output>
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

function Found({ data, isWhole: hasAll }: { data: InfiniteData<SearchAnswer>; isWhole: boolean }) {
  const words = data.pages[0]?.words ?? none;
  const found = data.pages.flatMap((page) => page.data);
  const strict = found.filter(({ lacks }) => lacks.length === 0);
  const relaxed = found.filter(({ lacks }) => lacks.length > 0);
  return (
    <>
      <FoundList found={strict} words={words} />
      {relaxed.length > 0 && (
        <p className={styles.relaxed}>
          {strict.length === 0 ? 'No ' : 'No other '}
          {hasAll ? '' : 'searched '}document contains all words. Documents with some of them, best
          match first:
        </p>
      )}
      <FoundList found={relaxed} words={words} />
    </>
  );
}

function FoundList({ found, words }: { found: SearchAnswer['data']; words: readonly string[] }) {
  if (found.length === 0) return null;
  return (
    <ol className={styles.list}>
      {foldFound(found).map(({ document, others }) => {
        const { customer, doc_num, language, doc_rev } = document;
        const key = JSON.stringify([customer, doc_num, language, doc_rev]);
        return <FoundDocument key={key} {...{ document, others, words }} />;
      })}
    </ol>
  );
}

/** Up and down go from result to result, from the field, too. Enter opens one, Ctrl+Enter in another tab. */
function moveToLink(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('ol a[href]')].filter(
    (link) => link.checkVisibility(),
  );
  const at = links.findIndex((link) => link === document.activeElement);
  if (at < 0 && !(event.target instanceof HTMLInputElement && step === 1)) return;
  const next = links[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

// Notes are searched in the whole library.
function isUnfiltered({ q, customer, language, latest }: TextQuery): boolean {
  return q !== '' && customer === null && language === null && !latest;
}

const none: readonly string[] = [];

function countOf({ pages }: InfiniteData<SearchAnswer>): number {
  return pages.reduce((count, page) => count + page.data.length, 0);
}
