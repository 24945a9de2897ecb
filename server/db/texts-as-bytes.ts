import { type Kysely, sql } from 'kysely';

/** Compares texts as SQLite does: the collation of a PostgreSQL server must not decide equality or order. */
export async function compareTextsAsBytes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and data_type = 'text'
      and collation_name is distinct from 'C'`.execute(db);
  for (const { table_name, column_name } of rows) {
    await sql`alter table ${sql.table(table_name)}
      alter column ${sql.ref(column_name)} type text collate "C"`.execute(db);
  }
}
