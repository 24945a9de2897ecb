import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/calls.ts';
import type * as notes from '#contract/notes.ts';
import type * as contract from '#contract/search.ts';
import type { readStart } from '#contract/start.ts';
import { ApiError, call, isRefusal } from '../../api.ts';
import type { TextQuery } from './text-search.ts';

const mostEntries = '20';
const documentsAtOnce = '20';
// An index that is being built is there again within minutes at most: ask often.
const retryDelay = 2000;
// An answer of an index that is being built is refreshed at this interval.
const refreshMs = 5000;

/** Entries by what is typed; for the empty text, those that the reader opened last and most. */
export const quickOpenQuery = (q: string) =>
  queryOptions({
    queryKey: ['quick-open', q],
    queryFn: async ({ signal }) => {
      requireShort(q);
      const query = { q, limit: mostEntries };
      return { q, ...(await call<typeof contract.quickOpen>(calls.quickOpen, { query, signal })) };
    },
    placeholderData: keepPreviousData,
    staleTime: q === '' ? 0 : 30_000, // what was opened last changes all the time
    refetchInterval: ({ state }) => ((state.data?.not_indexed ?? 0) > 0 ? refreshMs : false),
    retryDelay,
  });

/** What the empty main page and Compare offer. */
export const startQuery = () =>
  queryOptions({
    queryKey: ['start'],
    queryFn: ({ signal }) => call<typeof readStart>(calls.readStart, { signal }),
  });

/** Forgets what the reader opened. */
export const clearRecent = () => call<typeof contract.clearRecent>(calls.clearRecent, {});

/** Documents with the pages that match. The result is kept, for coming back to it. */
export const searchQuery = ({ q, customer, language, latest }: TextQuery) =>
  infiniteQueryOptions({
    queryKey: ['search', q, customer, language, latest],
    queryFn: async ({ signal, pageParam }) => {
      requireShort(q);
      return call<typeof contract.search>(calls.search, {
        query: {
          q,
          limit: documentsAtOnce,
          ...(customer === null ? {} : { customer }),
          ...(language === null ? {} : { language }),
          ...(latest ? { latest: 'true' } : {}),
          ...(pageParam === '' ? {} : { after: pageParam }),
        },
        signal,
      });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    gcTime: 60 * 60_000,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      (state.data?.pages[0]?.not_indexed ?? 0) > 0 ? refreshMs : false,
    retryDelay,
  });

/** Notes that the reader sees and that have all words. */
export const noteSearchQuery = (q: string, limit: number) =>
  queryOptions({
    queryKey: ['search-notes', q, limit],
    queryFn: async ({ signal }) => {
      requireShort(q);
      const query = { q, limit: String(limit) };
      return call<typeof notes.searchNotes>(calls.searchNotes, { query, signal });
    },
    placeholderData: keepPreviousData,
    retryDelay,
  });

/** Refuses here what the server would refuse: a much longer address does not even reach it. */
function requireShort(q: string): void {
  const fault = calls.queryTooLong(q);
  if (fault !== null) throw new ApiError(400, fault, 'bad_request');
}

/** Why there is no answer, in the server's words where it sent any. */
export function reasonOf(error: unknown): string {
  const isOurs = error instanceof ApiError && error.code !== null && error.code !== 'unexpected';
  return isOurs ? error.message : 'The server did not answer.';
}

/** The same, and whether it is asked again. */
export function failureInWords(error: unknown): string {
  return reasonOf(error) + (isRefusal(error) ? '' : ' Retrying…');
}
