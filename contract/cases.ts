import { type Static, Type } from 'typebox';
import * as calls from './case-calls.ts';
import {
  caseActionKinds,
  caseDecisions,
  type CaseMove,
  caseOpenings,
  caseReasons,
  type CaseStateGroup,
  caseStateGroups,
  caseStates,
  caseVerdicts,
  withoutCaseReasons,
} from './case-words.ts';
import * as consoleCalls from './console-calls.ts';
import { SpreadsheetFormat } from './editing.ts';
import { Exact, Whole } from './exact.ts';
import { changeWeights } from './redline-words.ts';
import { Day } from './revisions.ts';

/** A change case: one revision of a standard, from its arrival to the proof that it was reviewed. */

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Reason = Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' });
const Text = Type.String({ maxLength: 2000 });
const UserName = Type.String({ minLength: 1, maxLength: 200 });
const Id = Whole;
const IdInAddress = Type.String({ pattern: '^\\d{1,15}$' });
const Version = Whole;

export const Case = Type.Object({
  id: Id,
  customer: Type.String(),
  doc_num: Type.String(),
  language: OrNull(Type.String()),
  doc_rev: Type.String(),
  /** The revision that it is compared with, its baseline: the last reviewed one; null for a new standard. */
  previous_rev: OrNull(Type.String()),
  reason: Type.Enum([...caseReasons]),
  state: Type.Enum([...caseStates]),
  /** When the customer announced it: the day of issue until someone types the day; null: not known. */
  notified_on: OrNull(Day),
  received_on: Day,
  due_on: Day,
  /** Before it was moved. */
  first_due_on: Day,
  reviewed_on: OrNull(Day),
  implemented_on: OrNull(Day),
  owner: OrNull(Type.String()),
  /** The person's name; of an account that is gone, the account. */
  owner_name: OrNull(Type.String()),
  verdict: OrNull(Type.Enum([...caseVerdicts])),
  /** The first due day that passed without a signed review, whatever moved it since; null: never late. */
  late_since: OrNull(Day),
  is_late: Type.Boolean(),
  /** The day that it is at its site: the reader may have another one. */
  today: Day,
});
export type Case = Static<typeof Case>;

/** A change of the comparison, or a line that a reviewer typed. */
const CaseLine = Type.Object({
  /** Stays when the list is made again, as long as the text is in it. */
  id: Id,
  /** Sent with a decision: one about an earlier version is a conflict. */
  version: Version,
  /** From 1, in the order in which they are reviewed. */
  position: Id,
  /** The change of the comparison, by its id there; null for a typed line. */
  change: OrNull(Id),
  weight: OrNull(Type.Enum([...changeWeights])),
  clause: OrNull(Type.String()),
  /** The sentence; deleted words in `[-…-]`, inserted words in `{+…+}`. */
  text: Type.String(),
  decision: OrNull(Type.Enum([...caseDecisions])),
  remark: Type.String(),
  decided_by: OrNull(Type.String()),
  /** Null also where it was not kept. */
  decided_at: OrNull(Type.String()),
  /** Who wrote the remark; null: nobody, or before authors were kept. */
  remark_by: OrNull(Type.String()),
  /** What was decided about this text before: in the case of that revision, or in an earlier list. To be decided again. */
  former: OrNull(
    Type.Object({
      decision: Type.Enum([...caseDecisions]),
      by: OrNull(Type.String()),
      at: OrNull(Type.String()),
      doc_rev: Type.String(),
    }),
  ),
  /** Its text is in the list of changes no more: it was changed again or reverted. */
  is_former: Type.Boolean(),
});
export type CaseLine = Static<typeof CaseLine>;

const CaseAction = Type.Object({
  id: Id,
  kind: Type.Enum([...caseActionKinds]),
  reference: Type.String(),
  owner: OrNull(Type.String()),
  due_on: OrNull(Day),
  done_on: OrNull(Day),
  /** A link or a text. */
  evidence: Type.String(),
  /** The lines that it follows from, by id. */
  lines: Type.Array(Id),
  /** It is older than that actions name lines, and stands for all. */
  is_general: Type.Boolean(),
  version: Version,
});
export type CaseAction = Static<typeof CaseAction>;

/** A day that someone set; `due`: the first one, and every move. */
const CaseDay = Type.Object({
  field: Type.Enum(['due', 'notified', 'implemented', 'done']),
  /** Of `done`: of which action. */
  action_id: OrNull(Id),
  /** Null: not known. */
  day: OrNull(Day),
  set_at: Type.String(),
  set_by: Type.String(),
  why: Type.String(),
  /** Typed wrongly and corrected: it does not count. */
  is_void: Type.Boolean(),
});
export type CaseDay = Static<typeof CaseDay>;

const CaseEvent = Type.Object({
  at: Type.String(),
  user: Type.String(),
  /** What happened, in words. */
  text: Type.String(),
});
export type CaseEvent = Static<typeof CaseEvent>;

export const WholeCase = Type.Object({
  ...Case.properties,
  /** What its revision amends: it replaces nothing, also where the case was opened before that was known. */
  amends: OrNull(Type.String()),
  doc_desc: Type.String(),
  version: Version,
  /** The due day is `due_days` working days after this day, by this calendar, unless it was moved. */
  due_from: Day,
  due_days: Type.Integer(),
  calendar: Type.String(),
  /** Of all days of the case, such as `Europe/Berlin`. */
  zone: Type.String(),
  days: Type.Array(CaseDay),
  /** Whether the baseline was reviewed, or its PDF replaced since; null: nobody kept it, or there is no baseline. */
  baseline: OrNull(Type.Enum(['reviewed', 'replaced', 'unreviewed'])),
  /** The names of the accounts in it. */
  names: Type.Record(Type.String(), Type.String()),
  /** Why the due day was moved or the review waived; null: it was not. */
  due_reason: OrNull(Type.String()),
  reviewers: Type.Array(Type.String()),
  watchers: Type.Array(Type.String()),
  /** Both sides of the comparison by redlineName; null: there is none. */
  comparison: OrNull(Type.Object({ from: Type.String(), to: Type.String() })),
  /**
   * `waiting`: the comparison is being made; `none`: there is none, so lines are typed; `outdated`: a PDF has
   * changed since the list was made.
   */
  lines_state: Type.Enum(['there', 'waiting', 'none', 'outdated', 'hidden']),
  /** Empty for readers until the review is signed. */
  lines: Type.Array(CaseLine),
  actions: Type.Array(CaseAction),
  events: Type.Array(CaseEvent),
  /** Of a signed review. */
  signed_by: OrNull(Type.String()),
  from_hash: OrNull(Type.String()),
  to_hash: OrNull(Type.String()),
  /** The version of the comparison. */
  engine: OrNull(Type.Integer()),
  /** The case of a newer revision. */
  superseded_by: OrNull(Id),
  may_review: Type.Boolean(),
});
export type WholeCase = Static<typeof WholeCase>;

const groups = Object.keys(caseStateGroups) as CaseStateGroup[];

const CaseFilter = {
  state: Type.Optional(Type.Enum([...caseStates, ...groups])),
  /** `1`: I own it, review it or watch it. */
  mine: Type.Optional(Type.Literal('1')),
  /** `1`: late, now or once; `0`: never. */
  late: Type.Optional(Type.Enum(['0', '1'])),
  /** A part of the standard number; punctuation and capitals do not matter. */
  doc_num: Type.Optional(Type.String({ maxLength: 120 })),
  customer: Type.Optional(Type.String({ maxLength: 1000 })),
  owner: Type.Optional(Type.String({ maxLength: 200 })),
  verdict: Type.Optional(Type.Enum([...caseVerdicts])),
  due_before: Type.Optional(Day),
  due_from: Type.Optional(Day),
  due_to: Type.Optional(Day),
  /** The first due day that a late one missed. */
  late_from: Type.Optional(Day),
  late_to: Type.Optional(Day),
  reviewed_from: Type.Optional(Day),
  reviewed_to: Type.Optional(Day),
  /** Days on which the library received the revision. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
};
export type CaseFilter = Static<Type.TObject<typeof CaseFilter>>;

/** The cases, those due first before the ones that are reviewed. `next`: pass as `after`. */
export const listCases = {
  ...calls.listCases,
  query: Exact({
    ...CaseFilter,
    limit: Type.Optional(Type.String({ pattern: '^\\d{1,3}$' })),
    after: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  response: Type.Object({
    data: Type.Array(Case),
    next: OrNull(Type.String()),
  }),
} as const;

/** At a glance. `due_for_me`: pending cases that I own, review or watch, due within seven days or late. */
export const summarizeCases = {
  ...calls.summarizeCases,
  response: Type.Object({
    /** The day at the site of cases without another one. */
    today: Day,
    open: Type.Integer(),
    late: Type.Integer(),
    due_for_me: Type.Integer(),
    /** Days from the start of the clock to the signed review, of the last year; null: none. */
    median_days: OrNull(Type.Number()),
    /** The months of `by_customer`, oldest first, such as `2026-11`. */
    months: Type.Array(Type.String()),
    /**
     * Pending cases, those of them that are late, and by the month in which they were due: reviews that were done and never
     * late, and all that were ever late.
     */
    by_customer: Type.Array(
      Type.Object({
        customer: Type.String(),
        open: Type.Integer(),
        late: Type.Integer(),
        months: Type.Array(
          Type.Object({ month: Type.String(), on_time: Type.Integer(), late: Type.Integer() }),
        ),
      }),
    ),
    /** Who can own, review or watch. */
    people: Type.Array(Type.Object({ account: Type.String(), name: Type.String() })),
  }),
} as const;

/** Standards whose latest revision has no case, and why, by number. `next`: pass as `after`. */
export const listWithoutCase = {
  ...calls.listWithoutCase,
  query: Exact({
    customer: Type.Optional(Type.String({ maxLength: 1000 })),
    after: Type.Optional(IdInAddress),
  }),
  response: Type.Object({
    data: Type.Array(
      Type.Object({
        document_id: Id,
        customer: Type.String(),
        doc_num: Type.String(),
        language: OrNull(Type.String()),
        doc_rev: Type.String(),
        added_at: Type.String(),
        why: Type.Enum([...withoutCaseReasons]),
      }),
    ),
    next: OrNull(Type.String()),
  }),
} as const;
export type WithoutCase = Static<typeof listWithoutCase.response>['data'][number];

const params = Type.Object({ id: IdInAddress });

export const readCase = { ...calls.readCase, params, response: WholeCase } as const;

/** The pending or last case of a document, for the line above it in the viewer; by redlineName. */
export const findCaseOf = {
  ...calls.findCaseOf,
  query: Exact({ name: Type.String({ minLength: 1, maxLength: 3000 }) }),
  response: Type.Object({ data: OrNull(Case) }),
} as const;

/** Opens a case by hand; the document by redlineName. */
export const openCase = {
  ...calls.openCase,
  body: Exact({ name: Type.String({ minLength: 1, maxLength: 3000 }) }),
  response: Type.Object({ id: Id }),
} as const;

const Saved = Type.Object({ version: Version });

export const saveCase = {
  ...calls.saveCase,
  params,
  body: Exact({
    version: Version,
    owner: Type.Optional(OrNull(UserName)),
    notified_on: Type.Optional(OrNull(Day)),
    /** Needed where a typed day of notification is corrected, or the due day moves to a later one. */
    reason: Type.Optional(Reason),
    reviewers: Type.Optional(Type.Array(UserName, { maxItems: 50, uniqueItems: true })),
    watchers: Type.Optional(Type.Array(UserName, { maxItems: 200, uniqueItems: true })),
  }),
  response: Saved,
} as const;

/** Moves the due day; both days stay in the history. */
export const extendCase = {
  ...calls.extendCase,
  params,
  body: Exact({ version: Version, due_on: Day, reason: Reason }),
  response: Saved,
} as const;

const plainMove = Exact({ version: Version });
const moveWithReason = Exact({ version: Version, reason: Reason });

/** The body of each move of `caseMoves`; its address ends with the name of the move. */
export const caseMoveBodies = {
  start: plainMove,
  sign: Exact({ version: Version, verdict: Type.Enum([...caseVerdicts]) }),
  /** A day before the review needs a reason. */
  implement: Exact({ version: Version, implemented_on: Day, reason: Type.Optional(Reason) }),
  close: plainMove,
  waive: moveWithReason,
  withdraw: moveWithReason,
  reopen: moveWithReason,
} satisfies Record<CaseMove, Type.TSchema>;
export type CaseMoveBody = {
  version: number;
  verdict?: Static<typeof caseMoveBodies.sign>['verdict'];
  implemented_on?: string;
  reason?: string;
};
export const moveCase = { ...calls.moveCase, params, response: Saved } as const;

/**
 * Decides about lines, many at once. Each is saved for itself; one that someone else changed since this version is a
 * conflict, and stays as it is.
 */
export const decideLines = {
  ...calls.decideLines,
  params,
  body: Exact({
    lines: Type.Array(Exact({ id: Id, version: Version }), { minItems: 1, maxItems: 5000 }),
    decision: Type.Optional(OrNull(Type.Enum([...caseDecisions]))),
    remark: Type.Optional(Text),
  }),
  response: Type.Object({
    left: Type.Integer(),
    /** The lines that are as they were sent now. */
    saved: Type.Array(Type.Object({ id: Id, version: Version })),
    /** Who changed these lines, and when. */
    conflicts: Type.Array(
      Type.Object({ line: CaseLine, by: OrNull(Type.String()), at: OrNull(Type.String()) }),
    ),
  }),
} as const;
export type LineConflict = Static<typeof decideLines.response>['conflicts'][number];

/** A line of the free list. */
export const addLine = {
  ...calls.addLine,
  params,
  body: Exact({ text: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' }) }),
  response: Type.Object({ id: Id }),
} as const;

/** Takes the list from the comparison again, after a PDF was replaced. Decisions about the same text stay. */
export const renewLines = { ...calls.renewLines, params, response: Saved } as const;

/** Corrects a wrong date of a reviewed or ended case; both days stay to be seen. `action`: of `done_on`. */
export const correctDate = {
  ...calls.correctDate,
  params,
  body: Exact({
    version: Version,
    field: Type.Enum(['notified_on', 'implemented_on', 'done_on']),
    action: Type.Optional(Id),
    day: Day,
    reason: Reason,
  }),
  response: Saved,
} as const;

/** A correction of something signed: a new line, which stays. */
export const addRemark = {
  ...calls.addRemark,
  params,
  body: Exact({ text: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' }) }),
  response: Type.Object({ at: Type.String() }),
} as const;

const ActionFields = {
  kind: Type.Enum([...caseActionKinds]),
  reference: Type.String({ maxLength: 400 }),
  owner: OrNull(UserName),
  due_on: OrNull(Day),
  done_on: OrNull(Day),
  evidence: Text,
  lines: Type.Optional(Type.Array(Id, { maxItems: 5000, uniqueItems: true })),
};

export const addAction = {
  ...calls.addAction,
  params,
  body: Exact(ActionFields),
  response: Type.Object({ id: Id }),
} as const;

export const saveAction = {
  ...calls.saveAction,
  params: Type.Object({ id: IdInAddress, action: IdInAddress }),
  body: Exact({ version: Version, ...ActionFields }),
  response: Saved,
} as const;

export const exportCases = {
  ...calls.exportCases,
  query: Exact({ ...CaseFilter, format: SpreadsheetFormat }),
} as const;

const EvidenceFormat = Type.Enum(['pdf', 'csv', 'xlsx']);
export type EvidenceFormat = Static<typeof EvidenceFormat>;

/** The proof of one case. */
export const exportEvidence = {
  ...calls.exportEvidence,
  params,
  query: Exact({ format: EvidenceFormat }),
} as const;

/**
 * The proof of all cases that a filter lets through, such as of a customer and a period; bounded. With `progress` a byte for
 * each case comes before the file, as soon as the case is read; `progressHeader` says how many.
 */
export const exportCasesEvidence = {
  ...calls.exportCasesEvidence,
  query: Exact({
    ...CaseFilter,
    format: EvidenceFormat,
    progress: Type.Optional(Type.Literal('1')),
  }),
} as const;

/** When the library opens cases of a customer, when they are due, and who owns them. */
export const CaseRule = Type.Object({
  customer_id: Id,
  customer: Type.String(),
  opens: Type.Enum([...caseOpenings]),
  /** Whether an import of a sheet opens cases as well. */
  opens_on_import: Type.Boolean(),
  days: Type.Integer({ minimum: 1, maximum: 400 }),
  calendar_id: OrNull(Id),
  owner: OrNull(Type.String()),
  /** Owners of single standards, by number. */
  owners: Type.Array(Type.Object({ doc_num: Type.String(), owner: Type.String() })),
  /** Whether signing, waiving and extending a late case need a second reviewer. */
  four_eyes: Type.Boolean(),
  /** How many pending cases have another number of days or another calendar: they keep their due day. */
  pending_otherwise: Type.Integer(),
  version: Type.Integer({ minimum: 0 }),
});
export type CaseRule = Static<typeof CaseRule>;

export const listCaseRules = {
  ...consoleCalls.listCaseRules,
  response: Type.Object({ data: Type.Array(CaseRule) }),
} as const;

export const saveCaseRule = {
  ...consoleCalls.saveCaseRule,
  body: Exact({
    customer_id: Id,
    version: Whole,
    opens: CaseRule.properties.opens,
    opens_on_import: Type.Boolean(),
    days: CaseRule.properties.days,
    calendar_id: OrNull(Id),
    owner: OrNull(UserName),
    four_eyes: Type.Optional(Type.Boolean()),
    owners: Type.Array(
      Exact({ doc_num: Type.String({ minLength: 1, maxLength: 120 }), owner: UserName }),
      { maxItems: 2000 },
    ),
    /** Gives pending cases the due day of this rule as well; their old one stays in the history. */
    with_pending: Type.Boolean(),
  }),
  response: Saved,
} as const;

/** Working days of a site. Days are days of its zone. */
export const Calendar = Type.Object({
  id: Id,
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  /** Such as `Europe/Berlin`. */
  zone: Type.String({ minLength: 1, maxLength: 60 }),
  /** Days of the week without work: 1 is Monday, 7 Sunday. */
  weekend: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 6, uniqueItems: true }),
  /** Days that are otherwise: holidays, or working days at a weekend. */
  days: Type.Array(
    Exact({ day: Day, is_working: Type.Boolean(), name: Type.String({ maxLength: 100 }) }),
    { maxItems: 5000 },
  ),
  version: Type.Integer({ minimum: 1 }),
});
export type Calendar = Static<typeof Calendar>;

export const listCalendars = {
  ...consoleCalls.listCalendars,
  response: Type.Object({ data: Type.Array(Calendar) }),
} as const;

/** Adds a calendar (without `id`) or changes one. Due days of open cases stay. */
export const saveCalendar = {
  ...consoleCalls.saveCalendar,
  body: Exact({
    ...Calendar.properties,
    id: Type.Optional(Id),
    version: Type.Optional(Version),
  }),
  response: Type.Object({ id: Id, version: Version }),
} as const;
