import { type Kysely, sql } from 'kysely';

/** Which numbers stand in which contents, and what numbers look like. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table number_shapes (
    shape text primary key,
    count bigint not null
  )`,

  // Without a reference to the standards: whether there is one of this number is asked with each answer.
  `create table mentions (
    number_key text not null,
    hash text not null references contents (hash) on delete cascade,
    written text not null,
    times integer not null,
    alone_times integer not null,
    likely_times integer not null,
    places text not null,
    primary key (number_key, hash)
  )`,
  `create index mentions_of_content on mentions (hash)`,

  `create table content_mentions (
    hash text primary key references contents (hash) on delete cascade,
    shapes bigint not null,
    extraction integer not null,
    words integer not null
  )`,

  `create table missing_numbers (
    number_key text primary key,
    written text not null,
    customer_id bigint,
    documents integer not null,
    mentions integer not null
  )`,
];
