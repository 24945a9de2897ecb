import { type Kysely, sql } from 'kysely';

/**
 * The match of entries and files as a table, the audit trail as a feed with cursors, and ids of
 * customers and documents that are never used again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// As in the first two migrations, but for `autoincrement`: without it the id of the newest row is
// used again once that row is deleted, and undo, trail and match would mean another document.
const customerColumns = 'id, name, name_key, sort_key, documents_version, version';
const documentColumns = `id, customer_id, doc_num, doc_desc, doc_rev, language, file_key,
  short_file_key, sort_key, created_by_user, modified_by_user, created_at, modified_at, version`;

// The number without signs and capitals.
const looseNum = [...' -_.,;:/\\()[]+&#*?"<>|'].reduce(
  (text, sign) => `replace(${text}, '${sign}', '')`,
  'lower(doc_num)',
);

const lastingIds = [
  `create table customers_with_lasting_ids (
    id integer primary key autoincrement,
    name text not null,
    name_key text not null unique,
    sort_key text not null,
    documents_version integer not null default 0,
    version integer not null default 1
  ) strict`,
  `create table documents_with_lasting_ids (
    id integer primary key autoincrement,
    customer_id integer not null references customers_with_lasting_ids (id) on delete restrict,
    doc_num text not null check (doc_num <> ''),
    doc_desc text not null,
    doc_rev text not null check (doc_rev <> ''),
    language text check (language not in ('', '-')),
    file_key text not null,
    short_file_key text not null,
    sort_key text not null,
    created_by_user text not null,
    modified_by_user text not null,
    created_at text not null,
    modified_at text not null,
    version integer not null default 1,
    loose_num text generated always as (${looseNum}) virtual
  ) strict`,
  ...[
    ['customers', 'customer', customerColumns],
    ['documents', 'document', documentColumns],
  ].flatMap(([table, subject, columns]) => [
    `insert into ${table}_with_lasting_ids (${columns}) select ${columns} from ${table} order by id`,
    // Rows that were deleted had ids, too.
    `delete from sqlite_sequence where name = '${table}_with_lasting_ids'`,
    `insert into sqlite_sequence (name, seq)
      select '${table}_with_lasting_ids', max(
        (select coalesce(max(id), 0) from ${table}),
        (select coalesce(max(subject_id), 0) from audit where subject = '${subject}'))`,
  ]),
  `drop table documents`,
  `drop table customers`,
  `alter table customers_with_lasting_ids rename to customers`,
  `alter table documents_with_lasting_ids rename to documents`,

  `create index customers_in_order on customers (sort_key, id)`,
  `create unique index documents_once_a_customer on documents (file_key, customer_id)`,
  `create index documents_in_order on documents (customer_id, sort_key, id)`,
  `create index documents_by_short_name on documents (short_file_key)`,
  `create index documents_loosely on documents (loose_num)`,
  ...['insert', 'update of doc_num, language, doc_rev, file_key'].map(
    (event, index) => `create trigger documents_one_file_one_document_${index}
    before ${event} on documents
    when exists (
      select 1 from documents other
      where other.file_key = new.file_key and other.id is not new.id
        and (other.doc_num, other.language, other.doc_rev)
          is not (new.doc_num, new.language, new.doc_rev)
    )
    begin select raise(abort, 'file_name_taken'); end`,
  ),
  ...['insert', 'update', 'delete'].map(
    (event) => `create trigger customers_counted_on_${event} after ${event} on customers
    begin update versions set value = value + 1 where name = 'catalogue'; end`,
  ),
  ...[
    ['insert', 'new.customer_id'],
    ['update', 'new.customer_id, old.customer_id'],
    ['delete', 'old.customer_id'],
  ].map(
    ([event, customers]) => `create trigger documents_counted_on_${event}
    after ${event} on documents
    begin
      update customers set documents_version = documents_version + 1 where id in (${customers});
    end`,
  ),
  `create trigger customers_versioned after update of name on customers
    when new.version = old.version
    begin update customers set version = old.version + 1 where id = new.id; end`,
  `create trigger documents_versioned
    after update of customer_id, doc_num, doc_desc, doc_rev, language on documents
    when new.version = old.version
    begin update documents set version = old.version + 1 where id = new.id; end`,
];

const statements = [
  ...lastingIds,

  // A row stays, without a file, when an entry loses its file: open consoles learn it by `seq`.
  `create table entry_files (
    document_id integer primary key references documents (id) on delete cascade,
    file_id integer references files (id) on delete set null,
    seq integer not null default 0
  ) strict`,
  `create index entry_files_by_file on entry_files (file_id)`,
  `create index entry_files_by_seq on entry_files (seq)`,
  // Updates of `seq` itself start no trigger: only `file_id` is watched.
  ...['insert', 'update of file_id'].map(
    (event, index) => `create trigger entry_files_counted_${index} after ${event} on entry_files
    begin
      update versions set value = value + 1 where name = 'files';
      update entry_files set seq = (select value from versions where name = 'files')
        where document_id = new.document_id;
    end`,
  ),

  // Lines are numbered from this counter, in the transaction that writes them: a sequence could
  // commit out of order, and whoever follows the feed would miss lines for ever.
  `insert into versions (name, value) select 'audit', coalesce(max(id), 0) from audit`,
  // How far each follower has read the feed. A follower without a row has yet to read everything.
  `create table feed_cursors (
    name text primary key,
    audit_id integer not null
  ) strict, without rowid`,
  `alter table scan_state drop column judged_audit_id`,

  // The ids of what a line is about, beside its words. Old lines get what can still be known.
  `alter table audit add column customer_id integer`,
  `alter table audit add column previous_customer_id integer`,
  `alter table audit add column document_id integer`,
  `drop trigger audit_stands_on_update`,
  `update audit set customer_id = subject_id where subject = 'customer'`,
  `update audit set document_id = subject_id,
      customer_id = (select customer_id from documents where documents.id = audit.subject_id)
    where subject = 'document'`,
  `create trigger audit_stands_on_update before update on audit
    begin select raise(abort, 'the audit trail is never changed'); end`,
];
