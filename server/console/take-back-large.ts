import type { Static } from 'typebox';
import type { takeBack } from '#contract/audit.ts';
import { mostLinesTakenBack } from '#contract/calls.ts';
import type { Library } from '../audit/change.ts';
import { linesFrom, placeOf } from '../audit/trail.ts';
import { type Job, requireNoImport, runningImport, startJob } from '../catalogue/import-jobs.ts';

type Request = Static<typeof takeBack.body> & { user: string };
type Answer = Static<typeof takeBack.response>;

/**
 * Takes a change back that has too many lines for one transaction: starts a job, or says that it would
 * be one. Gives null for a change that is small enough, or of which one line is wanted.
 */
export async function takeBackLarge(
  library: Library,
  { change_id, line_id, preview = false, user }: Request,
  run: (job: Job) => void,
): Promise<Answer | null> {
  const { db } = library;
  // An import that is still being written has more lines every moment.
  if ((await runningImport(db))?.change_id === change_id) await requireNoImport(db);
  const place = await placeOf(db, change_id);
  const isLarge = line_id === undefined && (place?.lines ?? 0) > mostLinesTakenBack;
  if (place === null || !isLarge) return null;
  const answer = { change_id: null, rows: place.lines, built_on: [], left: [], is_large: true };
  if (preview) return { ...answer, job: null };
  const { user: author } = await linesFrom(db)
    .where('id', '=', place.last_id)
    .executeTakeFirstOrThrow();
  const file_name = `${place.lines.toLocaleString('en')} lines by ${author}`;
  const job = await startJob(library, {
    kind: 'import',
    by_user: user,
    file_name,
    takes_back: change_id,
  });
  run(job);
  return { ...answer, job: job.id };
}
