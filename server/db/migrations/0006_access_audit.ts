import { type Kysely, sql } from 'kysely';

/** Who got in, who was refused, and whose account was changed by whom; and where sessions are used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Numbered without reuse, so that a line that was removed leaves a gap.
    `create table access_audit (
      id integer primary key autoincrement,
      at text not null,
      action text not null,
      user text,
      by_user text,
      address text,
      detail text
    ) strict`,
    `create index access_audit_by_time on access_audit (at)`,
    `create trigger access_audit_stands before update on access_audit
      begin select raise(abort, 'lines of the access audit are never changed'); end`,
    `alter table sessions add column device text`,
    `alter table sessions add column address text`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
