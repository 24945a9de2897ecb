import { isUndoneByConflict } from './postgres-faults.ts';
import type { Db, Tx } from './schema.ts';

const mostAttempts = 5;

/**
 * One transaction. A database with several writers may undo it because another stood in its way; it is
 * then made again from its beginning, so `work` must leave nothing behind but what it writes to `tx`.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === mostAttempts || !isUndoneByConflict(error)) throw error;
    }
  }
}

/**
 * One transaction of all that changes the library, in its turn: what it reads stays as it is until it
 * ends, so it may check first and then write. SQLite lets writers take turns by itself. On PostgreSQL
 * the turn is the row of the trail's counter, which is locked before anything else: so there is one order of locks.
 * Gives `work` the number of the trail's last line.
 */
export function inTurn<T>(db: Db, work: (tx: Tx, lastLine: number) => Promise<T>): Promise<T> {
  return transact(db, async (tx) => {
    const { value } = await tx
      .updateTable('versions')
      .set((set) => ({ value: set.ref('value') }))
      .where('name', '=', 'audit')
      .returning('value')
      .executeTakeFirstOrThrow();
    return work(tx, value);
  });
}

/** The trail has grown to this line; in the transaction that `inTurn` made. */
export async function setLastLine(tx: Tx, value: number): Promise<void> {
  await tx.updateTable('versions').set({ value }).where('name', '=', 'audit').execute();
}
