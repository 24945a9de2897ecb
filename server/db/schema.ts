import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { AccessAction } from '#contract/access.ts';
import type { ProviderName } from '#contract/auth.ts';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { AuditSubject } from '#contract/audit.ts';
import type {
  CaseActionKind,
  CaseDecision,
  CaseOpening,
  CaseReason,
  CaseState,
  CaseVerdict,
} from '#contract/case-words.ts';
import type { JobKind, JobState } from '#contract/jobs.ts';
import type { ImportField } from '#contract/import-headings.ts';
import type { CarriedState, NoteKind } from '#contract/note-words.ts';
import type { ChangeWeight } from '#contract/redline-words.ts';
import type { NoticeKind } from '#contract/revisions.ts';
import type { RevisionKind, RevisionStatus } from '#contract/revision-words.ts';
import type { Verdict } from '#contract/upload-status.ts';

/** The tables as types. Times are UTC ISO 8601 text; a nullable time says yes or no. */
export type Schema = {
  customers: {
    id: Generated<number>;
    name: string;
    /** Two spellings of one customer have one key. */
    name_key: string;
    sort_key: string;
    /** Counts every change of the customer's documents; maintained by triggers. */
    documents_version: Generated<number>;
    /** Counts the changes of the row itself; maintained by triggers, as in documents. */
    version: Generated<number>;
  };
  documents: {
    id: Generated<number>;
    customer_id: number;
    doc_num: string;
    doc_desc: string;
    doc_rev: string;
    language: string | null;
    /** The day on which this revision was issued, such as 2026-11-14. */
    issued_on: Generated<string | null>;
    /** What librarians say of this revision, whatever its label says; see contract/revision-words.ts. */
    stated_kind: Generated<RevisionKind | null>;
    stated_amends: Generated<string | null>;
    valid_from: Generated<string | null>;
    usable_until: Generated<string | null>;
    confirmed_on: Generated<string | null>;
    withdrawn_on: Generated<string | null>;
    reason: Generated<string | null>;
    /** Key of the file's name; see contract/file-name.ts. */
    file_key: string;
    short_file_key: string;
    sort_key: string;
    /** The number in lower case without signs; a generated column. */
    loose_num: GeneratedAlways<string>;
    created_by_user: string;
    modified_by_user: string;
    created_at: string;
    modified_at: string;
    version: Generated<number>;
  };
  users: {
    id: Generated<number>;
    name: string;
    name_key: string;
    display_name: string;
    /** For an account of a provider: a hash that no password has. */
    password_hash: string;
    created_at: string;
    disabled_at: string | null;
    provider: Generated<ProviderName>;
    /** The provider's id of the account, which survives renames; null for a local one. */
    external_id: Generated<string | null>;
  };
  user_roles: { user_id: number; role_name: string };
  /** Groups of users, for which notes are written; a group without members does not exist. */
  user_groups: { user_id: number; group_name: string };
  sessions: {
    id_hash: string;
    user_id: number;
    created_at: string;
    last_seen_at: string;
    /** The browser in words, and the address, when it signed in; null for older sessions. */
    device: string | null;
    address: string | null;
    /** The provider's state, encrypted with the session's id; see auth/sealed.ts. */
    kept: Generated<string | null>;
    /** The provider's own name of the session, by which it may end it. */
    provider_session: Generated<string | null>;
    /** When the provider was last asked about the session, and when it last said yes. */
    asked_at: Generated<string | null>;
    confirmed_at: Generated<string | null>;
  };
  /** When an account with sessions was last checked in the directory. */
  outside_checks: { user_id: number; checked_at: string };
  /** Sign-ins, refusals and changes of accounts; purged when old. See auth/access-log.ts. */
  access_audit: {
    id: Generated<number>;
    at: string;
    action: AccessAction;
    /** Whose account it is about; null for an account that does not exist. */
    user: string | null;
    /** Who did it, if not the user. */
    by_user: string | null;
    address: string | null;
    detail: string | null;
  };
  /** Random values that all nodes share. */
  secrets: { name: 'device' | 'oidc'; value: string };
  login_attempts: {
    key: string;
    /** When the attempts made so far will be forgotten, in milliseconds since 1970. */
    forgotten_at_ms: number;
  };
  /**
   * One counter per subject, raised with every change; caches are valid for one value. `audit` is the
   * number of the last line of the trail.
   */
  versions: { name: 'auth' | 'catalogue' | 'files' | 'notes' | 'audit'; value: number };
  /** Who changed what, in the order it happened. Triggers refuse any change of it. */
  audit: {
    id: number;
    at: string;
    user: string;
    /** All that one request or command changed has one id. */
    change_id: string;
    action: AuditAction;
    subject: AuditSubject;
    subject_id: number;
    /** The customer and the document that the line is about, where it is about one. */
    customer_id: number | null;
    document_id: number | null;
    /** The customer that a document was moved from. */
    previous_customer_id: number | null;
    /** JSON of the fields; null before it existed, or after it was deleted. */
    before: string | null;
    after: string | null;
  };
  /** The lines of each change in `audit`: the first, the last, and how many. */
  changes: { change_id: string; first_id: number; last_id: number; lines: number };
  /** Which field a column of an imported sheet with this heading is; null: the column is ignored. */
  import_headings: {
    heading_key: string;
    field: ImportField | null;
    chosen_by_user: string;
    chosen_at: string;
  };
  /** The numbers that entries had before they were renamed or deleted, in lower case without signs. */
  former_numbers: { loose_num: string; document_id: number };
  /** A number of a customer in a language, and what librarians say of it; its entries are its revisions. */
  standards: {
    id: Generated<number>;
    customer_id: number;
    /** Number and language in lower case without signs; see catalogue/standards/keys.ts. */
    number_key: string;
    language_key: string;
    /** JSON of revisions, newest first, if a librarian set their order. */
    settled_order: Generated<string | null>;
    notice_kind: Generated<NoticeKind | null>;
    notice_on: Generated<string | null>;
    notice_remark: Generated<string | null>;
    /** JSON of the revisions that the notice is about; null: all. */
    notice_revisions: Generated<string | null>;
    /** The number that replaces it, as typed: it may be added to the library later. */
    replaced_by_customer_id: Generated<number | null>;
    replaced_by_num: Generated<string | null>;
    replaced_by_language: Generated<string | null>;
    version: Generated<number>;
  };
  /** Which revision of its standard each entry is. Written by catalogue/standards/follower.ts alone. */
  revisions: {
    document_id: number;
    standard_id: number;
    /** 0 is the newest edition, and what is beside it; entries of the same revision share a place. */
    place: number;
    status: RevisionStatus;
    kind: Generated<RevisionKind>;
    /** The entry that this one amends or reaffirms. */
    amends: number | null;
  };
  /** How far each follower has read the audit trail. */
  feed_cursors: { name: string; audit_id: number };
  /** What was read from the PDFs, by the SHA-256 of their bytes. */
  contents: {
    hash: string;
    bytes: number;
    state: 'readable' | 'broken' | 'encrypted';
    fault: string | null;
    pages: number | null;
    title: string | null;
    /** JSON: width and height in points of every page, runs of equal pages written once. */
    page_sizes: string | null;
    read_at: string;
    /** The version of the extraction that read it; see pdf/facts.ts. */
    extraction: number;
  };
  page_texts: { hash: string; page: number; text: string };
  /** The words of all pages with their positions; see pdf/text/words.ts. */
  content_words: {
    hash: string;
    words: Uint8Array;
    /** JSON; see pdf/text/headings.ts. Null without text, and until it is read. */
    headings: string | null;
    /** JSON; see pdf/text/furniture.ts. Null without text, and until it is read. */
    furniture: string | null;
  };
  /** What two contents differ in, as compressed JSON; see redline/redline-cache.ts. */
  redlines: {
    from_hash: string;
    to_hash: string;
    engine: number;
    made_at: string;
    result_gz: Uint8Array;
    runs_gz: Uint8Array;
  };
  /** Whether a content needs OCR, and how far it is. */
  ocr_contents: {
    hash: string;
    state: 'needless' | 'waiting' | 'done' | 'failed';
    /** The version of the OCR that read it; see ocr/queue.ts. */
    version: number;
    fault: string | null;
    /** Until then a process reads it, or it is not retried. */
    held_until_ms: Generated<number>;
    changed_at: string;
  };
  /** What OCR read, page by page; its words as JSON, line by line (contract/ocr.ts), null if an earlier version read it. */
  ocr_texts: { hash: string; page: number; text: string; words: string | null };
  /** The first page, small. */
  pictures: { hash: string; type: string; image: Uint8Array };
  files: {
    id: Generated<number>;
    /** Below the shared folder, with `/` between the parts. */
    path: string;
    name: string;
    /** Key of the name; see contract/file-name.ts. */
    name_key: string;
    /** How many folders down; of two files with one name the one nearest the top counts. */
    depth: number;
    bytes: number;
    /** Nanoseconds since 1970, and the inode: decimal text, since both can exceed 2^53. */
    modified_ns: string;
    inode: string;
    seen_at: string;
    /** Since when two scans have found the same size and time; null while it is being copied. */
    settled_at: string | null;
    hash: string | null;
    verdict: Verdict;
    /** Details of the verdict, such as why a file is broken. */
    fault: string | null;
    /** The entry whose file this seems to be, although its name differs. */
    nearest_document_id: number | null;
    /** The entry that had this file until its number, language or revision was changed. */
    former_document_id: Generated<number | null>;
    /** Another file with the same content, or the same name nearer the top. */
    twin_id: number | null;
    gone_at: string | null;
    /** The count of `versions.files` at the row's last change; maintained by triggers. */
    seq: Generated<number>;
  };
  /** The match: which file belongs to which entry. Written by matching/match.ts alone. */
  entry_files: {
    document_id: number;
    /** Null for an entry that has lost its file. */
    file_id: number | null;
    /** The count of `versions.files` at the row's last change; maintained by triggers. */
    seq: Generated<number>;
  };
  /** Unfinished changes of files in the shared folder; see files/file-change.ts. */
  file_changes: {
    id: Generated<number>;
    /** The process that makes the change. */
    mark: string;
    at: string;
    user: string;
    change_id: string;
    action: 'uploaded' | 'replaced' | 'renamed';
    document_id: number;
    /** The file that is replaced or renamed, and as JSON what it was. */
    file_id: number | null;
    before: string | null;
    from_path: string;
    to_path: string;
    /** Identifies the file under either name. */
    bytes: number;
    modified_ns: string;
    inode: string;
  };
  /** Keys by which an entry finds files that have none and a similar name; see matching/near-keys.ts. */
  near_keys: { near_key: string; name_key: string };
  /** Long work with its state; see jobs/jobs.ts. */
  jobs: {
    id: string;
    kind: JobKind;
    by_user: string;
    file_name: string;
    /** Under which the audit trail has what it changed. */
    change_id: string;
    /** The process that does it, and until when it counts as alive without a further sign. */
    mark: string;
    held_until_ms: number;
    state: JobState;
    /** Null until the sheet is read. */
    rows_total: number | null;
    rows_done: number;
    started_at: string;
    finished_at: string | null;
    cancelled_by: string | null;
    /** JSON of what it did; null until it has ended, and where it failed. */
    report: string | null;
    fault: string | null;
    /** The change that it undoes; null for the import of a sheet. */
    undoes: string | null;
    /** JSON of the result of the undo. */
    undone: string | null;
    /** JSON of how many rows it deleted; null for a job that deletes none. */
    deletion: string | null;
    /** The case whose comparison it makes. */
    case_id: number | null;
  };
  /** How each worker of each server is; see jobs/worker-states.ts. */
  workers: {
    node: string;
    name: string;
    seen_at: string;
    running: number;
    waiting: number | null;
    last_success_at: string | null;
    last_fault_at: string | null;
    last_fault: string | null;
  };
  /** How the last backup and the last verify ended; see backup/results.ts. */
  backup_results: {
    task: string;
    finished_at: string;
    /** When it last succeeded, and how large that backup is. */
    succeeded_at: string | null;
    bytes: number | null;
    fault: string | null;
  };
  /** Notes on pages; see notes/. A deleted one keeps its row for a while, without what it said. */
  notes: {
    id: Generated<number>;
    /** Made by the browser; `id` on the wire. */
    uuid: string;
    /** The uuid of the note that it was first carried over from; its own if from none. */
    thread: string;
    document_id: number;
    /** Of the entry when it was written: finds it if the entry is deleted and added again. */
    file_key: string;
    /** The hash of the content that it is placed on. */
    content: string;
    kind: NoteKind;
    audience: 'author' | 'everyone' | 'group';
    group_name: string | null;
    author_id: number;
    created_at: string;
    modified_at: string;
    version: number;
    /** The count of `versions.notes` at its last change. */
    seq: number;
    page: number;
    /** JSON, as in contract/notes.ts; `look` and `strokes` too. */
    rects: string;
    other_pages: string;
    first_word: number | null;
    last_word: number | null;
    quote: string;
    text_before: string;
    text_after: string;
    text: string;
    /** Without its strokes. */
    look: string;
    strokes: string | null;
    /** The picture of its look. */
    picture: string | null;
    /** Of its text, look, strokes and place; they stay when it is deleted, as it may be restored. */
    bytes: number;
    /** Its texts as a search compares them; see notes/searched-text.ts. */
    searched: string;
    carried_rev: string | null;
    carried_state: CarriedState | null;
    carried_score: number | null;
    hidden_by: string | null;
    hidden_reason: string | null;
    deleted_at: string | null;
    /** JSON: who signed, by name and account; null but for signatures. */
    signed: string | null;
    /** The count of `versions.notes` when its author last took it from some of its readers. */
    narrowed: number | null;
  };
  note_comments: { uuid: string; note_id: number; author_id: number; text: string; at: string };
  /** PNGs of stamps and signatures. */
  note_pictures: {
    uuid: string;
    owner_id: number;
    png: Uint8Array;
    width: number;
    height: number;
    made_at: string;
  };
  /** The signature that a user keeps, as JSON of its look. */
  note_signatures: { user_id: number; look: string };
  /** What each user opened: how often, and when last; see search/recent.ts. */
  opened_documents: { user_name: string; document_id: number; times: number; last_at: string };
  /** Searched numbers that the library lacks, without signs; see search/missed.ts. */
  searches_without_hit: { code_key: string; times: number; last_at: string };
  /** The shapes of the catalogue's numbers, counted; see references/shapes.ts. */
  number_shapes: { shape: string; count: number };
  /** Texts in a content that look like a number of the catalogue, with their positions; see references/. */
  mentions: {
    number_key: string;
    hash: string;
    /** Its most frequent spelling. */
    written: string;
    times: number;
    /** How often it occurs outside of texts that look like a longer number. */
    alone_times: number;
    /** How often it is reported as missing if the catalogue has no such number. */
    likely_times: number;
    /** JSON: the positions, at most 200. */
    places: string;
  };
  /** The contents that were searched for references: for how many shapes, and their number of words. */
  content_mentions: { hash: string; shapes: number; extraction: number; words: number };
  /** The most cited numbers that are not in the catalogue; updated from time to time. */
  missing_numbers: {
    number_key: string;
    written: string;
    /** The customer whose numbers look like it. */
    customer_id: number | null;
    documents: number;
    mentions: number;
  };
  /** Change cases; see cases/. Days are ISO days of the calendar's zone. */
  cases: {
    id: Generated<number>;
    customer_id: number;
    /** Its name when the case was opened. */
    customer: string;
    number_key: string;
    language_key: string;
    document_id: number;
    doc_num: string;
    language: string | null;
    doc_rev: string;
    doc_desc: string;
    /** The revision that it is compared with. */
    previous_document_id: number | null;
    previous_rev: string | null;
    reason: CaseReason;
    state: CaseState;
    notified_on: string | null;
    received_on: string;
    due_on: string;
    /** The day from which working days are counted, how many, and by which calendar. */
    due_from: string;
    due_days: number;
    due_reason: string | null;
    /** Whether the review of the revision that it is compared with is signed; null: nobody kept it. */
    baseline: Generated<'reviewed' | 'unreviewed' | null>;
    calendar_id: number | null;
    reviewed_on: string | null;
    implemented_on: string | null;
    owner: string | null;
    verdict: CaseVerdict | null;
    signed_by: string | null;
    /** The contents whose comparison its lines are, and the version of the comparison. */
    from_hash: string | null;
    to_hash: string | null;
    engine: number | null;
    superseded_by: number | null;
    opened_at: string;
    version: number;
  };
  case_people: { case_id: number; part: 'reviewer' | 'watcher'; user_name: string };
  /** What is decided: the changes of the comparison, then the lines that reviewers typed. */
  case_lines: {
    /** Survives a new list, as long as the text is in it. */
    id: Generated<number>;
    case_id: number;
    position: number;
    change: number | null;
    weight: ChangeWeight | null;
    clause: string | null;
    text: string;
    decision: CaseDecision | null;
    remark: string;
    decided_by: string | null;
    remark_by: string | null;
    decided_at: Generated<string | null>;
    /** Who changed the decision or the remark last, and when. */
    changed_by: Generated<string | null>;
    changed_at: Generated<string | null>;
    version: Generated<number>;
    /** What was decided about the same text in the case of an earlier revision, or before the list was made again. */
    former_decision: Generated<CaseDecision | null>;
    former_by: Generated<string | null>;
    former_at: Generated<string | null>;
    former_rev: Generated<string | null>;
    /** 1: its text is not in the list of changes any more. */
    is_former: Generated<number>;
  };
  case_actions: {
    id: Generated<number>;
    case_id: number;
    kind: CaseActionKind;
    reference: string;
    owner: string | null;
    due_on: string | null;
    done_on: string | null;
    evidence: string;
    /** 1: of before actions named lines; it stands for all of them. */
    is_general: Generated<number>;
    version: number;
  };
  /** The lines that an action follows from. */
  case_action_lines: { action_id: number; line_id: number };
  /** Every day that was set, with who did and why; none is overwritten. */
  case_days: {
    id: Generated<number>;
    case_id: number;
    field: 'due' | 'notified' | 'implemented' | 'done';
    action_id: Generated<number | null>;
    day: string | null;
    set_at: string;
    set_by: string;
    why: string;
    /** Of a due day: the day on which it was moved, or the review signed or ended. */
    until_on: Generated<string | null>;
    /** Of a due day: the typed day of notification that it follows from. */
    cause: Generated<number | null>;
    /** 1: typed wrongly, and corrected. */
    is_void: Generated<number>;
  };
  /** When cases of a customer are opened and due; a customer without a row has the rule of cases/rules.ts. */
  case_rules: {
    customer_id: number;
    opens: CaseOpening;
    opens_on_import: number;
    days: number;
    calendar_id: number | null;
    owner: string | null;
    /** 1: signing, waiving and extending a late case need a second reviewer. */
    four_eyes: Generated<number>;
    version: number;
  };
  /** Owners of single standards. */
  case_owners: { customer_id: number; number_key: string; doc_num: string; owner: string };
  /** Working days of a site; `weekend` is JSON of the days of the week without work. */
  calendars: {
    id: Generated<number>;
    name: string;
    zone: string;
    weekend: string;
    version: number;
  };
  calendar_days: { calendar_id: number; day: string; is_working: number; name: string };
  scan_state: {
    id: number;
    /** The process that scans, and until when no other may. */
    holder: string | null;
    held_until_ms: number;
    started_at: string | null;
    finished_at: string | null;
    /** When the last scan ended, also one that stopped. */
    ended_at: string | null;
    /** Why scans do not succeed, in words; null while they do. */
    fault: string | null;
    fault_since: string | null;
    /** What the last scan could not read although it went on, in words. */
    warning: string | null;
    /** How many scans were requested by nodes that do not scan themselves. */
    asked: Generated<number>;
  };
};

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;
