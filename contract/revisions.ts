import { type Static, Type } from 'typebox';
import * as calls from './calls.ts';
import * as consoleCalls from './console-calls.ts';
import { Exact, Whole } from './exact.ts';
import { orderBases, revisionKinds, revisionStatuses } from './revision-words.ts';

/** A day, such as `2026-11-14`; it has no time and no zone. */
export const Day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' });

export const RevisionStatus = Type.Enum([...revisionStatuses]);

const text = Type.String({ maxLength: 1000 });
const Language = Type.Union([Type.String(), Type.Null()]);

/** A standard: its revisions are the entries. */
const StandardName = Type.Object({
  customer: Type.String(),
  doc_num: Type.String(),
  language: Language,
});
export type StandardName = Static<typeof StandardName>;

/** What a librarian says of a standard, or of some of its revisions. */
export const Notice = Type.Object({
  kind: Type.Enum(['withdrawn', 'replaced', 'not_for_new_design']),
  on: Type.Union([Day, Type.Null()]),
  remark: Type.String({ maxLength: 1000 }),
  /** The revisions that it is about; null: all of the standard, also those to come. */
  revisions: Type.Union([Type.Array(text), Type.Null()]),
  /** What replaces it, of whichever customer; `latest` is what can be opened, where it is in the library. */
  replaced_by: Type.Union([
    Type.Object({
      ...StandardName.properties,
      latest: Type.Union([Type.String(), Type.Null()]),
    }),
    Type.Null(),
  ]),
});
export type Notice = Static<typeof Notice>;
export type NoticeKind = Notice['kind'];

/** What librarians say of a revision. Kind and base are said only where its label does not say them. */
export const Facts = {
  issued_on: Type.Union([Day, Type.Null()]),
  valid_from: Type.Union([Day, Type.Null()]),
  usable_until: Type.Union([Day, Type.Null()]),
  confirmed_on: Type.Union([Day, Type.Null()]),
  withdrawn_on: Type.Union([Day, Type.Null()]),
  reason: Type.Union([Type.String({ maxLength: 1000 }), Type.Null()]),
  stated_kind: Type.Union([Type.Enum([...revisionKinds]), Type.Null()]),
  stated_amends: Type.Union([Type.String({ maxLength: 1000 }), Type.Null()]),
};

export const Revision = Type.Object({
  doc_rev: Type.String(),
  status: RevisionStatus,
  kind: Type.Enum([...revisionKinds]),
  /** What this one amends or reaffirms; null where the library lacks it, or cannot tell. */
  amends: Type.Union([Type.String(), Type.Null()]),
  /** The base that it names and the library lacks. */
  missing: Type.Union([Type.String(), Type.Null()]),
  /** What its label says, where a librarian put it in order as an edition: is it one? */
  question: Type.Union([Type.Enum([...revisionKinds]), Type.Null()]),
  ...Facts,
  /**
   * The next newer revision, and since when it is one: the day it was issued, or else added here. Null
   * where that is before this one was issued: nobody knows the day.
   */
  superseded_by: Type.Union([Type.String(), Type.Null()]),
  superseded_on: Type.Union([Day, Type.Null()]),
  has_file: Type.Boolean(),
  /** As the entry has them, which may be spelled otherwise in another revision. */
  doc_num: Type.String(),
  language: Language,
  doc_desc: Type.String(),
  document_id: Type.Number(),
});
export type Revision = Static<typeof Revision>;

const Identity = Type.Object({
  doc_num: Type.String(),
  language: Language,
  doc_rev: Type.String(),
});

/** All revisions of a standard: editions newest first, each before what amends it, then drafts; signs, blanks and capitals of its number do not matter. */
export const listRevisions = {
  ...calls.listRevisions,
  query: Exact({
    customer: text,
    doc_num: text,
    /** Left out or empty: the entries without a language. */
    language: Type.Optional(text),
  }),
  response: Type.Object({
    data: Type.Array(Revision),
    notice: Type.Union([Notice, Type.Null()]),
    /** Of the same number in another language what is surely newer than all of these. */
    newer_elsewhere: Type.Array(Identity),
    /** False: names do not decide the order or days of issue contradict it, and no librarian has set it. */
    is_order_sure: Type.Boolean(),
    /** Of an unsure order, `names` and `librarian` mean that days of issue contradict. */
    order_by: Type.Enum([...orderBases]),
  }),
} as const;

/** Of a customer's entries those that are not plainly the latest edition: every other one is. */
export const listRevisionStatuses = {
  ...calls.listRevisionStatuses,
  query: Exact({ customer: Type.String({ minLength: 1, maxLength: 1000 }) }),
  response: Type.Object({
    /** Amendments in force with their base. */
    beside: Type.Array(Identity),
    superseded: Type.Array(Identity),
    draft: Type.Array(Identity),
    withdrawn: Type.Array(Identity),
    unsure: Type.Array(Identity),
  }),
} as const;

const Changed = Type.Object({ change_id: Type.Union([Type.String(), Type.Null()]) });

/** Says of the standard of an entry, or of some of its revisions, that it is withdrawn, replaced …; null removes that. */
export const saveNotice = {
  ...consoleCalls.saveNotice,
  body: Exact({
    document_id: Whole,
    notice: Type.Union([
      Exact({
        kind: Notice.properties.kind,
        on: Type.Union([Day, Type.Null()]),
        remark: Type.String({ maxLength: 1000 }),
        /** Left out or null: all of them. */
        revisions: Type.Optional(
          Type.Union([Type.Array(text, { minItems: 1, maxItems: 1000 }), Type.Null()]),
        ),
        replaced_by: Type.Union([
          Exact({ customer: text, doc_num: text, language: Type.Union([text, Type.Null()]) }),
          Type.Null(),
        ]),
      }),
      Type.Null(),
    ]),
  }),
  response: Changed,
} as const;

/** Sets the kind and the days of a revision, with the reason; null where nothing is said of it. */
export const sayRevision = {
  ...consoleCalls.sayRevision,
  body: Exact({ document_id: Whole, ...Facts }),
  response: Changed,
} as const;

/**
 * Sets the order of a standard's editions, independent of their names. All editions are named; an amendment or a draft that
 * is named counts as an edition.
 */
export const setRevisionOrder = {
  ...consoleCalls.setRevisionOrder,
  body: Exact({
    document_id: Whole,
    newest_first: Type.Array(text, { minItems: 1, maxItems: 10_000 }),
  }),
  response: Changed,
} as const;

/** Where a new revision would be in the order of an entry's standard. */
export const placeRevision = {
  ...consoleCalls.placeRevision,
  body: Exact({
    document_id: Whole,
    doc_rev: text,
    issued_on: Type.Optional(Type.Union([Day, Type.Null()])),
  }),
  response: Type.Object({
    place: Type.Enum(['newest', 'older', 'beside', 'reaffirmed', 'draft', 'unsure', 'taken']),
    /** The newest edition here; of an amendment or a reaffirmation, what it is of. */
    latest: Type.String(),
  }),
} as const;
