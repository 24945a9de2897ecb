import type { BuiltOn } from '#contract/audit.ts';
import { describeDocument } from '../catalogue/documents.ts';
import { type AuditFields, type FeedLine, lastLineAbout } from '../changes/trail.ts';
import type { Db } from '../db/schema.ts';

/** What becomes of the row or file that a line of the trail is about. */
export type UndoOutcome =
  | 'done'
  | 'as it was'
  /** It stays, for a reason in words. */
  | { left: string }
  /** It was changed again since; what it is now, or null where it was deleted. */
  | { now: AuditFields | null };

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

type Subject = Pick<FeedLine, 'subject' | 'before' | 'after'>;

/** What a line of the trail is about. */
export function subjectInWords({ subject, before, after }: Subject): string {
  const fields = after ?? before ?? {};
  const { doc_num, doc_rev, customer } = fields;
  switch (subject) {
    case 'customer':
      return text(customer);
    case 'file':
      return text(fields['path']);
    case 'standard':
      return `What was said of ${text(doc_num)}`;
    case 'note':
      return `A note on ${text(doc_num)}`;
    case 'case':
      return `The change case of ${text(doc_num)}`;
    case 'case_rule':
      return `The rule for cases of ${text(customer)}`;
    case 'calendar':
      return `The calendar ${text(fields['name'])}`;
    case 'document': {
      const identity = { doc_num: text(doc_num), doc_rev: text(doc_rev) };
      const of = { ...identity, language: textOrNull(fields['language']) };
      return `${text(customer)}: ${describeDocument(of)}`;
    }
  }
}

/** A field of the trail as text. */
export function text(field: AuditFields[string] | undefined): string {
  return String(field ?? '');
}

export function textOrNull(field: AuditFields[string] | undefined): string | null {
  return field == null ? null : String(field);
}
