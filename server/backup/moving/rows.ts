import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { DatabaseKind } from '../../db/migrate.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { sides } from './sides.ts';
import type { Table } from './tables.ts';

export type Row = Record<string, unknown>;

// A statement takes 32,766 values on SQLite; the widest table, notes, has 32 columns.
const rowsAtOnce = 1000;

/** All rows of a table in the order of its key, after the one given, in portions. */
export async function* portionsOf(
  db: Db | Tx,
  kind: DatabaseKind,
  { name, key, columns }: Table,
  after: Row | null = null,
): AsyncGenerator<Row[]> {
  const keys = sql.join(key.map((column) => sides[kind].inOrder(column)));
  for (let last = after; ;) {
    const seen = last;
    const rest =
      seen === null
        ? sql``
        : sql`where (${keys}) > (${sql.join(key.map((column) => seen[column.name]))})`;
    const { rows } = await sql<Row>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
      ${rest} order by ${keys} limit ${rowsAtOnce}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1) ?? null;
  }
}

export async function insertRows(
  tx: Tx,
  { name, columns }: Table,
  rows: readonly Row[],
): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(tx);
}

export async function countRows(db: Db | Tx, name: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(name)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A checksum of a table's rows: equal only if all rows are equal. */
export class Checksum {
  readonly #hash = createHash('sha256');
  readonly #columns: readonly string[];
  #rows = 0;

  constructor({ columns }: Table) {
    this.#columns = columns;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      this.#hash.update(JSON.stringify(this.#columns.map((column) => asText(row[column]))));
    }
    this.#rows += rows.length;
  }

  toString(): string {
    return `${this.#rows} rows, ${this.#hash.copy().digest('hex')}`;
  }
}

// The two drivers return bytes as different classes.
function asText(value: unknown): unknown {
  return value instanceof Uint8Array ? `bytes:${Buffer.from(value).toString('hex')}` : value;
}
