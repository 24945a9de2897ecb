import { type Kysely, sql } from 'kysely';

/**
 * Lines of cases have ids that survive a new list, a version each, when they were decided, and what was decided about the
 * same text in the case before. SQLite cannot change a primary key, so the table is made anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const kept =
  'case_id, position, change, weight, clause, text, decision, remark, decided_by, remark_by';

const statements = [
  `create table case_lines_with_ids (
    id integer primary key autoincrement,
    case_id bigint not null references cases (id) on delete cascade,
    position integer not null,
    change integer,
    weight text,
    clause text,
    text text not null,
    decision text,
    remark text not null,
    decided_by text,
    remark_by text,
    decided_at text,
    changed_by text,
    changed_at text,
    version integer not null default 1,
    former_decision text,
    former_by text,
    former_at text,
    former_rev text,
    is_former integer not null default 0
  )`,
  `insert into case_lines_with_ids (${kept}) select ${kept} from case_lines order by case_id, position`,
  `drop table case_lines`,
  `alter table case_lines_with_ids rename to case_lines`,
  `create index case_lines_of_case on case_lines (case_id, position)`,
];
