import type { CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

/**
 * Runs a query that was compiled once with other values, in the order in which they stand in it.
 * For what is asked for every file: compiling takes several times as long as the answer.
 */
export async function runAgain<Row>(
  db: Db,
  query: CompiledQuery<Row>,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>({ ...query, parameters });
  return rows;
}
