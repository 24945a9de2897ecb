import { type Kysely, sql } from 'kysely';

/** Standards, the order of their revisions, and the day on which a revision was issued. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const auditColumns =
  'id, at, "user", change_id, action, subject, subject_id, before, after, customer_id, previous_customer_id, document_id';

const statements = [
  `alter table documents add column issued_on text`,
  `drop trigger documents_versioned`,
  `create trigger documents_versioned
    after update of customer_id, doc_num, doc_desc, doc_rev, language, issued_on on documents
    when new.version = old.version
    begin update documents set version = old.version + 1 where id = new.id; end`,

  // Without references: what was said of a standard is found again when its entries or its customer are
  // put back, and a revision tells which standard an entry had that is deleted.
  `create table standards (
    id integer primary key autoincrement,
    customer_id integer not null,
    number_key text not null,
    language_key text not null,
    settled_order text,
    notice_kind text check (notice_kind in ('withdrawn', 'replaced', 'not_for_new_design')),
    notice_on text,
    notice_remark text,
    replaced_by_customer_id integer,
    replaced_by_num text,
    replaced_by_language text,
    version integer not null default 1
  ) strict`,
  `create unique index standards_once on standards (number_key, customer_id, language_key)`,
  // The few of which something is said.
  `create index standards_noticed on standards (notice_kind) where notice_kind is not null`,
  `create table revisions (
    document_id integer primary key,
    standard_id integer not null,
    place integer not null,
    status text not null check (status in ('latest', 'superseded', 'withdrawn', 'unsure'))
  ) strict`,
  `create index revisions_of_standard on revisions (standard_id)`,

  // The trail speaks of standards, too. What a table's rows may be can only be changed with the table.
  `drop trigger audit_stands_on_update`,
  `drop trigger audit_stands_on_delete`,
  `create table audit_of_standards_too (
    id integer primary key autoincrement,
    at text not null,
    user text not null,
    change_id text not null,
    action text not null,
    subject text not null check (subject in ('customer', 'document', 'file', 'standard')),
    subject_id integer not null,
    before text,
    after text,
    customer_id integer,
    previous_customer_id integer,
    document_id integer
  ) strict`,
  `insert into audit_of_standards_too (${auditColumns}) select ${auditColumns} from audit order by id`,
  `drop table audit`,
  `alter table audit_of_standards_too rename to audit`,
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
