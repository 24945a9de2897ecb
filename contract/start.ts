import { type Static, Type } from 'typebox';
import * as calls from './calls.ts';
import { FoundEntry } from './search.ts';

const Identity = Type.Object({
  doc_num: Type.String(),
  language: Type.Union([Type.String(), Type.Null()]),
  doc_rev: Type.String(),
});

/** The latest revision of a standard, and the edition before it. */
const Pair = Type.Object({ entry: FoundEntry, previous: Identity });

/** A new revision, or all that a large change added, such as an import. */
const News = Type.Union([
  Type.Object({
    added_at: Type.String(),
    entry: FoundEntry,
    /** Null where there is none, or one of both has no PDF. */
    previous: Type.Union([Identity, Type.Null()]),
  }),
  Type.Object({
    added_at: Type.String(),
    count: Type.Integer(),
    /** There are more than `count`, which is as far as was counted. */
    is_least: Type.Boolean(),
    /** Null where they are of several. */
    customer: Type.Union([Type.String(), Type.Null()]),
  }),
]);
export type News = Static<typeof News>;

export const readStart = {
  ...calls.readStart,
  response: Type.Object({
    /** The first of them in natural order, and how many there are. */
    customers: Type.Array(Type.Object({ customer: Type.String(), documents: Type.Integer() })),
    customers_total: Type.Integer(),
    /** Of the last weeks, newest first. */
    news: Type.Array(News),
    /** Of standards that this reader opened, then of the newest; each with both PDFs. */
    pairs: Type.Array(Pair),
  }),
} as const;
export type Start = Static<(typeof readStart)['response']>;
