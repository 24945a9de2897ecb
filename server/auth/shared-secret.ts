import { randomBytes } from 'node:crypto';
import type { Db, Schema } from '../db/schema.ts';

/** A random value, created once and stored in the database, so that all nodes use the same. */
export async function sharedSecret(db: Db, name: Schema['secrets']['name']): Promise<string> {
  const found = await readSecret(db, name);
  if (found !== undefined) return found;
  const value = randomBytes(32).toString('base64url');
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await readSecret(db, name)) ?? value;
}

async function readSecret(db: Db, name: Schema['secrets']['name']): Promise<string | undefined> {
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}
