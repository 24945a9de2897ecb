import { LibraryError } from '#contract/errors.ts';
import type { DatabaseSettings } from '../../config/config.ts';
import { isHalfMoved, openPatiently } from '../../db/open.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { transact } from '../../db/transactions.ts';
import { Checksum, countRows, insertRows, portionsOf, type Row } from './rows.ts';
import { sides } from './sides.ts';
import { keyOf, knownTables, type Table, type TableName, tableNames } from './tables.ts';

/** How many rows of a move are copied, and how many there are. */
export type MoveProgress = { rows: number; of: number };

export type Moving = {
  from: DatabaseSettings;
  to: DatabaseSettings;
  onProgress?: (progress: MoveProgress) => void;
  /** The new database is complete; the old one takes no changes until this ends. */
  whileHeld?: () => Promise<void>;
};

/**
 * Copies the whole library to an empty database and compares both, row by row. Meanwhile nobody can change
 * the library, but everyone can read. An interrupted move resumes. Returns the number of rows of each table.
 */
export async function moveLibrary(moving: Moving): Promise<Map<TableName, number>> {
  const source = await openPatiently(moving.from);
  try {
    const target = await openPatiently(moving.to);
    try {
      return await transact(source, async (tx) => {
        await sides[moving.from.kind].holdWriters(tx);
        return copyAndCompare(tx, target, moving);
      });
    } finally {
      await target.destroy();
    }
  } finally {
    await source.destroy();
  }
}

/** Copies all that the transaction sees to a database of the same schema, and compares both. */
export async function copyAndCompare(
  source: Tx,
  target: Db,
  moving: Moving,
): Promise<Map<TableName, number>> {
  const { from, to, onProgress = () => {}, whileHeld } = moving;
  const tables = await tablesOf(source, target, moving);
  await prepare(target, to, tables);
  const counts = new Map<TableName, number>();
  for (const { name } of tables) counts.set(name, await countRows(source, name));
  const of = counts.values().reduce((sum, rows) => sum + rows, 0);
  let rows = 0;
  let isAsBefore = true; // the rows that an earlier attempt copied are unchanged in the source
  for (const [at, table] of tables.entries()) {
    const copied = isAsBefore ? await copiedPart(source, target, table, moving) : 'other';
    if (copied === 'other') {
      isAsBefore = false;
      await clear(target, tables.slice(at));
    }
    const part = copied === 'other' ? { last: null, rows: 0 } : copied;
    rows += part.rows;
    for await (const portion of portionsOf(source, from.kind, table, part.last)) {
      await transact(target, (tx) => insertRows(tx, table, portion));
      rows += portion.length;
      onProgress({ rows, of });
    }
    await requireEqual(source, target, table, moving);
  }
  const lastIds = await sides[from.kind].lastIds(source);
  await transact(target, async (tx) => {
    for (const [table, last] of lastIds) await sides[to.kind].setLastId(tx, table, last);
    await sides[to.kind].startTriggers(tx);
  });
  await whileHeld?.();
  return counts;
}

/** The tables of both databases; refuses tables that we do not know. */
async function tablesOf(source: Tx, target: Db, { from, to }: Moving): Promise<Table[]> {
  const [ours, theirs] = [
    await sides[from.kind].columns(source),
    await sides[to.kind].columns(target),
  ];
  const strange = [...ours.keys(), ...theirs.keys()].find((name) => !knownTables.has(name));
  if (strange !== undefined) {
    throw refused(`This version does not know the table "${strange}". Nothing was moved.`);
  }
  // A backup may be of an older schema, which lacks some tables.
  const there = tableNames.filter((name) => ours.has(name) || theirs.has(name));
  return there.map((name) => {
    const found = ours.get(name) ?? [];
    const columns = found.map((column) => column.name);
    const others = theirs.get(name)?.map((column) => column.name);
    if (columns.length === 0 || others?.toSorted().join() !== columns.toSorted().join()) {
      throw refused(`The table "${name}" differs between the databases. Nothing was moved.`);
    }
    const key = keyOf(name).flatMap((one) => found.filter((column) => column.name === one));
    return { name, key, columns };
  });
}

/** Stops the triggers of an empty database and records that a move is unfinished; does nothing if one is. */
async function prepare(
  target: Db,
  { kind }: DatabaseSettings,
  tables: readonly Table[],
): Promise<void> {
  if (await isHalfMoved(target, kind)) return;
  if (!(await isEmpty(target))) {
    throw refused('The target database is not empty. Nothing was moved. Name an empty one.');
  }
  await transact(target, async (tx) => {
    await sides[kind].stopTriggers(tx);
    // The rows that migrations inserted.
    for (const { name } of tables.toReversed()) await tx.deleteFrom(name).execute();
  });
}

/** Whether the database is empty, or has only the rows of an unfinished move. */
export async function isEmptyOrHalfMoved(database: DatabaseSettings): Promise<boolean> {
  const target = await openPatiently(database);
  try {
    return (await isHalfMoved(target, database.kind)) || (await isEmpty(target));
  } finally {
    await target.destroy();
  }
}

async function isEmpty(target: Db): Promise<boolean> {
  for (const name of ['customers', 'documents', 'users', 'files', 'contents', 'audit'] as const) {
    if ((await countRows(target, name)) > 0) return false;
  }
  return true;
}

/** The rows of a table that the target has already, if they are the first rows of the source. */
async function copiedPart(
  source: Tx,
  target: Db,
  table: Table,
  { from, to }: Moving,
): Promise<{ last: Row | null; rows: number } | 'other'> {
  const rows = portionsOf(source, from.kind, table);
  let last: Row | null = null;
  let count = 0;
  for await (const portion of portionsOf(target, to.kind, table)) {
    const next = await rows.next();
    if (next.done === true) return 'other';
    const [ours, theirs] = [new Checksum(table), new Checksum(table)];
    ours.add(next.value.slice(0, portion.length));
    theirs.add(portion);
    if (String(ours) !== String(theirs)) return 'other';
    last = portion.at(-1) ?? null;
    count += portion.length;
  }
  return { last, rows: count };
}

async function clear(target: Db, tables: readonly Table[]): Promise<void> {
  await transact(target, async (tx) => {
    for (const { name } of tables.toReversed()) await tx.deleteFrom(name).execute();
  });
}

async function requireEqual(
  source: Tx,
  target: Db,
  table: Table,
  { from, to }: Moving,
): Promise<void> {
  const [ours, theirs] = [new Checksum(table), new Checksum(table)];
  for await (const portion of portionsOf(source, from.kind, table)) ours.add(portion);
  for await (const portion of portionsOf(target, to.kind, table)) theirs.add(portion);
  if (String(ours) === String(theirs)) return;
  throw refused(
    `The table "${table.name}" differs: ${ours} became ${theirs}. The old database is unchanged.`,
  );
}

function refused(message: string): LibraryError {
  return new LibraryError('move_refused', message);
}
