import { type Static, Type } from 'typebox';
import * as calls from './calls.ts';
import { Exact } from './exact.ts';
import { RevisionStatus } from './revisions.ts';

/** 1 to 50, in digits; 20 without it. */
const Limit = Type.Optional(Type.String({ pattern: '^([1-9]|[1-4][0-9]|50)$' }));
/** Refused in words when it has more than `mostQueryLetters`; no request is longer than this. */
const Query = Type.Optional(Type.String({ maxLength: 16_384 }));

/** A range of a text that is marked: from this letter to before that one. */
export const Mark = Type.Tuple([Type.Integer(), Type.Integer()]);
export type Mark = Static<typeof Mark>;

/** An entry as a search tells it, with what names it in the address of /main. */
export const ReferencedEntry = Type.Object({
  customer: Type.String(),
  doc_num: Type.String(),
  doc_desc: Type.String(),
  language: Type.Union([Type.String(), Type.Null()]),
  doc_rev: Type.String(),
  status: RevisionStatus,
  has_file: Type.Boolean(),
});

export const FoundEntry = Type.Object({
  ...ReferencedEntry.properties,
  /** What it amends, of an amendment. */
  amends: Type.Union([Type.String(), Type.Null()]),
  /** What amends it and is in force with it. */
  beside: Type.Array(
    Type.Object({
      doc_num: Type.String(),
      language: Type.Union([Type.String(), Type.Null()]),
      doc_rev: Type.String(),
    }),
  ),
});
export type FoundEntry = Static<typeof FoundEntry>;

/** An entry that was found; other revisions of its standard are folded under it. */
export const FoundStandard = Type.Object({
  ...FoundEntry.properties,
  /** The other revisions that were found, newest first; without `latest`. */
  others: Type.Array(FoundEntry),
  /** The latest revision, where the entry is an older one. */
  latest: Type.Union([FoundEntry, Type.Null()]),
});
export type FoundStandard = Static<typeof FoundStandard>;

export const quickOpen = {
  ...calls.quickOpen,
  query: Exact({
    /** Empty: what this user opened last and most. */
    q: Query,
    limit: Limit,
  }),
  response: Type.Object({
    /** Best first. */
    data: Type.Array(FoundStandard),
    /** How many there are, of which `data` has the first. */
    total: Type.Integer(),
    /** There are more than `total`, which is as far as was counted. */
    total_is_least: Type.Boolean(),
    /** What is nearly what was typed, apart from what is. */
    did_you_mean: Type.Array(FoundStandard),
    /** How many documents the index does not have yet, as it is being built or follows an import. */
    not_indexed: Type.Integer(),
  }),
} as const;

/** Clears the list of documents that this user opened. */
export const clearRecent = {
  ...calls.clearRecent,
  response: Type.Object({}),
} as const;

/** A part of a page's text around what was found, as plain text. */
export const Snippet = Type.Object({ text: Type.String(), marks: Type.Array(Mark) });
export type Snippet = Static<typeof Snippet>;

export const FoundPage = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  snippet: Snippet,
  /** The numbered heading above it on the page; null where none surely is. */
  heading: Type.Union([Type.String(), Type.Null()]),
});
export type FoundPage = Static<typeof FoundPage>;

export const FoundDocument = Type.Object({
  ...FoundEntry.properties,
  /** The same for all revisions of one standard; null where their order is unsure. */
  standard: Type.Union([Type.Integer(), Type.Null()]),
  /** The latest revision, where this is an older one. */
  latest: Type.Union([FoundEntry, Type.Null()]),
  /** The PDF has no text that could be searched: it was found by its number or description. */
  is_scan: Type.Boolean(),
  /** The best pages in their order of worth, and of how many. */
  pages: Type.Array(FoundPage),
  pages_found: Type.Integer(),
  /** The words of the search that the document does not have; empty where it has all of them. */
  lacks: Type.Array(Type.String()),
});
export type FoundDocument = Static<typeof FoundDocument>;

const Count = Type.Object({ value: Type.String(), count: Type.Integer() });

export const SearchAnswer = Type.Object({
  data: Type.Array(FoundDocument),
  /** How many documents have all words, with the filters. */
  total: Type.Integer(),
  /** There are more than `total`, which is as far as was counted. */
  total_is_least: Type.Boolean(),
  /** How many documents follow them that have only some of the words; best first, those with `lacks`. */
  relaxed: Type.Integer(),
  /** How many there are by customer, by language and in the newest revision; each without its own filter. Every one that occurs. */
  facets: Type.Object({
    customer: Type.Array(Count),
    /** The empty text for entries without a language. */
    language: Type.Array(Count),
    latest: Type.Integer(),
  }),
  /** The query as it was perhaps meant. */
  did_you_mean: Type.Array(Type.String()),
  /** How many words of a very long query were left out. */
  words_left_out: Type.Integer(),
  /** How many documents within the filters have no text that could be searched. */
  scans_not_searched: Type.Integer(),
  /** How many documents within the filters have a PDF that is not read yet. */
  unread: Type.Integer(),
  /** How many documents within the filters have a PDF whose text cannot be read, by reason. */
  unreadable: Type.Object({
    broken: Type.Integer(),
    encrypted: Type.Integer(),
    too_large: Type.Integer(),
  }),
  /** How many documents of the library the index does not have yet, as it is being built or follows an import. */
  not_indexed: Type.Integer(),
  /** `after` of the next page of results; null on the last. */
  next: Type.Union([Type.String(), Type.Null()]),
  /** The words of the search, as the viewer's find takes them. */
  words: Type.Array(Type.String()),
});
export type SearchAnswer = Static<typeof SearchAnswer>;

export const search = {
  ...calls.search,
  query: Exact({
    q: Query,
    customer: Type.Optional(Type.String({ maxLength: 1000 })),
    language: Type.Optional(Type.String({ maxLength: 1000 })),
    /** `true`: only the newest revision of each standard and language. */
    latest: Type.Optional(Type.String({ maxLength: 10 })),
    limit: Limit,
    after: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  response: SearchAnswer,
} as const;
