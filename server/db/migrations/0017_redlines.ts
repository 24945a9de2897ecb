import { type Kysely, sql } from 'kysely';

/** What two contents differ in, compressed: made again where it is missing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table redlines (
    from_hash text not null,
    to_hash text not null,
    engine integer not null,
    made_at text not null,
    result_gz bytea not null,
    runs_gz bytea not null,
    primary key (from_hash, to_hash)
  )`.execute(db);
  await sql`create index redlines_by_time on redlines (made_at)`.execute(db);
}
