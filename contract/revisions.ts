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

/** What a librarian says of a whole standard. */
export const Notice = Type.Object({
  kind: Type.Enum(['withdrawn', 'replaced', 'not_for_new_design']),
  on: Type.Union([Day, Type.Null()]),
  remark: Type.String({ maxLength: 1000 }),
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

export const Revision = Type.Object({
  doc_rev: Type.String(),
  status: RevisionStatus,
  kind: Type.Enum([...revisionKinds]),
  /** What this one amends or reaffirms; null where the library lacks it, or cannot tell. */
  amends: Type.Union([Type.String(), Type.Null()]),
  issued_on: Type.Union([Day, Type.Null()]),
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
    /** False: names do not decide the order or days of issue contradict it, and no librarian has set it. */
    is_order_sure: Type.Boolean(),
    /** Of an unsure order, `names` and `librarian` mean that days of issue contradict. */
    order_by: Type.Enum([...orderBases]),
  }),
} as const;

const Identity = Type.Object({
  doc_num: Type.String(),
  language: Language,
  doc_rev: Type.String(),
});

/** Of a customer's entries those that are not plainly the latest: every other one is. */
export const listRevisionStatuses = {
  ...calls.listRevisionStatuses,
  query: Exact({ customer: Type.String({ minLength: 1, maxLength: 1000 }) }),
  response: Type.Object({
    superseded: Type.Array(Identity),
    draft: Type.Array(Identity),
    withdrawn: Type.Array(Identity),
    unsure: Type.Array(Identity),
  }),
} as const;

const Changed = Type.Object({ change_id: Type.Union([Type.String(), Type.Null()]) });

/** Says of the standard of an entry that it is withdrawn, replaced …; null removes that. */
export const saveNotice = {
  ...consoleCalls.saveNotice,
  body: Exact({
    document_id: Whole,
    notice: Type.Union([
      Exact({
        kind: Notice.properties.kind,
        on: Type.Union([Day, Type.Null()]),
        remark: Type.String({ maxLength: 1000 }),
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

/**
 * Sets the order of a standard's editions, independent of their names. All editions are named; an amendment or a draft that
 * is named counts as an edition.
 */
export const settleOrder = {
  ...consoleCalls.settleOrder,
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
