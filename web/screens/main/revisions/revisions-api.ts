import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as calls from '#contract/calls.ts';
import type { DocumentIdentity } from '#contract/file-name.ts';
import type * as contract from '#contract/revisions.ts';
import type { StandardName } from '#contract/revisions.ts';
import { call, documentsQuery } from '../../../api.ts';
import { isSameDocument } from '../search-state.ts';
import { isAttended } from './attended.ts';

const askEveryMs = 30_000;
/** Banner and card of a document come one after the other, and ask once. */
const openingMs = 5000;

/** All revisions of a standard. Asked again while someone reads: it may be superseded meanwhile. */
export const revisionsQuery = ({ customer, doc_num, language }: StandardName) =>
  queryOptions({
    queryKey: ['revisions', customer, doc_num, language],
    queryFn: ({ signal }) =>
      call<typeof contract.listRevisions>(calls.listRevisions, {
        query: { customer, doc_num, language: language ?? '' },
        signal,
      }),
    staleTime: openingMs,
    refetchInterval: () => (isAttended() ? askEveryMs : false),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  });

/** Which of a customer's entries are not plainly the latest. */
export const statusesQuery = (customer: string) =>
  queryOptions({
    queryKey: ['revision-statuses', customer],
    queryFn: ({ signal }) =>
      call<typeof contract.listRevisionStatuses>(calls.listRevisionStatuses, {
        query: { customer },
        signal,
      }),
  });

/** Reads the customer's list again if it does not have these entries yet, which could then not be opened. */
export async function learnOf(
  client: QueryClient,
  customer: string,
  entries: readonly DocumentIdentity[],
): Promise<void> {
  const { queryKey } = documentsQuery(customer);
  const known = client.getQueryData(queryKey);
  const has = (entry: DocumentIdentity) => known?.some((other) => isSameDocument(other, entry));
  if (known === undefined || entries.every(has)) return;
  await client.invalidateQueries({ queryKey });
}
