import { type Kysely, sql } from 'kysely';

/**
 * Actions name the lines that they follow from; those of today stand for all lines of their case. A rule may ask for a
 * second reviewer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table case_action_lines (
    action_id bigint not null references case_actions (id) on delete cascade,
    line_id bigint not null,
    primary key (action_id, line_id)
  )`,
  `alter table case_actions add column is_general integer not null default 0`,
  `update case_actions set is_general = 1`,
  `alter table case_rules add column four_eyes integer not null default 0`,
];
