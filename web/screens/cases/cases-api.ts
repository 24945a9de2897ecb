import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Static, TSchema } from 'typebox';
import { fillAddress } from '#contract/calls.ts';
import * as calls from '#contract/case-calls.ts';
import type { CaseMove } from '#contract/case-words.ts';
import type * as contract from '#contract/cases.ts';
import type { SpreadsheetFormat } from '#contract/editing.ts';
import { ApiError, call } from '../../api.ts';
import { isAttended } from '../main/revisions/attended.ts';
import { isPending } from './due-words.ts';

// Others work on the same cases.
const askEveryMs = 20_000;

export const casesKey = ['cases'];

export const casesQuery = (filter: contract.CaseFilter) =>
  infiniteQueryOptions({
    queryKey: [...casesKey, 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      call<typeof contract.listCases>(calls.listCases, {
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
    queryFn: ({ signal }) => call<typeof contract.summarizeCases>(calls.summarizeCases, { signal }),
    staleTime: askEveryMs,
    refetchOnWindowFocus: 'always',
  });

export type Summary = Static<(typeof contract.summarizeCases)['response']>;

export const caseQuery = (id: number) =>
  queryOptions({
    queryKey: [...casesKey, 'one', id],
    queryFn: ({ signal }) =>
      call<OfCase<typeof contract.readCase>>(of(calls.readCase, id), { signal }),
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
    queryFn: async ({ signal }) =>
      (await call<typeof contract.findCaseOf>(calls.findCaseOf, { query: { name }, signal })).data,
    staleTime: askEveryMs,
    retry: false,
  });

export const openCase = (name: string) =>
  call<typeof contract.openCase>(calls.openCase, { body: { name } });

export type CaseChange = Omit<Body<typeof contract.saveCase>, 'version'>;
export const saveCase = (id: number, body: Body<typeof contract.saveCase>) =>
  call<OfCase<typeof contract.saveCase>>(of(calls.saveCase, id), { body });

export const extendCase = (id: number, body: Body<typeof contract.extendCase>) =>
  call<OfCase<typeof contract.extendCase>>(of(calls.extendCase, id), { body });

type MoveCall = OfCase<typeof contract.moveCase> & {
  body: (typeof contract.caseMoveBodies)[CaseMove];
};
export const moveCase = (id: number, move: CaseMove, body: contract.CaseMoveBody) =>
  call<MoveCall>(
    { ...calls.moveCase, url: fillAddress(calls.moveCase.url, { id, move }) },
    // Which of the bodies it is follows from the move.
    { body: body as Static<MoveCall['body']> },
  );

export type LineDecisions = Body<typeof contract.decideLines>;
export const decideLines = (id: number, body: LineDecisions) =>
  call<OfCase<typeof contract.decideLines>>(of(calls.decideLines, id), { body });

export const addLine = (id: number, text: string) =>
  call<OfCase<typeof contract.addLine>>(of(calls.addLine, id), { body: { text } });

export const renewLines = (id: number) =>
  call<OfCase<typeof contract.renewLines>>(of(calls.renewLines, id), {});

export const addRemark = (id: number, text: string) =>
  call<OfCase<typeof contract.addRemark>>(of(calls.addRemark, id), { body: { text } });

export type ActionFields = Body<typeof contract.addAction>;
export const addAction = (id: number, body: ActionFields) =>
  call<OfCase<typeof contract.addAction>>(of(calls.addAction, id), { body });

export const saveAction = (id: number, action: number, body: Body<typeof contract.saveAction>) =>
  call<OfCase<typeof contract.saveAction>>(
    { ...calls.saveAction, url: fillAddress(calls.saveAction.url, { id, action }) },
    { body },
  );

export const exportAddress = (filter: contract.CaseFilter, format: SpreadsheetFormat): string =>
  `${calls.exportCases.url}?${new URLSearchParams({ ...filter, format })}`;

export const evidenceAddress = (id: number, format: contract.EvidenceFormat): string =>
  `${fillAddress(calls.exportEvidence.url, { id })}?format=${format}`;

/** Of all cases that are listed. */
export const evidenceOfAddress = (
  filter: contract.CaseFilter,
  format: contract.EvidenceFormat,
): string => `${calls.exportCasesEvidence.url}?${new URLSearchParams({ ...filter, format })}`;

/** Someone else saved the case or the action meanwhile. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'changed_meanwhile';
}

type Body<E extends { body: TSchema }> = Static<E['body']>;

/** A call about one case: its address has the number of the case. */
type OfCase<E extends { url: string }> = Omit<E, 'url'> & { url: string };

function of<Method extends string>(
  { method, url }: { method: Method; url: `${string}:id${string}` },
  id: number,
) {
  return { method, url: url.replace(':id', String(id)) };
}
