import { type Kysely, sql } from 'kysely';

/** Accounts of a directory or an auth host, and what their sessions keep of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table users add column provider text not null default 'local'`,
    `alter table users add column external_id text`,
    `create unique index users_outside_once on users (provider, external_id)`,
    `alter table sessions add column kept text`,
    `alter table sessions add column provider_session text`,
    `alter table sessions add column asked_at text`,
    `alter table sessions add column confirmed_at text`,
    `create index sessions_of_provider on sessions (provider_session)`,
    // Apart from users: a line that changes every few minutes must not raise the counter of accounts.
    `create table outside_checks (
      user_id bigint primary key references users (id) on delete cascade,
      checked_at text not null
    )`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
