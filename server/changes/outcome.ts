import { setTimeout as pause } from 'node:timers/promises';
import { LibraryError } from '#contract/errors.ts';
import type { OutcomeUnknownError } from '../db/postgres-faults.ts';
import type { Db } from '../db/schema.ts';
import { withWriteLock } from '../db/transactions.ts';

/** The last line that a change wrote before it was to be kept. */
export type LastLine = { id: number; change_id: string };

const longestMs = 10_000;
const pauseMs = 250;

/**
 * Whether a change was kept whose commit was never answered. Only the write lock can tell: while the lost
 * transaction is under way it has the lock, and once we have it its lines are there or never will be.
 */
export async function wasKept(db: Db, lost: OutcomeUnknownError, line: LastLine): Promise<boolean> {
  const giveUpAt = performance.now() + longestMs;
  for (;;) {
    try {
      return await withWriteLock(db, async (tx) => {
        const found = await tx
          .selectFrom('audit')
          .select('id')
          .where('id', '=', line.id)
          .where('change_id', '=', line.change_id)
          .executeTakeFirst();
        return found !== undefined;
      });
    } catch (error) {
      const isAway = error instanceof LibraryError && error.code === 'database_unavailable';
      if (!isAway) throw error;
      if (performance.now() > giveUpAt) throw lost;
      await pause(pauseMs);
    }
  }
}

/** The error for a change that was lost with the connection and surely not saved. */
export function notKept(cause: unknown): LibraryError {
  return new LibraryError(
    'database_unavailable',
    'The database stopped answering. Nothing was saved. Try again in a few seconds.',
    { cause, retryAfterSeconds: 5 },
  );
}
