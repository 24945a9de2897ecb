import { randomUUID } from 'node:crypto';
import { LibraryError } from '#contract/errors.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { OutcomeUnknownError } from '../db/postgres-faults.ts';
import { withWriteLock, setLastLine } from '../db/transactions.ts';
import { type Follower, follow } from './feed.ts';
import { notKept, wasKept } from './outcome.ts';
import { aboutNone, type AuditLine, countLinesOf } from './trail.ts';

/** What every change of the library needs. */
export type Library = {
  db: Db;
  now: () => number;
  /** What is derived from the library, kept in step with every change of it. */
  followers: readonly Follower[];
};

/** The name under which the library itself changes something. */
export const librarysOwnName = 'EGD Library';

/** With an id, several calls are one change to people, or one is a retry; `once` refuses a change that was made. */
export type Author = { user: string; change_id?: string; once?: boolean };

/** One change under way: who makes it, when, and where its lines go. */
export type Change = {
  user: string;
  at: Date;
  change_id: string;
  /** Lines that an earlier call of this id wrote. */
  former: number;
  /** Writes what was changed to the audit trail, in the transaction that changes it. */
  record: (lines: readonly AuditLine[]) => Promise<void>;
};

type Recorded = { change_id: string; former: number; lines: number };

/** What a change came to before it was kept; `last` is the number of its last line. */
type Made<T> = { result: T; former: number; lines: number; last: number };

/**
 * The one way to change the library. Change, trail and all that follows from them are one
 * transaction: all of it is written, or none.
 */
export async function changeLibrary<T>(
  { db, now, followers }: Library,
  author: Author,
  work: (tx: Tx, change: Change) => Promise<T>,
): Promise<{ result: T } & Recorded> {
  const { user, change_id = randomUUID() } = author;
  const at = new Date(now());
  const attempt: { made: Made<T> | null } = { made: null };
  const change = async (tx: Tx, first: number) => {
    let last = first;
    const former = author.change_id === undefined ? 0 : await countLinesOf(tx, change_id);
    if (author.once && former > 0) throw new LibraryError('done_before', 'This is already done.');
    const record = async (lines: readonly AuditLine[]) => {
      const by = { at: at.toISOString(), user, change_id };
      await insertLines(tx, lines, (index) => ({ ...by, id: last + 1 + index }));
      last += lines.length;
    };
    const result = await work(tx, { user, at, change_id, former, record });
    if (last > first) {
      await setLastLine(tx, last);
      await keepPlace(tx, { change_id, first_id: first + 1, last_id: last, lines: last - first });
    }
    await follow(tx, followers);
    attempt.made = { result, former, lines: last - first, last };
    return attempt.made;
  };
  try {
    const { last: _last, ...made } = await withWriteLock(db, change);
    return { ...made, change_id };
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    const { made } = attempt;
    if (made === null || made.lines === 0) throw error;
    const { last, ...kept } = made;
    if (await wasKept(db, error, { id: last, change_id })) return { ...kept, change_id };
    throw notKept(error);
  }
}

/** A change without a line is in no history: there is nothing to undo. */
export function recordedId({ change_id, former, lines }: Recorded): string | null {
  return former + lines === 0 ? null : change_id;
}

// A change of several transactions grows with each of them.
async function keepPlace(tx: Tx, change: Schema['changes']): Promise<void> {
  await tx
    .insertInto('changes')
    .values(change)
    .onConflict((conflict) =>
      conflict.column('change_id').doUpdateSet((row) => ({
        last_id: row.ref('excluded.last_id'),
        lines: row('changes.lines', '+', row.ref('excluded.lines')),
      })),
    )
    .execute();
}

// SQLite takes 32,766 values in a statement; a line has 12.
const linesAtOnce = 1000;

async function insertLines(
  tx: Tx,
  lines: readonly AuditLine[],
  columnsOf: (index: number) => { id: number; at: string; user: string; change_id: string },
): Promise<void> {
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const rows = lines.slice(from, from + linesAtOnce).map(({ before, after, ...line }, index) => ({
      ...columnsOf(from + index),
      ...aboutNone,
      ...line,
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
    }));
    await tx.insertInto('audit').values(rows).execute();
  }
}
