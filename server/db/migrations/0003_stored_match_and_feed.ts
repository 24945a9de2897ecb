import { type Kysely, sql } from 'kysely';

/** The match of entries and files as a table, and the audit trail as a feed with cursors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
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
