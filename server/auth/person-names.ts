import type { Db, Tx } from '../db/schema.ts';

/** What to call people: where two share a name, it gets the account. */
export async function personNamer(
  db: Db | Tx,
): Promise<(account: string, display_name: string) => string> {
  const rows = await db
    .selectFrom('users')
    .select('display_name')
    .groupBy('display_name')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute();
  const shared = new Set(rows.map(({ display_name }) => display_name));
  return (account, name) => (shared.has(name) ? `${name} (${account})` : name);
}
