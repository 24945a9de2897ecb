import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Static, TObject, TSchema, TString } from 'typebox';
import { fillAddress } from '#contract/calls.ts';
import * as calls from '#contract/case-calls.ts';
import type { CaseMove } from '#contract/case-words.ts';
import type * as contract from '#contract/cases.ts';
import type { SpreadsheetFormat } from '#contract/editing.ts';
import { ApiError, call, callsOf } from '../../api.ts';
import { isAttended } from '../main/revisions/attended.ts';
import { isPending } from './due-words.ts';

const { moveCase: moveAddress, ...addresses } = calls;

/** The calls about cases, but for moves. */
export const casesApi = callsOf<typeof contract, typeof addresses>(addresses);

// Others work on the same cases.
const askEveryMs = 20_000;

export const casesKey = ['cases'];

export const casesQuery = (filter: contract.CaseFilter) =>
  infiniteQueryOptions({
    queryKey: [...casesKey, 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      casesApi.listCases({
        query: { ...filter, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: 'always',
  });

export const summaryQuery = () =>
  queryOptions({
    queryKey: [...casesKey, 'summary'],
    queryFn: ({ signal }) => casesApi.summarizeCases({ signal }),
    staleTime: askEveryMs,
    refetchOnWindowFocus: 'always',
  });

export const withoutCaseQuery = (customer: string) =>
  infiniteQueryOptions({
    queryKey: [...casesKey, 'without', customer],
    queryFn: ({ signal, pageParam }) =>
      casesApi.listWithoutCase({
        query: {
          ...(customer === '' ? {} : { customer }),
          ...(pageParam === null ? {} : { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: 'always',
  });

export type Summary = Static<(typeof contract.summarizeCases)['response']>;

export const caseQuery = (id: number) =>
  queryOptions({
    queryKey: [...casesKey, 'one', id],
    queryFn: ({ signal }) => casesApi.readCase({ params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isPending(data) && isAttended() ? pauseMs(data) : false,
    refetchOnWindowFocus: 'always',
  });

/** A comparison that is being made is there within seconds. */
function pauseMs({ lines_state, state }: contract.WholeCase): number {
  return lines_state === 'waiting' && state === 'in_review' ? 2000 : askEveryMs;
}

/** The case of a document, named like its PDF; null: there is none. */
export const caseOfQuery = (name: string) =>
  queryOptions({
    queryKey: [...casesKey, 'of', name],
    queryFn: async ({ signal }) => (await casesApi.findCaseOf({ query: { name }, signal })).data,
    staleTime: askEveryMs,
    retry: false,
  });

type MoveCall = typeof contract.moveCase & {
  params: TObject<{ id: TString; move: TString }>;
  body: (typeof contract.caseMoveBodies)[CaseMove];
};
export const moveCase = (id: number, move: CaseMove, body: contract.CaseMoveBody) =>
  call<MoveCall>(moveAddress, {
    params: { id, move },
    // Which of the bodies it is follows from the move.
    body: body as Static<MoveCall['body']>,
  });

export type CaseChange = Omit<Body<typeof contract.saveCase>, 'version'>;
export type Correction = Omit<Body<typeof contract.correctDate>, 'version'>;
export type ActionFields = Body<typeof contract.addAction>;

export const exportAddress = (filter: contract.CaseFilter, format: SpreadsheetFormat): string =>
  `${calls.exportCases.url}?${new URLSearchParams({ ...filter, format })}`;

export const evidenceAddress = (id: number, format: contract.EvidenceFormat): string =>
  `${fillAddress(calls.exportEvidence.url, { id })}?format=${format}`;

/** Of all cases that are listed. */
export const evidenceOfAddress = (
  filter: contract.CaseFilter,
  format: contract.EvidenceFormat,
): string => {
  const query = new URLSearchParams({ ...filter, format, progress: '1' });
  return `${calls.exportCasesEvidence.url}?${query}`;
};

/** Someone else saved the case or the action meanwhile. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'changed_meanwhile';
}

type Body<E extends { body: TSchema }> = Static<E['body']>;
