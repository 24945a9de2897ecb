import { queryOptions } from '@tanstack/react-query';
import type * as account from '#contract/account.ts';
import * as calls from '#contract/calls.ts';
import { call } from '../../api.ts';

// Not in web/api.ts, so that nobody loads them who does not open the page.

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) =>
      call<typeof account.listOwnSessions>(calls.listOwnSessions, { signal }),
  });

export const changeOwnPassword = (current_password: string, new_password: string) =>
  call<typeof account.changeOwnPassword>(calls.changeOwnPassword, {
    body: { current_password, new_password },
  });

/** One of them, or without an id all but the one that asks. */
export const endOwnSessions = (id?: string) =>
  call<typeof account.endOwnSessions>(calls.endOwnSessions, {
    body: id === undefined ? {} : { id },
  });
