import type { CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

/**
 * Runs a compiled query with other values, in the order of its parameters. For queries that run once
 * per file: compiling takes several times as long as running.
 */
export async function runAgain<Row>(
  db: Db,
  query: CompiledQuery<Row>,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>({ ...query, parameters });
  return rows;
}
