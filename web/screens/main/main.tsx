import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useLocation } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import type { DocumentEntry } from '#contract/catalogue.ts';
import { customersQuery, documentsQuery, isSessionOver } from '../../api.ts';
import { mayOpenCases, useSession } from '../../session.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { ariaKeys, shownKeys } from '../../ui/commands.ts';
import { useFilledWindow } from '../../ui/filled-window.ts';
import { useHeadingFocus } from '../../ui/heading-focus.ts';
import { VisuallyHidden, VisuallyHiddenHeading } from '../../ui/visually-hidden.tsx';
import { DocumentArea, PageOutline, prefetchViewer } from './document-area.tsx';
import styles from './main.module.css';
import { usePrepared } from './use-prepared.ts';
import { ResultCard, ResultSkeleton } from './result-card.tsx';
import { SearchForm } from './search-form.tsx';
import { ChosenNotice } from './chosen-notice.tsx';
import { useSearchFocus } from './search-focus.ts';
import { type SearchAction, documentName, isSameDocument, outdatedBy } from './search-state.ts';
import { useFolding } from './use-folding.ts';
import { useRevisionParts } from './use-revision-parts.ts';
import type { References } from '../../viewer/references/references.ts';
import type { StatusOf } from './revisions/revision-marks.tsx';
import { useSearch } from './use-search.ts';

const BackToResults = lazy(async () => ({
  default: (await import('../search/results/back-to-results.tsx')).BackToResults,
}));
const CaseBanner = lazy(async () => ({
  default: (await import('../cases/case-banner.tsx')).CaseBanner,
}));
const Results = lazy(async () => ({
  default: (await import('../search/results/results.tsx')).Results,
}));

const none: readonly DocumentEntry[] = [];

export function Main() {
  const isFromResults = useLocation().state !== null;
  const session = useSession();
  const { username } = session;
  const focus = useSearchFocus();
  const [search, actOnSearch] = useSearch(focus.request);
  const { customer, chosen, searched, textQuery, standard } = search;
  // Of all texts: they have a form of their own, and the screen.
  const hasResults = textQuery !== null;
  const heading = useHeadingFocus(hasResults);
  const { hasViewer, isFolded, toggle, foldButton, unfoldButton, onShow } = useFolding(
    username,
    searched !== null || hasResults,
    !hasResults,
  );
  useFilledWindow(hasViewer ? 'all' : 'wide');
  const customers = useQuery(customersQuery());
  const documents = useQuery({ ...documentsQuery(customer ?? ''), enabled: customer !== null });
  const match =
    searched && (documents.data?.find((document) => isSameDocument(document, searched)) ?? null);
  const [prepared, prepare] = usePrepared(chosen);
  const isLoading = documents.isPending || isSessionOver(documents.error);
  const outdated = outdatedBy(search);
  const searching = search.pending || (searched !== null && isLoading);

  const name = searched === null ? textQuery && `“${textQuery}”` : documentName(searched);

  useEffect(prefetchViewer, []);

  const revisions = useRevisionParts();
  const [statusOf, setStatusOf] = useState<StatusOf | null>(null);
  const mark = useCallback((marks: StatusOf | null) => setStatusOf(() => marks), []);
  const [stamp, setStamp] = useState<string | null>();
  const [references, setReferences] = useState<References | null>(null);

  const status = match && (statusOf?.(match) ?? null);

  // A superseded revision has had its case.
  const hasCase =
    hasViewer && mayOpenCases(session) && status !== null && status.status !== 'superseded';

  function act(action: SearchAction) {
    if (action.type === 'search') focus.request();
    if (action.type === 'chooseDocument' && action.document) prepare(action.document);
    actOnSearch(action);
  }

  return (
    <div
      className={styles.layout}
      data-folded={isFolded}
      data-viewer={hasViewer}
      data-results={hasResults || undefined}
    >
      <title>{`${((match || textQuery) && name) ?? 'Main'} · EGD Library`}</title>
      {!hasResults && (
        <section className={styles.sidebar} aria-label="Choose a document">
          <div className={styles.top}>
            <h1 ref={isFolded ? undefined : heading} tabIndex={-1} className={styles.title}>
              Choose a document
            </h1>
            {hasViewer && (
              <IconButton
                ref={foldButton}
                aria-label="Hide the form"
                aria-expanded
                aria-keyshortcuts={ariaKeys('foldForm')}
                title={`Hide the form (${shownKeys('foldForm')[0]})`}
                onClick={toggle}
              >
                <PanelLeftClose size="1.25rem" aria-hidden />
              </IconButton>
            )}
          </div>
          <SearchForm
            customers={customers.data}
            documents={documents.data}
            customer={customer}
            chosen={chosen}
            statusOf={statusOf}
            act={act}
          />
          {revisions !== null && customer !== null && (
            <revisions.RevisionMarks
              customer={customer}
              documents={documents.data ?? none}
              onMarks={mark}
            />
          )}
          {revisions !== null && customer !== null && match && (
            <revisions.DocumentReferences
              customer={customer}
              document={match}
              onReferences={setReferences}
            />
          )}
          <div aria-live="polite">
            {searching && <ResultSkeleton />}
            {!searching && match && customer !== null && (
              <ResultCard customer={customer} document={match} outdated={outdated}>
                {revisions !== null && (
                  <revisions.CardRevisions customer={customer} document={match} />
                )}
              </ResultCard>
            )}
          </div>
        </section>
      )}
      {hasViewer && !hasResults && (
        <div className={styles.folded}>
          <VisuallyHiddenHeading ref={isFolded ? heading : undefined}>{name}</VisuallyHiddenHeading>
          <IconButton
            ref={unfoldButton}
            className={styles.unfold}
            aria-expanded={false}
            aria-keyshortcuts={ariaKeys('foldForm')}
            title={`Show the form (${shownKeys('foldForm')[0]})`}
            onClick={toggle}
          >
            <PanelLeftOpen size="1.25rem" aria-hidden />
            <VisuallyHidden>Show the form</VisuallyHidden>
            <span className={styles.name}>
              {name}
              {status !== null && ` · ${status.words}`}
              {match !== null && <span className={styles.description}>{match.doc_desc}</span>}
            </span>
          </IconButton>
        </div>
      )}
      <section
        className={styles.area}
        aria-label={hasResults ? 'Results' : 'Document'}
        tabIndex={-1}
      >
        {standard !== null && revisions !== null ? (
          <revisions.LatestRevision standard={standard} onShow={onShow} takeFocus={focus.take} />
        ) : textQuery === null ? (
          <DocumentArea
            searching={searching || standard !== null}
            searched={searched}
            match={match}
            prepared={prepared}
            page={search.page}
            find={search.find}
            status={status?.words ?? null}
            onShow={onShow}
            takeFocus={focus.take}
            stamp={stamp}
            references={references}
            instead={
              match &&
              customer !== null &&
              revisions && <revisions.OtherRevisions customer={customer} document={match} />
            }
            banner={
              match && (
                <>
                  {isFromResults && (
                    <Suspense>
                      <BackToResults />
                    </Suspense>
                  )}
                  {revisions && customer !== null && (
                    <revisions.RevisionBanner
                      customer={customer}
                      document={match}
                      onWords={setStamp}
                    />
                  )}
                  {hasCase && customer !== null && (
                    <Suspense>
                      <CaseBanner customer={customer} document={match} />
                    </Suspense>
                  )}
                </>
              )
            }
          />
        ) : (
          <Suspense fallback={<PageOutline />}>
            <Results onShow={onShow} />
          </Suspense>
        )}
        <ChosenNotice outdated={outdated} onOpen={() => act({ type: 'search' })} />
      </section>
    </div>
  );
}
