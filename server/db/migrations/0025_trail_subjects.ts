import { type Kysely, sql } from 'kysely';

/** The trail takes lines about any subject: notes and change cases have some. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const columns =
  'id, at, "user", change_id, action, subject, subject_id, before, after, customer_id, previous_customer_id, document_id';

// SQLite cannot drop a check: the table is copied.
const statements = [
  `drop trigger audit_stands_on_update`,
  `drop trigger audit_stands_on_delete`,
  `create table audit_of_any_subject (
    id integer primary key autoincrement,
    at text not null,
    user text not null,
    change_id text not null,
    action text not null,
    subject text not null,
    subject_id integer not null,
    before text,
    after text,
    customer_id integer,
    previous_customer_id integer,
    document_id integer
  ) strict`,
  `insert into audit_of_any_subject (${columns}) select ${columns} from audit order by id`,
  `drop table audit`,
  `alter table audit_of_any_subject rename to audit`,
  `create index audit_of_subject on audit (subject, subject_id, id)`,
  `create index audit_of_change on audit (change_id, id)`,
  `create index audit_of_user on audit ("user", id)`,
  `create index audit_of_action on audit (action, id)`,
  `create index audit_of_customer on audit (customer_id, id)`,
  `create index audit_of_previous_customer on audit (previous_customer_id, id)`,
  `create index audit_of_document on audit (document_id, id)`,
  `create index audit_by_time on audit (at, id)`,
  ...['update', 'delete'].map(
    (event) => `create trigger audit_stands_on_${event} before ${event} on audit
    begin select raise(abort, 'the audit trail is never changed'); end`,
  ),
];
