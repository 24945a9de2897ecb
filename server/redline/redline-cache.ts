import type { Db } from '../db/schema.ts';
import { transact } from '../db/transactions.ts';
import type { CompressedRedline } from './redline-process.ts';

/** Raised when the engine changes: cached redlines are then made again. */
export const engineVersion = 9;

const mostCached = 300;

type Hashes = { from_hash: string; to_hash: string };

/** Null also if a content was read again since: its words or headings may be others. */
export async function findCachedRedline(
  db: Db,
  { from_hash, to_hash }: Hashes,
  part: keyof CompressedRedline,
) {
  const found = await db
    .selectFrom('redlines')
    .select(part)
    .where('from_hash', '=', from_hash)
    .where('to_hash', '=', to_hash)
    .where('engine', '=', engineVersion)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contents')
            .select('hash')
            .where('hash', 'in', [from_hash, to_hash])
            .whereRef('read_at', '>', 'made_at'),
        ),
      ),
    )
    .executeTakeFirst();
  return found?.[part] ?? null;
}

/** Caches a redline, and drops the oldest beyond `mostCached`: they can be made again. */
export async function saveRedline(
  db: Db,
  hashes: Hashes,
  compared: CompressedRedline,
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
      .select('made_at')
      .orderBy('made_at', 'desc')
      .limit(1)
      .offset(mostCached)
      .executeTakeFirst();
    if (old === undefined) return;
    await tx.deleteFrom('redlines').where('made_at', '<=', old.made_at).execute();
  });
}
