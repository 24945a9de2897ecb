import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../../db/migrate.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { type TableColumn, tableNames } from './tables.ts';

/** What a move needs from a database, in its own SQL. */
export type Side = {
  /** The columns that can be written, by table; without the tables of the migrations. */
  columns: (db: Db) => Promise<Map<string, TableColumn[]>>;
  /** A column to sort by: texts as bytes. */
  inOrder: (column: TableColumn) => RawBuilder<unknown>;
  /** Blocks writers until the transaction ends; readers are not blocked. */
  holdWriters: (tx: Tx) => Promise<void>;
  /** The transaction reads one snapshot from now on; writers are not blocked. */
  readOneMoment: (tx: Tx) => Promise<void>;
  /** Rows are written unchanged and uncounted until the triggers start again. */
  stopTriggers: (tx: Tx) => Promise<void>;
  startTriggers: (tx: Tx) => Promise<void>;
  /** The last id that was used, by table; ids are never reused. */
  lastIds: (db: Db) => Promise<Map<string, number>>;
  setLastId: (tx: Tx, table: string, last: number) => Promise<void>;
};

/** Exists in the target until the move ends (`isHalfMoved`). On SQLite it stores the triggers meanwhile. */
const unfinishedMove = sql.table('unfinished_move');

const sqlite: Side = {
  async columns(db) {
    const found = await rowsOf<FoundColumn>(
      db,
      sql`select tables.name as "table", columns.name as "column", columns.type as type
        from sqlite_master as tables, pragma_table_info(tables.name) as columns
        where tables.type = 'table' order by columns.cid`,
    );
    return byTable(found.filter(({ table }) => !table.startsWith('sqlite_')));
  },
  inOrder: ({ name }) => sql`${sql.ref(name)}`,
  async holdWriters() {
    // On SQLite every transaction blocks other writers from its beginning.
  },
  async readOneMoment() {
    // No transaction writes beside this one.
  },
  async stopTriggers(tx) {
    await sql`create table ${unfinishedMove} (statement text not null) strict`.execute(tx);
    const triggers = await rowsOf<{ name: string; statement: string }>(
      tx,
      sql`select name, sql as statement from sqlite_master where type = 'trigger' order by name`,
    );
    for (const { name, statement } of triggers) {
      await sql`insert into ${unfinishedMove} (statement) values (${statement})`.execute(tx);
      await sql`drop trigger ${sql.ref(name)}`.execute(tx);
    }
  },
  async startTriggers(tx) {
    const stopped = await rowsOf<{ statement: string }>(
      tx,
      sql`select statement from ${unfinishedMove}`,
    );
    for (const { statement } of stopped) await sql.raw(statement).execute(tx);
    await sql`drop table ${unfinishedMove}`.execute(tx);
  },
  async lastIds(db) {
    const found = await rowsOf<{ name: string; last: number }>(
      db,
      // A table that a migration made anew stands at 0, which no sequence of PostgreSQL may have.
      sql`select name, seq as last from sqlite_sequence where seq > 0`,
    );
    return new Map(found.map(({ name, last }) => [name, last]));
  },
  async setLastId(tx, table, last) {
    await sql`update sqlite_sequence set seq = max(seq, ${last}) where name = ${table}`.execute(tx);
    await sql`insert into sqlite_sequence (name, seq) select ${table}, ${last}
      where not exists (select 1 from sqlite_sequence where name = ${table})
        and exists (select 1 from sqlite_master where name = ${table}
          and sql like '%autoincrement%')`.execute(tx);
  },
};

const postgres: Side = {
  async columns(db) {
    const found = await rowsOf<FoundColumn>(
      db,
      sql`select table_name as "table", column_name as "column", data_type as type
        from information_schema.columns
        where table_schema = current_schema() and is_generated = 'NEVER'
        order by ordinal_position`,
    );
    return byTable(found);
  },
  inOrder: ({ name, isText }) =>
    isText ? sql`${sql.ref(name)} collate "C"` : sql`${sql.ref(name)}`,
  async holdWriters(tx) {
    const all = sql.join(tableNames.map((name) => sql.table(name)));
    await sql`lock table ${all} in share mode`.execute(tx);
  },
  async readOneMoment(tx) {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
  },
  async stopTriggers(tx) {
    await sql`create table ${unfinishedMove} ()`.execute(tx);
    for (const name of tableNames) {
      await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
    }
  },
  async startTriggers(tx) {
    for (const name of tableNames) {
      await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx);
    }
    await sql`drop table ${unfinishedMove}`.execute(tx);
  },
  async lastIds(db) {
    const last = new Map<string, number>();
    for (const [table, sequence] of await sequencesOf(db)) {
      const [row] = await rowsOf<{ last: number; given: boolean }>(
        db,
        sql`select last_value as last, is_called as given from ${sql.table(sequence)}`,
      );
      if (row?.given === true) last.set(table, row.last);
    }
    return last;
  },
  async setLastId(tx, table, last) {
    const sequence = (await sequencesOf(tx)).get(table);
    if (sequence === undefined) return;
    await sql`select setval(${sequence}::regclass, greatest(${last}::bigint,
      (select coalesce(max(id), 0) from ${sql.table(table)})))`.execute(tx);
  },
};

export const sides: Record<DatabaseKind, Side> = { sqlite, postgres };

async function sequencesOf(db: Db): Promise<Map<string, string>> {
  const found = await rowsOf<{ table: string }>(
    db,
    sql`select table_name as "table" from information_schema.columns
      where table_schema = current_schema() and column_name = 'id' and is_identity = 'YES'`,
  );
  const sequences = new Map<string, string>();
  for (const { table } of found) {
    const name = sql`select pg_get_serial_sequence(quote_ident(${table}), 'id') as sequence`;
    const [row] = await rowsOf<{ sequence: string }>(db, name);
    if (row !== undefined) sequences.set(table, row.sequence);
  }
  return sequences;
}

type FoundColumn = { table: string; column: string; type: string };

function byTable(found: readonly FoundColumn[]): Map<string, TableColumn[]> {
  const columns = new Map<string, TableColumn[]>();
  for (const { table, column, type } of found) {
    if (/^kysely_|^unfinished_move$/.test(table)) continue;
    const isText = type.toLowerCase() === 'text';
    columns.set(table, [...(columns.get(table) ?? []), { name: column, isText }]);
  }
  return columns;
}

async function rowsOf<Row>(db: Db, query: RawBuilder<unknown>): Promise<Row[]> {
  // The caller's query decides the columns.
  return (await query.execute(db)).rows as Row[];
}
