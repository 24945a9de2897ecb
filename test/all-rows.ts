import { sql } from 'kysely';
import { tableNames } from '../server/backup/moving/tables.ts';
import type { Db } from '../server/db/schema.ts';

/** Every row of a library as text, by table: equal for equal libraries, whichever database they are in. */
export async function allRows(db: Db): Promise<Record<string, string[]>> {
  const all = await Promise.all(
    tableNames.map(async (name) => {
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db);
      return [name, rows.map(asText).toSorted()];
    }),
  );
  return Object.fromEntries(all);
}

// Columns come in another order, and bytes as another class.
function asText(row: object): string {
  const plain = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  ]);
  return JSON.stringify(plain.toSorted());
}
