import { randomUUID } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { AuditAction, AuditEntry, AuditSubject } from '#contract/audit.ts';
import type { Db, Tx } from '../db/schema.ts';

/** Who changes the library, and when; goes on the record of everything they change. */
export type Change = { user: string; at: Date; change_id: string };

export type Fields = Record<string, string | number | null>;

export type AuditLine = {
  action: AuditAction;
  subject: AuditSubject;
  subject_id: number;
  before: Fields | null;
  after: Fields | null;
};

/** All that one request or one command changes is one change. */
export function startChange(user: string, at: Date = new Date()): Change {
  return { user, at, change_id: randomUUID() };
}

// SQLite takes 32,766 values in a statement; a line has 8.
const linesAtOnce = 1000;

/** Writes what was changed, in the transaction that changes it: neither stands without the other. */
export async function record(tx: Tx, change: Change, lines: readonly AuditLine[]): Promise<void> {
  const { user, change_id } = change;
  const at = change.at.toISOString();
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const rows = lines.slice(from, from + linesAtOnce).map(({ before, after, ...line }) => ({
      ...line,
      at,
      user,
      change_id,
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
    }));
    await tx.insertInto('audit').values(rows).execute();
  }
}

/** The last line so far; 0 before the first. */
export async function lastAuditId(db: Db): Promise<number> {
  const last = await db
    .selectFrom('audit')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? 0;
}

export type AuditQuery = {
  subject?: AuditSubject | undefined;
  subject_id?: number | undefined;
  /** Lines older than this one. */
  before?: number | undefined;
};

/** Lines of the trail, the newest first. */
export async function auditLines(db: Db, of: AuditQuery, limit: number): Promise<AuditEntry[]> {
  let query = linesFrom(db).orderBy('id', 'desc').limit(limit);
  if (of.subject !== undefined) query = query.where('subject', '=', of.subject);
  if (of.subject_id !== undefined) query = query.where('subject_id', '=', of.subject_id);
  if (of.before !== undefined) query = query.where('id', '<', of.before);
  return (await query.execute()).map(withFields);
}

/** All lines of one change, in the order it was made. */
export async function auditLinesOf(tx: Tx, change_id: string): Promise<AuditEntry[]> {
  const rows = await linesFrom(tx).where('change_id', '=', change_id).orderBy('id').execute();
  return rows.map(withFields);
}

function linesFrom(db: Db | Tx) {
  return db
    .selectFrom('audit')
    .select(['id', 'at', 'user', 'change_id', 'action', 'subject', 'subject_id'])
    .select(['before', 'after']);
}

function withFields<R extends { before: string | null; after: string | null }>(row: R) {
  return { ...row, before: fieldsOf(row.before), after: fieldsOf(row.after) };
}

// What `record` wrote.
function fieldsOf(json: string | null): Fields | null {
  return json === null ? null : (JSON.parse(json) as Fields);
}

/** The whole trail as rows of a spreadsheet, the header first and then the newest, in pages. */
export async function* auditSheet(db: Db): AsyncGenerator<string[][]> {
  yield [['id', 'at', 'user', 'change', 'action', 'subject', 'subject_id', 'before', 'after']];
  let before: number | undefined;
  for (;;) {
    const lines = await auditLines(db, { before }, 400);
    yield lines.map((line) => [
      String(line.id),
      line.at,
      line.user,
      line.change_id,
      line.action,
      line.subject,
      String(line.subject_id),
      inWords(line.before),
      inWords(line.after),
    ]);
    before = lines.at(-1)?.id;
    if (before === undefined) return;
    await nextTick();
  }
}

function inWords(fields: Fields | null): string {
  if (fields === null) return '';
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value ?? '-'}`)
    .join('; ');
}
