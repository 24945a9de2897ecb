import { type Kysely, sql } from 'kysely';

/** Who signed, from the account that the note is of; and when notes were taken from some of their readers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of columns) await sql.raw(statement).execute(db);
  const { rows } = await sql<{ id: number; name: string; display_name: string }>`
    select id, name, display_name from users
    where id in (select author_id from notes where kind = 'signature')`.execute(db);
  for (const { id, name, display_name } of rows) {
    const signed = JSON.stringify({ name: display_name, account: name });
    await sql`update notes set signed = ${signed}
      where kind = 'signature' and author_id = ${id}`.execute(db);
  }
}

const columns = [
  `alter table notes add column signed text`,
  `alter table notes add column narrowed integer`,
  `create index notes_narrowed on notes (document_id, narrowed) where narrowed is not null`,
];
