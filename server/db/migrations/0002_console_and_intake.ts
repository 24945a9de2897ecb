import { type Kysely, sql } from 'kysely';

/** Row versions, the audit trail, and what is known of the files in the shared folder. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// As looseText of server/ingest/nearest.ts makes it.
function loose(column: string): string {
  const signs = [...' -_.,;:/\\()[]+&#*?"<>|'];
  return signs.reduce((text, sign) => `replace(${text}, '${sign}', '')`, `lower(${column})`);
}

const statements = [
  // Two librarians on one row: whoever saves against an older version is refused.
  `alter table customers add column version integer not null default 1`,
  `alter table documents add column version integer not null default 1`,
  `create trigger customers_versioned after update of name on customers
    when new.version = old.version
    begin update customers set version = old.version + 1 where id = new.id; end`,
  `create trigger documents_versioned
    after update of customer_id, doc_num, doc_desc, doc_rev, language on documents
    when new.version = old.version
    begin update documents set version = old.version + 1 where id = new.id; end`,

  // The number as a careless hand writes it: for files whose name is nearly right.
  `alter table documents add column loose_num text generated always as (${loose('doc_num')}) virtual`,
  `create index documents_loosely on documents (loose_num)`,

  `create table audit (
    id integer primary key autoincrement,
    at text not null,
    user text not null,
    change_id text not null,
    action text not null,
    subject text not null check (subject in ('customer', 'document', 'file')),
    subject_id integer not null,
    before text,
    after text
  ) strict`,
  `create index audit_of_subject on audit (subject, subject_id, id)`,
  `create index audit_of_change on audit (change_id, id)`,
  ...['update', 'delete'].map(
    (event) => `create trigger audit_stands_on_${event} before ${event} on audit
    begin select raise(abort, 'the audit trail is never changed'); end`,
  ),

  // What was read from a PDF, once for the same bytes however often they lie in the folder.
  `create table contents (
    hash text primary key,
    bytes integer not null,
    state text not null check (state in ('readable', 'broken', 'encrypted')),
    fault text,
    pages integer,
    title text,
    page_sizes text,
    read_at text not null
  ) strict, without rowid`,
  `create table page_texts (
    hash text not null references contents (hash) on delete cascade,
    page integer not null,
    text text not null,
    primary key (hash, page)
  ) strict, without rowid`,
  `create table pictures (
    hash text primary key references contents (hash) on delete cascade,
    type text not null,
    image blob not null
  ) strict`,

  `create table files (
    id integer primary key,
    path text not null unique,
    name text not null,
    name_key text not null,
    depth integer not null,
    bytes integer not null,
    modified_ns text not null,
    inode text not null,
    seen_at text not null,
    settled_at text,
    hash text references contents (hash),
    verdict text not null,
    fault text,
    nearest_document_id integer,
    twin_id integer,
    gone_at text,
    seq integer not null default 0
  ) strict`,
  `create index files_by_name on files (name_key)`,
  `create index files_by_hash on files (hash)`,
  `create index files_by_nearest on files (nearest_document_id)`,
  `create index files_by_seq on files (seq)`,
  `create index files_by_verdict on files (verdict)`,
  `create index files_unread on files (id)
    where hash is null and settled_at is not null and gone_at is null`,
  `insert into versions (name, value) values ('files', 1)`,
  ...[
    ['insert', ''],
    [
      'update',
      ` of path, bytes, modified_ns, settled_at, hash, verdict, fault,
      nearest_document_id, twin_id, gone_at`,
    ],
  ].map(
    ([
      event,
      columns,
    ]) => `create trigger files_counted_on_${event} after ${event}${columns} on files
    begin
      update versions set value = value + 1 where name = 'files';
      update files set seq = (select value from versions where name = 'files') where id = new.id;
    end`,
  ),

  // One row: how the scans go, and which process does them.
  `create table scan_state (
    id integer primary key check (id = 1),
    holder text,
    held_until_ms integer not null default 0,
    started_at text,
    finished_at text,
    fault text,
    fault_since text,
    judged_audit_id integer not null default 0
  ) strict`,
  `insert into scan_state (id) values (1)`,
];
