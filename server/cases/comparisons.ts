import { pendingStates } from '#contract/case-words.ts';
import { LibraryError } from '#contract/errors.ts';
import { changeLibrary, type Library, librarysOwnName } from '../changes/change.ts';
import type { Db } from '../db/schema.ts';
import { endJob, idleComparisons, type Job, takeOverJob } from '../jobs/jobs.ts';
import { findCase, type CaseRow, requireCase } from './case-rows.ts';
import { type Compare, isOutdated, sidesOf, writeLines } from './lines.ts';

// A comparison may wait for others; another server takes it over after this long.
const heldMs = 5 * 60_000;
const lookedAt = 20;

/**
 * Makes the next list of changes that waits for a comparison whose PDFs are read, those in review first. Returns
 * whether there may be more.
 */
export async function compareNextCase(library: Library, compare: Compare): Promise<boolean> {
  const [job] = await idleComparisons(library.db, await comparableCases(library.db));
  if (job === undefined) return false;
  if (!(await takeOverJob(library.db, job, 'reading', heldMs))) return true;
  const ended = await compareCase(library, job, compare);
  if (ended !== null) await endJob(library, job.id, ended);
  return ended !== null;
}

/** Cases whose jobs can go on: both PDFs are read, or no list is needed any more. */
async function comparableCases(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('jobs')
    .innerJoin('cases', 'cases.id', 'jobs.case_id')
    .select('cases.id')
    .where('jobs.finished_at', 'is', null)
    .where(({ or, and, eb, exists, selectFrom }) => {
      const isRead = (side: 'cases.document_id' | 'cases.previous_document_id') =>
        exists(
          selectFrom('entry_files')
            .innerJoin('files', 'files.id', 'entry_files.file_id')
            .innerJoin('content_words', 'content_words.hash', 'files.hash')
            .select('files.id')
            .whereRef('entry_files.document_id', '=', side),
        );
      const isOver = eb('cases.state', 'not in', pendingStates);
      return or([isOver, and([isRead('cases.document_id'), isRead('cases.previous_document_id')])]);
    })
    .orderBy(({ eb }) => eb.case().when('cases.state', '=', 'in_review').then(0).else(1).end())
    .orderBy('jobs.started_at')
    .limit(lookedAt)
    .execute();
  return rows.map(({ id }) => id);
}

/** What the job comes to; null: it is to be tried again. */
async function compareCase(
  library: Library,
  job: Job,
  compare: Compare,
): Promise<Pick<Job, 'state' | 'fault'> | null> {
  const row = await findCase(library.db, job.case_id ?? 0);
  const sides = row === null || !isPending(row) ? null : await sidesOf(library.db, row);
  if (row === null || sides === null) return { state: 'called_off', fault: null };
  try {
    const compared = await compare(librarysOwnName, sides);
    if (compared === null) return null;
    await changeLibrary(library, { user: librarysOwnName }, async (tx, change) => {
      const now = await requireCase(tx, row.id);
      const isWanted = now.to_hash === null || (await isOutdated(tx, now));
      if (isPending(now) && isWanted) await writeLines(tx, now, compared, change);
    });
    return { state: 'done', fault: null };
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error;
    return isFinal.has(error.code) ? { state: 'failed', fault: error.message } : null;
  }
}

/** Any other fault passes: the next attempt may succeed. */
const isFinal = new Set(['file_damaged', 'too_large']);

function isPending({ state }: CaseRow): boolean {
  return (pendingStates as readonly string[]).includes(state);
}
