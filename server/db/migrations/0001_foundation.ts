import { type Kysely, sql } from 'kysely';

/** Customers, documents, users, sessions, and the counters by which caches know a change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table customers (
    id integer primary key,
    name text not null,
    name_key text not null unique,
    sort_key text not null,
    documents_version integer not null default 0
  ) strict`,
  `create index customers_in_order on customers (sort_key, id)`,
  `create table documents (
    id integer primary key,
    customer_id integer not null references customers (id) on delete restrict,
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
    modified_at text not null
  ) strict`,
  `create unique index documents_once_a_customer on documents (file_key, customer_id)`,
  `create index documents_in_order on documents (customer_id, sort_key, id)`,
  `create index documents_by_short_name on documents (short_file_key)`,
  `create table users (
    id integer primary key,
    name text not null,
    name_key text not null unique,
    display_name text not null,
    password_hash text not null,
    created_at text not null,
    disabled_at text
  ) strict`,
  `create table user_roles (
    user_id integer not null references users (id) on delete cascade,
    role_name text not null,
    primary key (user_id, role_name)
  ) strict, without rowid`,
  `create table sessions (
    id_hash text primary key,
    user_id integer not null references users (id) on delete cascade,
    created_at text not null,
    last_seen_at text not null
  ) strict, without rowid`,
  `create index sessions_of_user on sessions (user_id)`,
  `create table login_attempts (
    key text primary key,
    forgotten_at_ms integer not null
  ) strict, without rowid`,
  `create table versions (
    name text primary key,
    value integer not null
  ) strict, without rowid`,
  `insert into versions (name, value) values ('auth', 1), ('catalogue', 1)`,

  // A file belongs to one number, language and revision, whichever customers list it.
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

  // Caches are valid for a count, so every change must be counted, whoever makes it.
  ...counted('catalogue', 'customers', ['insert', 'update', 'delete']),
  ...counted('auth', 'users', ['update', 'delete']),
  ...counted('auth', 'user_roles', ['insert', 'update', 'delete']),
  ...counted('auth', 'sessions', ['delete']),
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
];

function counted(version: string, table: string, events: string[]): string[] {
  return events.map(
    (event) => `create trigger ${table}_counted_on_${event} after ${event} on ${table}
    begin update versions set value = value + 1 where name = '${version}'; end`,
  );
}
