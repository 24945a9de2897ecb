import { type Kysely, sql } from 'kysely';

/** Random values that all nodes share, such as the key that signs the cookies of known browsers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table secrets (name text primary key, value text not null) strict, without rowid`.execute(
    db,
  );
}
