import type { Static } from 'typebox';
import type { undoChange } from '#contract/audit.ts';
import { LibraryError } from '#contract/errors.ts';
import { type Author, changeLibrary, type Library } from '../changes/change.ts';
import { auditLinesOf, countLinesOf, type FeedLine, lastLinesOf } from '../changes/trail.ts';
import { type UndoResult, undoLines } from '../catalogue/undo.ts';
import { planFiles } from '../files/undo.ts';
import type { SharedFolder } from '../share/shared-folder.ts';

type Answer = Static<typeof undoChange.response>;
type Request = Static<typeof undoChange.body> & { author: Author & { change_id: string } };

/**
 * Undoes a whole change, as a new change: the catalogue in one transaction, and then the
 * files, each for itself. What was changed again since is never overwritten unasked. A large change is
 * undone by a job (undo-large.ts).
 */
export async function performUndo(
  library: Library,
  folder: SharedFolder,
  request: Request,
): Promise<Answer> {
  const { change_id, line_id, preview = false, overwrite, author } = request;
  const lines = await requireLines(library, change_id, line_id);
  const chosen = new Set(overwrite ?? []);
  const files = await planFiles({ library, folder }, lines, chosen);
  const ask = preview || overwrite === undefined;
  const taken = await inOneTransaction(library, author, lines, chosen, (result) => {
    return preview || (ask && result.builtOn.length + files.builtOn.length > 0);
  });
  const built_on = [...taken.builtOn, ...files.builtOn];
  const rows = taken.rows + files.steps.length;
  const left = [...taken.left, ...files.left];
  // The answer to an earlier request with the same key was lost.
  const wasMade = (await countLinesOf(library.db, author.change_id)) > 0;
  if (rows === 0 && built_on.length === 0 && !wasMade) throw nothingLeft(left);
  if (preview || (ask && built_on.length > 0) || (rows === 0 && !wasMade))
    return { change_id: null, rows, built_on, left, ...small };
  const refused: string[] = [];
  for (const { path, take } of files.steps) {
    await take(author).catch((error: unknown) => {
      if (!(error instanceof LibraryError)) throw error;
      refused.push(`${path.replace(/^.*\//, '')}: ${error.message}`);
    });
  }
  return {
    change_id: author.change_id,
    rows: rows - refused.length,
    built_on: [],
    left: [...left, ...refused],
    ...small,
  };
}

const small = { is_large: false, job: null };

async function requireLines(
  { db }: Library,
  change_id: string,
  line_id: number | undefined,
): Promise<FeedLine[]> {
  const found =
    line_id === undefined
      ? await auditLinesOf(db, change_id)
      : await lastLinesOf(db, change_id, line_id + 1, 1);
  const wanted = found.filter(({ id }) => line_id === undefined || id === line_id);
  if (wanted.length > 0) return wanted;
  throw new LibraryError('not_found', 'This change is not in the history.');
}

async function inOneTransaction(
  library: Library,
  author: { user: string; change_id: string },
  lines: readonly FeedLine[],
  overwrite: ReadonlySet<number>,
  isToRollBack: (taken: UndoResult) => boolean,
): Promise<UndoResult> {
  const ofCatalogue = lines.filter(({ subject }) => subject !== 'file');
  let taken: UndoResult = { rows: 0, builtOn: [], left: [] };
  const rollBack = new Error('It is not to be written.');
  try {
    await changeLibrary(library, author, async (tx, change) => {
      taken = await undoLines(tx, ofCatalogue, overwrite, change);
      if (isToRollBack(taken)) throw rollBack;
    });
  } catch (error) {
    if (error !== rollBack) throw error;
  }
  return taken;
}

function nothingLeft(left: readonly string[]): LibraryError {
  const words =
    left.length > 0
      ? `It cannot be undone. ${left.join(' ')}`
      : 'There is nothing to undo any more. All of it is as it was before.';
  return new LibraryError('changed_meanwhile', words);
}
