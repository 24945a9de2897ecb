import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as calls from '#contract/calls.ts';
import type * as references from '#contract/references.ts';
import type * as revisions from '#contract/revisions.ts';
import type { StandardName } from '#contract/revisions.ts';
import { call } from '../../../api.ts';
import { consoleApi } from '../console-api.ts';

export const listRevisions = (
  { customer, doc_num, language }: StandardName,
  signal: AbortSignal | null = null,
) =>
  call<typeof revisions.listRevisions>(calls.listRevisions, {
    query: { customer, doc_num, language: language ?? '' },
    signal,
  });

/** The revisions of a standard as they are now: what is decided by them must not be old. */
export const standardQuery = (of: StandardName) =>
  queryOptions({
    queryKey: ['manage', 'standard', of.customer, of.doc_num, of.language],
    queryFn: ({ signal }) => listRevisions(of, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** The place that a revision would have among those of the entry's standard. */
export const placeQuery = (body: Static<(typeof revisions.placeRevision)['body']>) =>
  queryOptions({
    queryKey: ['manage', 'place', body],
    queryFn: ({ signal }) => consoleApi.placeRevision({ body, signal }),
    gcTime: 0,
  });

/** What cites a standard. Not retried: without an answer a librarian can go on. */
export const citedByQuery = (of: StandardName & { doc_rev: string }) =>
  queryOptions({
    queryKey: ['manage', 'cited-by', of.customer, of.doc_num, of.language, of.doc_rev],
    queryFn: ({ signal }) =>
      call<typeof references.readReferences>(calls.readReferences, {
        query: {
          customer: of.customer,
          doc_num: of.doc_num,
          language: of.language ?? '',
          doc_rev: of.doc_rev,
        },
        signal,
      }),
    retry: false,
    gcTime: 0,
  });
