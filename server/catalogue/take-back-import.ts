import { setTimeout as pause } from 'node:timers/promises';
import { LibraryError } from '#contract/errors.ts';
import { changeLibrary, type Library } from '../audit/change.ts';
import { type FeedLine, lastLinesOf } from '../audit/trail.ts';
import { takeBackLines } from './take-back.ts';

const linesAtOnce = 500;
// As in write-whole.ts: another process that waits for the database gets it.
const restMs = 60;
const nothing: ReadonlySet<number> = new Set();

/**
 * Takes back an import that did not come to its end, from the audit trail, in portions. What someone
 * else has changed since stays. A second time, after a crash, it goes on with what is left.
 */
export async function takeBackImport(
  library: Library,
  { user, change_id }: { user: string; change_id: string },
  onTakenBack: (lines: number) => void = () => {},
): Promise<void> {
  let before: number | null = null;
  for (let done = 0; ;) {
    const lines: FeedLine[] = await lastLinesOf(library.db, change_id, before, linesAtOnce);
    const [first] = lines;
    if (first === undefined) return;
    await takeBackPortion(library, user, lines);
    before = first.id;
    done += lines.length;
    onTakenBack(done);
    await pause(restMs);
  }
}

async function takeBackPortion(library: Library, user: string, lines: FeedLine[]): Promise<void> {
  try {
    await changeLibrary(library, { user }, (tx, change) =>
      takeBackLines(tx, lines, nothing, change),
    );
  } catch (error) {
    if (!(error instanceof LibraryError) || error.code !== 'changed_meanwhile') throw error;
    // Someone took the place of one of them: that one stays, the others go.
    if (lines.length === 1) return;
    for (const line of lines.toReversed()) await takeBackPortion(library, user, [line]);
  }
}
