import { type Kysely, sql } from 'kysely';
import { sizes } from './0033_note_budgets.ts';

/** The same as on SQLite. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table notes add column strokes text collate "C"`,
    `update notes set strokes = (look::json -> 'strokes')::text, look = (look::jsonb - 'strokes')::text
      where look::json -> 'strokes' is not null`,
    ...sizes,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
