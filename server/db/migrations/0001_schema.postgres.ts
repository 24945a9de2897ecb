import { type Kysely, sql } from 'kysely';
import { compareTextsAsBytes } from '../texts-as-bytes.ts';
import { tablesOnPostgres } from './0001_schema.ts';

// Functions and triggers of PostgreSQL. On SQLite writers take turns by themselves.

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const one of tablesOnPostgres()) await sql.raw(one).execute(db);
  await compareTextsAsBytes(db); // before the triggers: a column that one names cannot be altered
  for (const one of [...turns, ...counters, ...rules]) await sql.raw(one).execute(db);
}

/** Writers of the library take turns: the one that holds the row of the audit counter writes. */
const turns = [
  `create function take_turn() returns trigger language plpgsql as $$
    begin
      perform 1 from versions where name = 'audit' for update;
      return null;
    end $$`,
  ...['customers', 'documents', 'files', 'entry_files'].map(
    (table) => `create trigger ${table}_in_turn before insert or update or delete on ${table}
      for each statement execute function take_turn()`,
  ),
];

/**
 * Caches are valid for a count, so every change must be counted, whoever makes it. Once for a transaction:
 * nobody sees a count between, and the row that 50,000 updates of one transaction touch gets slow.
 */
const counters = [
  `create function count_change(counter text) returns bigint language plpgsql as $$
    declare counted bigint;
    begin
      select value into counted from versions
        where name = counter and xmin = pg_current_xact_id()::xid;
      if found then return counted; end if;
      update versions set value = value + 1 where name = counter returning value into counted;
      return counted;
    end $$`,
  `create function count_rows() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from changed) then perform count_change(tg_argv[0]); end if;
      return null;
    end $$`,
  ...counted('catalogue', 'customers', ['insert', 'update', 'delete']),
  ...counted('auth', 'users', ['update', 'delete']),
  ...counted('auth', 'user_roles', ['insert', 'update', 'delete']),
  ...counted('auth', 'sessions', ['delete']),

  // A customer's own count is the catalogue's at its last change: never one that it had before.
  ...[
    ['insert', 'new table as changed', 'changed'],
    ['delete', 'old table as changed', 'changed'],
    [
      'update',
      'new table as changed old table as unchanged',
      '(select customer_id from changed union all select customer_id from unchanged) as both_tables',
    ],
  ].flatMap(([event, tables, rows]) => [
    `create function count_documents_on_${event}() returns trigger language plpgsql as $$
      declare counted bigint;
      begin
        if not exists (select 1 from changed) then return null; end if;
        counted := count_change('catalogue');
        -- As an array: joined, every customer would be compared with every row of the statement.
        update customers set documents_version = counted
          where id = any (array(select distinct customer_id from ${rows})) and documents_version <> counted;
        return null;
      end $$`,
    `create trigger documents_counted_on_${event} after ${event} on documents
      referencing ${tables} for each statement execute function count_documents_on_${event}()`,
  ]),

  `create function count_in_row() returns trigger language plpgsql as $$
    begin
      new.seq := count_change('files');
      return new;
    end $$`,
  ...['insert', 'update of file_id'].map(
    (event, index) => `create trigger entry_files_counted_${index} before ${event} on entry_files
      for each row execute function count_in_row()`,
  ),
  ...[
    'insert',
    `update of path, bytes, modified_ns, settled_at, hash, verdict, fault, nearest_document_id,
      twin_id, gone_at`,
  ].map(
    (event, index) => `create trigger files_counted_${index} before ${event} on files
      for each row execute function count_in_row()`,
  ),
];

function counted(counter: string, table: string, events: string[]): string[] {
  return events.map(
    (event) => `create trigger ${table}_counted_on_${event} after ${event} on ${table}
      referencing ${event === 'delete' ? 'old' : 'new'} table as changed
      for each statement execute function count_rows('${counter}')`,
  );
}

const rules = [
  // Two librarians on one row: whoever saves against an older version is refused.
  `create function count_version() returns trigger language plpgsql as $$
    begin
      if new.version = old.version then new.version := old.version + 1; end if;
      return new;
    end $$`,
  `create trigger customers_versioned before update of name on customers
    for each row execute function count_version()`,
  `create trigger documents_versioned
    before update of customer_id, doc_num, doc_desc, doc_rev, language, issued_on on documents
    for each row execute function count_version()`,

  // A file belongs to one number, language and revision, whichever customers list it. It holds because
  // whoever writes documents has the turn.
  `create function require_own_file() returns trigger language plpgsql as $$
    begin
      if exists (
        select 1 from documents other
        where other.file_key = new.file_key and other.id is distinct from new.id
          and (other.doc_num, other.language, other.doc_rev)
            is distinct from (new.doc_num, new.language, new.doc_rev)
      ) then
        raise exception 'file_name_taken'
          using errcode = 'integrity_constraint_violation', constraint = 'file_name_taken';
      end if;
      return new;
    end $$`,
  ...['insert', 'update of doc_num, language, doc_rev, file_key'].map(
    (event, index) => `create trigger documents_one_file_one_document_${index}
      before ${event} on documents for each row execute function require_own_file()`,
  ),

  `create function refuse_change() returns trigger language plpgsql as $$
    begin raise exception '%', tg_argv[0]; end $$`,
  `create trigger audit_stands before update or delete or truncate on audit
    for each statement execute function refuse_change('the audit trail is never changed')`,
  `create trigger access_audit_stands before update on access_audit
    for each statement
    execute function refuse_change('lines of the access audit are never changed')`,
];
