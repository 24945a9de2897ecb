import type { Static } from 'typebox';
import type { undoChange } from '#contract/audit.ts';
import { mostLinesUndone } from '#contract/calls.ts';
import type { Library } from '../changes/change.ts';
import { linesFrom, placeOf } from '../changes/trail.ts';
import {
  type Job,
  jobStartedBefore,
  requireNoImport,
  runningImport,
  startJob,
} from '../jobs/jobs.ts';
import { settleJobs } from '../catalogue/settle-jobs.ts';

type Request = Static<typeof undoChange.body> & { author: { user: string; change_id: string } };
type Answer = Static<typeof undoChange.response>;

/**
 * Undoes a change that has too many lines for one transaction: starts a job, or says that it would
 * be one. Gives null for a change that is small enough, or of which one line is wanted.
 */
export async function undoLarge(
  library: Library,
  request: Request,
  run: (job: Job) => void,
): Promise<Answer | null> {
  const { change_id, line_id, preview = false, author } = request;
  const { db } = library;
  // An import that is still being written has more lines every moment.
  if ((await runningImport(db))?.change_id === change_id) await requireNoImport(db);
  const place = await placeOf(db, change_id);
  const isLarge = line_id === undefined && (place?.lines ?? 0) > mostLinesUndone;
  if (place === null || !isLarge) return null;
  const answer = { change_id: null, rows: place.lines, built_on: [], left: [], is_large: true };
  if (preview) return { ...answer, job: null };
  const former = await jobStartedBefore(db, author.change_id);
  if (former !== null) return { ...answer, job: former.id };
  const { user } = await linesFrom(db).where('id', '=', place.last_id).executeTakeFirstOrThrow();
  const file_name = `${place.lines.toLocaleString('en')} lines by ${user}`;
  await settleJobs(library);
  const job = await startJob(library, {
    kind: 'undo',
    by_user: author.user,
    file_name,
    takes_back: change_id,
    change_id: author.change_id,
  });
  run(job);
  return { ...answer, job: job.id };
}
