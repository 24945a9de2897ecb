import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from './schema.ts';

/** How many rows a query finds. */
export async function countRows<Tables extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Tables, object>,
): Promise<number> {
  const { rows } = await query
    .select((select) => select.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(rows);
}
