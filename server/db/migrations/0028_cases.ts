import { type Kysely, sql } from 'kysely';

/** Change cases with their lines, actions and people; rules by customer, calendars by site. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statementsWith('integer primary key autoincrement')) {
    await sql.raw(statement).execute(db);
  }
}

/** The same on both databases but for a row's own number. */
export function statementsWith(ownId: string): string[] {
  return [
    // Without references to the catalogue: a case is evidence, whatever becomes of its document.
    `create table cases (
      id ${ownId},
      customer_id bigint not null,
      customer text not null,
      number_key text not null,
      language_key text not null,
      document_id bigint not null,
      doc_num text not null,
      language text,
      doc_rev text not null,
      doc_desc text not null,
      previous_document_id bigint,
      previous_rev text,
      reason text not null,
      state text not null,
      notified_on text,
      received_on text not null,
      due_on text not null,
      due_from text not null,
      due_days integer not null,
      due_reason text,
      calendar_id bigint,
      reviewed_on text,
      implemented_on text,
      owner text,
      verdict text,
      signed_by text,
      from_hash text,
      to_hash text,
      engine integer,
      superseded_by bigint,
      opened_at text not null,
      version integer not null
    )`,
    // Two nodes that open one case at once: one of them is refused.
    `create unique index cases_once on cases (customer_id, number_key, language_key, doc_rev, reason)
      where state <> 'withdrawn'`,
    `create index cases_by_due on cases (state, due_on, id)`,
    `create index cases_of_document on cases (document_id)`,
    `create index cases_by_id_of_customer on cases (customer_id, id)`,

    `create table case_people (
      case_id bigint not null references cases (id) on delete cascade,
      part text not null check (part in ('reviewer', 'watcher')),
      user_name text not null,
      primary key (case_id, part, user_name)
    )`,
    `create index case_people_by_name on case_people (user_name, case_id)`,

    `create table case_lines (
      case_id bigint not null references cases (id) on delete cascade,
      position integer not null,
      change integer,
      weight text,
      clause text,
      text text not null,
      decision text,
      remark text not null,
      decided_by text,
      primary key (case_id, position)
    )`,

    `create table case_actions (
      id ${ownId},
      case_id bigint not null references cases (id) on delete cascade,
      kind text not null,
      reference text not null,
      owner text,
      due_on text,
      done_on text,
      evidence text not null,
      version integer not null
    )`,
    `create index case_actions_of_case on case_actions (case_id, id)`,

    `create table case_rules (
      customer_id bigint primary key,
      opens text not null,
      opens_on_import integer not null,
      days integer not null,
      calendar_id bigint,
      owner text,
      version integer not null
    )`,
    `create table case_owners (
      customer_id bigint not null,
      number_key text not null,
      doc_num text not null,
      owner text not null,
      primary key (customer_id, number_key)
    )`,

    `create table calendars (
      id ${ownId},
      name text not null unique,
      zone text not null,
      weekend text not null,
      version integer not null
    )`,
    `create table calendar_days (
      calendar_id bigint not null references calendars (id) on delete cascade,
      day text not null,
      is_working integer not null,
      name text not null,
      primary key (calendar_id, day)
    )`,
  ];
}
