import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type * as contract from '#contract/cases.ts';
import * as consoleCalls from '#contract/console-calls.ts';
import { call } from '../../../api.ts';

export const rulesQuery = () =>
  queryOptions({
    queryKey: ['manage', 'case-rules'],
    queryFn: async ({ signal }) =>
      (await call<typeof contract.listCaseRules>(consoleCalls.listCaseRules, { signal })).data,
  });

export const calendarsQuery = () =>
  queryOptions({
    queryKey: ['manage', 'calendars'],
    queryFn: async ({ signal }) =>
      (await call<typeof contract.listCalendars>(consoleCalls.listCalendars, { signal })).data,
  });

export const saveCaseRule = (body: Static<(typeof contract.saveCaseRule)['body']>) =>
  call<typeof contract.saveCaseRule>(consoleCalls.saveCaseRule, { body });

export const saveCalendar = (body: Static<(typeof contract.saveCalendar)['body']>) =>
  call<typeof contract.saveCalendar>(consoleCalls.saveCalendar, { body });
