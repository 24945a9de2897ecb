import { isConflict } from './postgres-faults.ts';
import type { Db, Tx } from './schema.ts';

const mostAttempts = 5;

/**
 * One transaction. PostgreSQL may roll it back because of a conflict with another; then `work` runs again,
 * so it must have no effect other than its writes to `tx`.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === mostAttempts || !isConflict(error)) throw error;
    }
  }
}

/**
 * A transaction that changes the library. Only one runs at a time: nothing it reads changes until it ends,
 * so it may check first and then write. SQLite has one writer anyway. On PostgreSQL it first locks the row of
 * the audit trail's counter, which also prevents deadlocks. `work` gets the number of the trail's last line.
 */
export function withWriteLock<T>(
  db: Db,
  work: (tx: Tx, lastLine: number) => Promise<T>,
): Promise<T> {
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

/** Sets the number of the trail's last line, in a transaction of `withWriteLock`. */
export async function setLastLine(tx: Tx, value: number): Promise<void> {
  await tx.updateTable('versions').set({ value }).where('name', '=', 'audit').execute();
}
