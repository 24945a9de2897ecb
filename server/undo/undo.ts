import type { Static } from 'typebox';
import type { undoChange } from '#contract/audit.ts';
import { mostLinesUndone } from '#contract/calls.ts';
import { LibraryError } from '#contract/errors.ts';
import { type Author, changeLibrary, type Library } from '../changes/change.ts';
import {
  auditLinesOf,
  countLinesOf,
  type FeedLine,
  lastLinesOf,
  linesFrom,
  placeOf,
} from '../changes/trail.ts';
import {
  type Job,
  jobStartedBefore,
  requireNoImport,
  runningImport,
  startJob,
} from '../jobs/jobs.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import { undoLines } from './catalogue.ts';
import { planFiles } from './files.ts';
import { Undone } from './plan.ts';
import { endJobsCutShort } from './portions.ts';

type Answer = Static<typeof undoChange.response>;
type Request = Static<typeof undoChange.body> & { author: { user: string; change_id: string } };

/**
 * Undoes a whole change, as a new change: the catalogue in one transaction, and then the
 * files, each for itself. What was changed again since is never overwritten unasked. A change that has
 * too many lines for one transaction is undone by a job, which `run` starts.
 */
export async function performUndo(
  library: Library,
  folder: SharedFolder,
  request: Request,
  run: (job: Job) => void,
): Promise<Answer> {
  const { change_id, line_id } = request;
  const { db } = library;
  // An import that is still being written has more lines every moment.
  if ((await runningImport(db))?.change_id === change_id) await requireNoImport(db);
  const place = await placeOf(db, change_id);
  const isLarge = line_id === undefined && place !== null && place.lines > mostLinesUndone;
  if (isLarge) return undoLarge(library, request, place, run);
  const lines =
    line_id === undefined
      ? await auditLinesOf(db, change_id)
      : (await lastLinesOf(db, change_id, line_id + 1, 1)).filter(({ id }) => id === line_id);
  if (lines.length > 0) return undoSmall(library, folder, request, lines);
  throw new LibraryError('not_found', 'This change was not found in the history.');
}

async function undoSmall(
  library: Library,
  folder: SharedFolder,
  { preview = false, overwrite, author }: Request,
  lines: readonly FeedLine[],
): Promise<Answer> {
  const chosen = new Set(overwrite ?? []);
  const { steps, others } = await planFiles({ library, folder }, lines, chosen);
  const mustAsk = ({ builtOn }: Undone) =>
    overwrite === undefined && builtOn.length + others.builtOn.length > 0;
  const isToRollBack = (undone: Undone) => preview || mustAsk(undone);
  const undone = await inOneTransaction(library, author, lines, chosen, isToRollBack);
  const built_on = [...undone.builtOn, ...others.builtOn];
  const rows = undone.rows + steps.length;
  const left = [...undone.left, ...others.left];
  // The answer to an earlier request with the same key was lost.
  const wasMade = (await countLinesOf(library.db, author.change_id)) > 0;
  if (rows === 0 && built_on.length === 0 && !wasMade) throw nothingLeft(left);
  const answer = { change_id: null, rows, built_on, left, is_large: false, job: null };
  if (isToRollBack(undone) || (rows === 0 && !wasMade)) return answer;
  const refused: string[] = [];
  for (const { path, undo } of steps) {
    await undo(author).catch((error: unknown) => {
      if (!(error instanceof LibraryError)) throw error;
      refused.push(`${path.replace(/^.*\//, '')}: ${error.message}`);
    });
  }
  const { change_id } = author;
  const done = { rows: rows - refused.length, left: [...left, ...refused] };
  return { ...answer, ...done, change_id, built_on: [] };
}

/** Starts the job, or says that it would be one. */
async function undoLarge(
  library: Library,
  { change_id, preview = false, author }: Request,
  { lines, last_id }: { lines: number; last_id: number },
  run: (job: Job) => void,
): Promise<Answer> {
  const { db } = library;
  const answer = { change_id: null, rows: lines, built_on: [], left: [], is_large: true };
  if (preview) return { ...answer, job: null };
  const former = await jobStartedBefore(db, author.change_id);
  if (former !== null) return { ...answer, job: former.id };
  const { user } = await linesFrom(db).where('id', '=', last_id).executeTakeFirstOrThrow();
  await endJobsCutShort(library);
  const job = await startJob(library, {
    kind: 'undo',
    by_user: author.user,
    file_name: `${lines.toLocaleString('en')} lines by ${user}`,
    undoes: change_id,
    change_id: author.change_id,
  });
  run(job);
  return { ...answer, job: job.id };
}

async function inOneTransaction(
  library: Library,
  author: Author,
  lines: readonly FeedLine[],
  overwrite: ReadonlySet<number>,
  isToRollBack: (undone: Undone) => boolean,
): Promise<Undone> {
  const ofCatalogue = lines.filter(({ subject }) => subject !== 'file');
  let undone = new Undone();
  const rollBack = new Error('The change needs no write.');
  try {
    await changeLibrary(library, author, async (tx, change) => {
      undone = await undoLines(tx, ofCatalogue, overwrite, change);
      if (isToRollBack(undone)) throw rollBack;
    });
  } catch (error) {
    if (error !== rollBack) throw error;
  }
  return undone;
}

function nothingLeft(left: readonly string[]): LibraryError {
  const words =
    left.length > 0 ? `Undo is not possible. ${left.join(' ')}` : 'Nothing is left to undo.';
  return new LibraryError('changed_meanwhile', words);
}
