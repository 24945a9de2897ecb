import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../migrate.ts';
import type { Db, Tx } from '../schema.ts';
import { type Column, tableNames } from './tables.ts';

/** What a move asks of a database and each answers in its own words. */
export type Side = {
  /** The columns that can be written, by table; without the tables of the migrations. */
  columns: (db: Db) => Promise<Map<string, Column[]>>;
  /** A column to sort by: texts as bytes. */
  inOrder: (column: Column) => RawBuilder<unknown>;
  /** Nobody writes to the library until the transaction ends; everybody reads. */
  holdWriters: (tx: Tx) => Promise<void>;
  /** What the transaction reads from now on is one moment of the library; everybody writes on. */
  readOneMoment: (tx: Tx) => Promise<void>;
  /** Rows come as they are, uncounted, until the triggers start again. */
  stopTriggers: (tx: Tx) => Promise<void>;
  startTriggers: (tx: Tx) => Promise<void>;
  /** The last id that was given, by table; an id is never given twice. */
  lastIds: (db: Db) => Promise<Map<string, number>>;
  setLastId: (tx: Tx, table: string, last: number) => Promise<void>;
  /** The table that says in the target that a move has not ended. */
  hasMark: (db: Db) => Promise<boolean>;
};

/** The triggers that wait in the target for the end of the move, on SQLite; elsewhere just a mark. */
const mark = sql.table('unfinished_move');

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
    // Every transaction here is the only one that writes, from its beginning.
  },
  async readOneMoment() {
    // Nobody writes beside it.
  },
  async stopTriggers(tx) {
    await sql`create table ${mark} (statement text not null) strict`.execute(tx);
    const triggers = await rowsOf<{ name: string; statement: string }>(
      tx,
      sql`select name, sql as statement from sqlite_master where type = 'trigger' order by name`,
    );
    for (const { name, statement } of triggers) {
      await sql`insert into ${mark} (statement) values (${statement})`.execute(tx);
      await sql`drop trigger ${sql.ref(name)}`.execute(tx);
    }
  },
  async startTriggers(tx) {
    const stopped = await rowsOf<{ statement: string }>(tx, sql`select statement from ${mark}`);
    for (const { statement } of stopped) await sql.raw(statement).execute(tx);
    await sql`drop table ${mark}`.execute(tx);
  },
  async lastIds(db) {
    const found = await rowsOf<{ name: string; last: number }>(
      db,
      sql`select name, seq as last from sqlite_sequence`,
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
  async hasMark(db) {
    const found = sql`select 1 from sqlite_master where name = 'unfinished_move'`;
    return (await rowsOf(db, found)).length > 0;
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
    await sql`create table ${mark} ()`.execute(tx);
    for (const name of tableNames) {
      await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
    }
  },
  async startTriggers(tx) {
    for (const name of tableNames) {
      await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx);
    }
    await sql`drop table ${mark}`.execute(tx);
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
  async hasMark(db) {
    const found = sql`select 1 where to_regclass('unfinished_move') is not null`;
    return (await rowsOf(db, found)).length > 0;
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

function byTable(found: readonly FoundColumn[]): Map<string, Column[]> {
  const columns = new Map<string, Column[]>();
  for (const { table, column, type } of found) {
    if (/^kysely_|^unfinished_move$/.test(table)) continue;
    const isText = type.toLowerCase() === 'text';
    columns.set(table, [...(columns.get(table) ?? []), { name: column, isText }]);
  }
  return columns;
}

async function rowsOf<Row>(db: Db, query: RawBuilder<unknown>): Promise<Row[]> {
  // Our own query just above says which columns come.
  return (await query.execute(db)).rows as Row[];
}
