import { type Kysely, sql } from 'kysely';

/** Changes of files in the shared folder that are under way, so that none is left half made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table file_changes (
    id integer primary key,
    mark text not null,
    at text not null,
    user text not null,
    change_id text not null,
    action text not null,
    document_id integer not null,
    file_id integer,
    before text,
    from_path text not null,
    to_path text not null,
    bytes integer not null,
    modified_ns text not null,
    inode text not null
  )`.execute(db);
}
