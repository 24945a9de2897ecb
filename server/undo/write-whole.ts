import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Change, changeLibrary, type Library } from '../changes/change.ts';
import type { Tx } from '../db/schema.ts';
import { undoUnfinished } from './portions.ts';

/** A part of a large change. What it writes may not depend on what another portion writes. */
export type WritePortion = {
  rows: number;
  /** Writes what can be written, and gives whether it refused something. */
  write: (tx: Tx, change: Change) => Promise<boolean>;
};

/** Of a step: how many rows, or lines of the trail, are done. */
export type WriteStep = { step: 'checking' | 'writing' | 'undoing'; done: number };

export type WriteOptions = {
  user: string;
  change_id?: string | undefined;
  /** Finds out what would be refused, and writes nothing. */
  dryRun?: boolean | undefined;
  /** What would be refused is known already: it is not checked first. */
  isChecked?: boolean | undefined;
  /** Leaves out what is refused, instead of everything. */
  keepGoing?: boolean | undefined;
  onStep?: ((step: WriteStep) => void) | undefined;
  /** Asked before each portion, in its transaction; what it throws stops the work. */
  mayGoOn?: ((tx: Tx) => Promise<void>) | undefined;
};

/** Rows that hold the database for about a tenth of a second: a sign-in meanwhile does not notice. */
export const rowsAtOnce = 1000;
// Another process that waits for the database asks for it every 50 ms.
const restMs = 60;

/**
 * Makes a large change whole or not at all, and gives its id; null when nothing was written. A small
 * one is one transaction. A large one is checked first, and then written in portions with room for
 * others between them; if they cannot be finished, what was written is undone.
 */
export async function writeWhole(
  library: Library,
  portions: readonly WritePortion[],
  options: WriteOptions,
): Promise<{ written: boolean; change_id: string | null }> {
  const rows = portions.reduce((sum, portion) => sum + portion.rows, 0);
  if (rows <= rowsAtOnce) return writeAtOnce(library, portions, options);
  const isRefused = !options.isChecked && (await check(library, portions, options));
  if (options.dryRun || (isRefused && !options.keepGoing)) return nothingWritten;
  return writeInPortions(library, portions, options);
}

const nothingWritten = { written: false, change_id: null };

async function writeAtOnce(
  library: Library,
  portions: readonly WritePortion[],
  options: WriteOptions,
): Promise<{ written: boolean; change_id: string | null }> {
  const rollBack = new Error('The change needs no write.');
  const { user, change_id = randomUUID() } = options;
  try {
    const { lines } = await changeLibrary(library, { user, change_id }, async (tx, change) => {
      await options.mayGoOn?.(tx);
      let isRefused = false;
      let done = 0;
      for (const { rows, write } of portions) {
        if (await write(tx, change)) isRefused = true;
        done += rows;
      }
      options.onStep?.({ step: options.dryRun ? 'checking' : 'writing', done });
      if (options.dryRun || (isRefused && !options.keepGoing)) throw rollBack;
    });
    return { written: true, change_id: lines === 0 ? null : change_id };
  } catch (error) {
    if (error !== rollBack) throw error;
    return nothingWritten;
  }
}

/** Writes each portion and rolls it back at once. Gives whether something would be refused. */
async function check(
  library: Library,
  portions: readonly WritePortion[],
  options: WriteOptions,
): Promise<boolean> {
  let isRefused = false;
  let done = 0;
  for (const { rows, write } of portions) {
    const watched: WritePortion = {
      rows,
      write: async (tx, change) => {
        if (await write(tx, change)) isRefused = true;
        return false;
      },
    };
    await writeAtOnce(library, [watched], { ...options, dryRun: true, onStep: undefined });
    done += rows;
    options.onStep?.({ step: 'checking', done });
    await pause(restMs);
  }
  return isRefused;
}

async function writeInPortions(
  library: Library,
  portions: readonly WritePortion[],
  { user, change_id = randomUUID(), ...options }: WriteOptions,
): Promise<{ written: boolean; change_id: string | null }> {
  const author = { user, change_id };
  const undoAll = () =>
    undoUnfinished(library, author, (done) => options.onStep?.({ step: 'undoing', done }));
  let done = 0;
  let lines = 0;
  try {
    for (const { rows, write } of portions) {
      const written = await changeLibrary(library, author, async (tx, change) => {
        await options.mayGoOn?.(tx);
        return write(tx, change);
      });
      // Someone took the place of an entry since it was checked.
      if (written.result && !options.keepGoing) {
        await undoAll();
        return nothingWritten;
      }
      done += rows;
      lines += written.lines;
      options.onStep?.({ step: 'writing', done });
      await pause(restMs);
    }
    return { written: true, change_id: lines === 0 ? null : change_id };
  } catch (error) {
    await undoAll();
    throw error;
  }
}
