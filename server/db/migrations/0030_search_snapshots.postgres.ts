import { type Kysely, sql } from 'kysely';
import { statementsWith } from './0030_search_snapshots.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statementsWith('bytea')) await sql.raw(statement).execute(db);
}
