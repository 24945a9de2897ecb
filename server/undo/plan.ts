import type { BuiltOn } from '#contract/audit.ts';
import { describeDocument } from '../catalogue/documents.ts';
import type { Change } from '../changes/change.ts';
import { type AuditFields, type FeedLine, lastLineAbout } from '../changes/trail.ts';
import type { Db, Tx } from '../db/schema.ts';

/** What becomes of the row or file that a line of the trail is about. */
export type UndoOutcome =
  | 'done'
  | 'as it was'
  /** It stays, for a reason in words. */
  | { left: string }
  /** It was changed again since; what it is now, or null where it was deleted. */
  | { now: AuditFields | null };

/** Undoes a line about a row of the database; `overwrite`: also what was changed again since. */
export type UndoLine = (
  tx: Tx,
  line: FeedLine,
  overwrite: boolean,
  change: Change,
) => Promise<UndoOutcome>;

/** What became of lines that were to be undone. */
export class Undone {
  /** How many rows are again as they were. */
  rows = 0;
  /** Rows that were changed again since: a librarian decides about them. */
  readonly builtOn: BuiltOn[] = [];
  /** What stays although the change made it, in words. */
  readonly left: string[] = [];

  async add(db: Db, line: FeedLine, outcome: UndoOutcome): Promise<void> {
    if (outcome === 'as it was') return;
    if (outcome === 'done') this.rows += 1;
    else if ('left' in outcome) this.left.push(outcome.left);
    else {
      const { id: line_id, subject, subject_id, before } = line;
      const last = await lastLineAbout(db, line);
      const by = { user: last?.user ?? '', at: last?.at ?? '' };
      this.builtOn.push({ line_id, subject, subject_id, before, now: outcome.now, ...by });
    }
  }
}

/** Why a row that others built on stays as it is. */
export function staysInWords(row: BuiltOn): string {
  const what = subjectInWords({ ...row, after: row.now });
  const by = row.user === '' ? 'someone' : row.user;
  return row.now === null
    ? `${what} stays deleted: ${by} deleted it since.`
    : `${what} stays: ${by} changed it since.`;
}

/** What a line of the trail is about. */
export function subjectInWords(line: Pick<FeedLine, 'subject' | 'before' | 'after'>): string {
  const { customer, doc_num, doc_rev, language, path, name } = line.after ?? line.before ?? {};
  const of = { doc_num: text(doc_num), doc_rev: text(doc_rev), language: textOrNull(language) };
  const words: Record<FeedLine['subject'], string> = {
    customer: text(customer),
    file: text(path),
    standard: `The status or order of ${of.doc_num}`,
    note: `A note on ${of.doc_num}`,
    case: `The change case of ${of.doc_num}`,
    case_rule: `The rule for cases of ${text(customer)}`,
    calendar: `The calendar ${text(name)}`,
    document: `${text(customer)}: ${describeDocument(of)}`,
  };
  return words[line.subject];
}

/** A field of the trail as text. */
export function text(field: AuditFields[string] | undefined): string {
  return String(field ?? '');
}

export function textOrNull(field: AuditFields[string] | undefined): string | null {
  return field == null ? null : String(field);
}
