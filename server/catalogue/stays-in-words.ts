import type { BuiltOn } from '#contract/audit.ts';
import type { FeedLine } from '../changes/trail.ts';
import { describeDocument } from './documents.ts';

/** Why a row that others built on stays as it is. */
export function staysInWords(row: BuiltOn): string {
  const what = subjectInWords({ ...row, after: row.now });
  const by = row.user === '' ? 'someone' : row.user;
  return row.now === null
    ? `${what} stays deleted: ${by} deleted it since.`
    : `${what} stays: ${by} changed it since.`;
}

/** What a line of the trail is about. */
export function subjectInWords({
  subject,
  before,
  after,
}: Pick<FeedLine, 'subject' | 'before' | 'after'>): string {
  const fields = after ?? before ?? {};
  const text = (name: string) => String(fields[name] ?? '');
  const language = fields['language'] ?? null;
  switch (subject) {
    case 'customer':
      return text('customer');
    case 'file':
      return text('path');
    case 'standard':
      return `What was said of ${text('doc_num')}`;
    case 'note':
      return `A note on ${text('doc_num')}`;
    case 'case':
      return `The change case of ${text('doc_num')}`;
    case 'case_rule':
      return `The rule for cases of ${text('customer')}`;
    case 'calendar':
      return `The calendar ${text('name')}`;
    case 'document': {
      const identity = { doc_num: text('doc_num'), doc_rev: text('doc_rev') };
      const of = { ...identity, language: language === null ? null : text('language') };
      return `${text('customer')}: ${describeDocument(of)}`;
    }
  }
}
