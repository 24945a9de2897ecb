import { type Kysely, sql } from 'kysely';

/** How often a scan was asked for: the node that scans learns what another one wants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scan_state add column asked integer not null default 0`.execute(db);
}
