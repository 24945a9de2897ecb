import { type Static, Type } from 'typebox';
import * as consoleCalls from './console-calls.ts';

/** A number that people searched for and did not find, without punctuation. */
export const MissedSearch = Type.Object({
  code: Type.String(),
  times: Type.Integer(),
  last_at: Type.String(),
});
export type MissedSearch = Static<typeof MissedSearch>;

/** The numbers that were searched for and not found, the most searched first. */
export const listMissedSearches = {
  ...consoleCalls.listMissedSearches,
  response: Type.Object({ data: Type.Array(MissedSearch) }),
} as const;
