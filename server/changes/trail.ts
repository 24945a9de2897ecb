import type { AuditEntry } from '#contract/audit.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';

// The audit trail: who changed what, when, before and after. Lines are only added (change.ts).

export type AuditFields = Record<string, string | number | null>;

/** What one line says of one thing that was changed; the change adds who, when and under which id. */
export type AuditLine = Pick<Schema['audit'], 'action' | 'subject' | 'subject_id'> &
  Partial<typeof aboutNone> & { before: AuditFields | null; after: AuditFields | null };

type About = Pick<Schema['audit'], 'customer_id' | 'document_id' | 'previous_customer_id'>;

/** Of a line that names no customer and no document. */
export const aboutNone: About = {
  customer_id: null,
  document_id: null,
  previous_customer_id: null,
};

/** The number of the last line so far; 0 before the first. */
export async function lastAuditId(db: Db): Promise<number> {
  const { value } = await db
    .selectFrom('versions')
    .select('value')
    .where('name', '=', 'audit')
    .executeTakeFirstOrThrow();
  return value;
}

/** All lines of one change, in the order it was made. */
export async function auditLinesOf(tx: Db | Tx, change_id: string): Promise<FeedLine[]> {
  const rows = await linesFrom(tx).where('change_id', '=', change_id).orderBy('id').execute();
  return rows.map(withFields);
}

/** Where the lines of a change are, and how many; null for a change that is in no trail. */
export async function placeOf(db: Db, change_id: string): Promise<Schema['changes'] | null> {
  const found = await db
    .selectFrom('changes')
    .select(['change_id', 'first_id', 'last_id', 'lines'])
    .where('change_id', '=', change_id)
    .executeTakeFirst();
  return found ?? null;
}

/** How many lines a change has. */
export async function countLinesOf(db: Db, change_id: string): Promise<number> {
  return (await placeOf(db, change_id))?.lines ?? 0;
}

/** The newest line about what a line is about: who changed it last, and when. */
export async function lastLineAbout(
  db: Db,
  { subject, subject_id }: Pick<AuditLine, 'subject' | 'subject_id'>,
): Promise<AuditEntry | null> {
  const last = await linesFrom(db)
    .where('subject', '=', subject)
    .where('subject_id', '=', subject_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last === undefined ? null : withFields(last);
}

/** At most `limit` last lines of one change before a line, in the order they were written. */
export async function lastLinesOf(
  db: Db,
  change_id: string,
  before: number | null,
  limit: number,
): Promise<FeedLine[]> {
  let query = linesFrom(db).where('change_id', '=', change_id).orderBy('id', 'desc').limit(limit);
  if (before !== null) query = query.where('id', '<', before);
  return (await query.execute()).map(withFields).toReversed();
}

/** A line of the feed: the trail in the order it was written. */
export type FeedLine = Required<AuditLine> & { id: number; change_id: string };

/** At most `limit` lines after this one, oldest first. */
export async function linesAfter(db: Db, id: number, limit: number): Promise<FeedLine[]> {
  const rows = await linesFrom(db).where('id', '>', id).orderBy('id').limit(limit).execute();
  return rows.map(withFields);
}

export function linesFrom(db: Db | Tx) {
  return db
    .selectFrom('audit')
    .select(['id', 'at', 'user', 'change_id', 'action', 'subject', 'subject_id'])
    .select(['customer_id', 'document_id', 'previous_customer_id', 'before', 'after']);
}

export function withFields<R extends { before: string | null; after: string | null }>(row: R) {
  return { ...row, before: fieldsOf(row.before), after: fieldsOf(row.after) };
}

// The JSON is our own, written by change.ts.
function fieldsOf(json: string | null): AuditFields | null {
  return json === null ? null : (JSON.parse(json) as AuditFields);
}
