import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LibraryError } from '#contract/errors.ts';
import { type Author, changeLibrary, type Library } from '../changes/change.ts';
import { type FeedLine, lastLinesOf } from '../changes/trail.ts';
import type { Tx } from '../db/schema.ts';
import { staysInWords, subjectInWords } from './stays-in-words.ts';
import { type UndoResult, undoLines } from './undo.ts';

// A changed row takes about half a millisecond, added and deleted ones less. A sign-in writes several times and waits for a portion each time.
const linesAtOnce = 250;
// As in write-whole.ts: another process that waits for the database gets it.
const restMs = 60;
const nothing: ReadonlySet<number> = new Set();

/** What became of a large change that was undone. */
export type TakenInPortions = {
  /** How many rows are again as they were. */
  rows: number;
  /** How many stay as they are, and the first of them, in words. */
  stays_count: number;
  stays: string[];
};

/** The most rows that stay which are listed. */
const mostListed = 1000;

type Options = {
  onUndone?: ((lines: number) => void) | undefined;
  /** Asked before each portion, in its transaction; what it throws stops the work. */
  mayGoOn?: ((tx: Tx) => Promise<void>) | undefined;
};

/**
 * Undoes a change by the audit trail, in portions, the last line first. What someone else has
 * changed since stays. Run again after a crash, it continues with the rest.
 */
export async function undoInPortions(
  library: Library,
  author: Author,
  change_id: string,
  { onUndone = () => {}, mayGoOn = async () => {} }: Options = {},
): Promise<TakenInPortions> {
  const taken: TakenInPortions = { rows: 0, stays_count: 0, stays: [] };
  let before: number | null = null;
  for (let done = 0; ;) {
    const lines: FeedLine[] = await lastLinesOf(library.db, change_id, before, linesAtOnce);
    const [first] = lines;
    if (first === undefined) return taken;
    for await (const portion of takePortion(library, author, lines, mayGoOn)) {
      taken.rows += portion.rows;
      const stays = [...portion.builtOn.map(staysInWords), ...portion.left];
      taken.stays_count += stays.length;
      taken.stays.push(...stays.slice(0, mostListed - taken.stays.length));
    }
    before = first.id;
    done += lines.length;
    onUndone(done);
  }
}

/** Undoes an import, or an undo, that did not come to its end. */
export async function undoUnfinished(
  library: Library,
  { user, change_id }: { user: string; change_id: string },
  onUndone: (lines: number) => void = () => {},
): Promise<void> {
  const author = { user, change_id: randomUUID() };
  await undoInPortions(library, author, change_id, { onUndone });
}

async function* takePortion(
  library: Library,
  author: Author,
  lines: readonly FeedLine[],
  mayGoOn: (tx: Tx) => Promise<void>,
): AsyncGenerator<UndoResult> {
  let hasBegun = false;
  const begin = async (tx: Tx) => {
    await mayGoOn(tx);
    hasBegun = true;
  };
  try {
    yield await takeAtOnce(library, author, lines, begin);
  } catch (error) {
    if (!hasBegun || !isTaken(error)) throw error;
    const [only] = lines;
    if (only === undefined) return;
    // Someone took the place of one of them: that one stays, the others go.
    if (lines.length === 1) {
      yield { rows: 0, builtOn: [], left: [`${subjectInWords(only)} stays. ${error.message}`] };
      return;
    }
    const middle = lines.length >> 1;
    yield* takePortion(library, author, lines.slice(middle), mayGoOn);
    yield* takePortion(library, author, lines.slice(0, middle), mayGoOn);
  } finally {
    await pause(restMs);
  }
}

function isTaken(error: unknown): error is LibraryError {
  return error instanceof LibraryError && error.code === 'changed_meanwhile';
}

async function takeAtOnce(
  library: Library,
  author: Author,
  lines: readonly FeedLine[],
  begin: (tx: Tx) => Promise<void>,
): Promise<UndoResult> {
  const ofCatalogue = lines.filter(({ subject }) => subject !== 'file');
  const { result } = await changeLibrary(library, author, async (tx, change) => {
    await begin(tx);
    return undoLines(tx, ofCatalogue, nothing, change);
  });
  const files = lines.filter(({ subject }) => subject === 'file');
  const left = files.map((line) => `${subjectInWords(line)} stays: files are undone one by one.`);
  return { ...result, left: [...result.left, ...left] };
}
