import { type Static, Type } from 'typebox';
import * as consoleCalls from './console-calls.ts';

/** A number that people sought and did not find, without its signs. */
export const MissedSearch = Type.Object({
  code: Type.String(),
  times: Type.Integer(),
  last_at: Type.String(),
});
export type MissedSearch = Static<typeof MissedSearch>;

/** The numbers that were sought in vain, the most sought ones first. */
export const listMissedSearches = {
  ...consoleCalls.listMissedSearches,
  response: Type.Object({ data: Type.Array(MissedSearch) }),
} as const;
