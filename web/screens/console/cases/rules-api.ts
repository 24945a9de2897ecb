import { queryOptions } from '@tanstack/react-query';
import { consoleApi } from '../console-api.ts';

export const rulesQuery = () =>
  queryOptions({
    queryKey: ['manage', 'case-rules'],
    queryFn: async ({ signal }) => (await consoleApi.listCaseRules({ signal })).data,
  });

export const calendarsQuery = () =>
  queryOptions({
    queryKey: ['manage', 'calendars'],
    queryFn: async ({ signal }) => (await consoleApi.listCalendars({ signal })).data,
  });
