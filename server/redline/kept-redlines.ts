import type { Db } from '../db/schema.ts';
import { transact } from '../db/transactions.ts';
import type { Compared } from './redline-process.ts';

/** Raised when the same documents give other changes: what was kept before is then made again. */
export const engineVersion = 1;

const mostKept = 300;

type Hashes = { from_hash: string; to_hash: string };

export async function findKept(db: Db, { from_hash, to_hash }: Hashes, part: keyof Compared) {
  const found = await db
    .selectFrom('redlines')
    .select(part)
    .where('from_hash', '=', from_hash)
    .where('to_hash', '=', to_hash)
    .where('engine', '=', engineVersion)
    .executeTakeFirst();
  return found?.[part] ?? null;
}

/** Keeps what was compared, and drops the oldest beyond some hundred: they can be made again. */
export async function keepRedline(
  db: Db,
  hashes: Hashes,
  compared: Compared,
  made_at: string,
): Promise<void> {
  const row = { ...compared, engine: engineVersion, made_at };
  await transact(db, async (tx) => {
    await tx
      .insertInto('redlines')
      .values({ ...hashes, ...row })
      .onConflict((conflict) => conflict.columns(['from_hash', 'to_hash']).doUpdateSet(row))
      .execute();
    const old = await tx
      .selectFrom('redlines')
      .select(['from_hash', 'to_hash'])
      .orderBy('made_at', 'desc')
      .orderBy('from_hash')
      .orderBy('to_hash')
      .offset(mostKept)
      .limit(mostKept)
      .execute();
    for (const { from_hash, to_hash } of old) {
      await tx
        .deleteFrom('redlines')
        .where('from_hash', '=', from_hash)
        .where('to_hash', '=', to_hash)
        .execute();
    }
  });
}
