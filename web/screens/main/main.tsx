import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { customersQuery, documentsQuery, isSessionOver } from '../../api.ts';
import { useHeadingFocus } from '../../ui/heading-focus.ts';
import { DocumentArea, prefetchViewer } from './document-area.tsx';
import styles from './main.module.css';
import { ResultCard, ResultSkeleton } from './result-card.tsx';
import { SearchForm } from './search-form.tsx';
import { ChosenNotice } from './chosen-notice.tsx';
import { isOutdated, isSameDocument } from './search-state.ts';
import { useSearch } from './use-search.ts';

export function Main() {
  const heading = useHeadingFocus();
  const [search, act] = useSearch();
  const { customer, chosen, searched } = search;
  const customers = useQuery(customersQuery());
  const documents = useQuery({ ...documentsQuery(customer ?? ''), enabled: customer !== null });
  const match =
    searched && (documents.data?.find((document) => isSameDocument(document, searched)) ?? null);
  const isLoading = documents.isPending || isSessionOver(documents.error);
  const outdated = isOutdated(search);
  const searching = search.pending || (searched !== null && isLoading);

  useEffect(prefetchViewer, []);

  return (
    <div className={styles.layout} data-fill="true">
      <title>{match ? `${match.doc_num} · EGD Library` : 'Main · EGD Library'}</title>
      <section className={styles.sidebar} aria-label="Search">
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          Find a document
        </h1>
        <SearchForm
          customers={customers.data}
          documents={documents.data}
          customer={customer}
          chosen={chosen}
          act={act}
        />
        <div aria-live="polite">
          {searching && <ResultSkeleton />}
          {!searching && match && customer !== null && (
            <ResultCard customer={customer} document={match} outdated={outdated} />
          )}
        </div>
      </section>
      <section className={styles.area} aria-label="Document" tabIndex={-1}>
        <DocumentArea searching={searching} searched={searched} match={match} page={search.page} />
        <ChosenNotice search={search} onOpen={() => act({ type: 'search' })} />
      </section>
    </div>
  );
}
