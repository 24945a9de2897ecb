import { type Static, Type } from 'typebox';
import * as calls from './calls.ts';
import * as consoleCalls from './console-calls.ts';
import { Exact } from './exact.ts';
import { Box } from './redline.ts';
import { ReferencedEntry } from './search.ts';

const text = Type.String({ maxLength: 1000 });

/** A mention of a number in the text, with a box for each of its lines. */
const Mention = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  boxes: Type.Array(Box),
  /** The revision that is cited with it, as written; null without one. */
  doc_rev: Type.Union([Type.String(), Type.Null()]),
});
export type Mention = Static<typeof Mention>;

/** A standard in its latest revision, or in one of several where the order is unsure. */
const Cited = Type.Object({
  ...ReferencedEntry.properties,
  mentions: Type.Array(Mention),
  /** It is cited with a revision that is not the latest. */
  is_outdated: Type.Boolean(),
});
export type Cited = Static<typeof Cited>;

const CitedBy = Type.Object({
  ...ReferencedEntry.properties,
  pages: Type.Array(Type.Integer({ minimum: 1 })),
});
export type CitedBy = Static<typeof CitedBy>;

/** What a revision cites, and what cites its standard. */
export const readReferences = {
  ...calls.readReferences,
  query: Exact({
    customer: text,
    doc_num: text,
    language: Type.Optional(text),
    doc_rev: text,
  }),
  response: Type.Object({
    /** `waiting`: the text is still being read; `no_text`: a scan without text, so references cannot be found. */
    state: Type.Enum(['read', 'waiting', 'no_text', 'no_file']),
    cites: Type.Array(Cited),
    cited_by: Type.Array(CitedBy),
    /** There are more than are listed. */
    cited_by_total: Type.Integer(),
  }),
} as const;

/** Numbers that look like a customer's own and are cited, but have no entry. */
const MissingReference = Type.Object({
  /** Its most frequent spelling. */
  number: Type.String(),
  /** The customer whose numbers look like it, where there is one. */
  customer: Type.Union([Type.String(), Type.Null()]),
  documents: Type.Integer(),
  mentions: Type.Integer(),
  /** Some of the documents that cite it. */
  cited_in: Type.Array(CitedBy),
});
export type MissingReference = Static<typeof MissingReference>;

export const listMissingReferences = {
  ...consoleCalls.listMissingReferences,
  query: Exact({ limit: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,3}$' })) }),
  response: Type.Object({ data: Type.Array(MissingReference), total: Type.Integer() }),
} as const;
