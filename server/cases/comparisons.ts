import { pendingStates } from '#contract/case-words.ts';
import { LibraryError } from '#contract/errors.ts';
import { changeLibrary, type Library, librarysOwnName } from '../changes/change.ts';
import type { Db } from '../db/schema.ts';
import { transact } from '../db/transactions.ts';
import { endJob, enqueueComparison, idleComparisons, type Job, takeOverJob } from '../jobs/jobs.ts';
import { extractionVersion } from '../pdf/facts.ts';
import { engineVersion } from '../redline/redline-cache.ts';
import { findCase, requireCase } from './case-rows.ts';
import { isPending } from './due-days.ts';
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
  if (job === undefined) return enqueueOutdated(library);
  if (!(await takeOverJob(library.db, job, 'reading', heldMs))) return true;
  const ended = await compareCase(library, job, compare);
  if (ended !== null) await endJob(library, job.id, ended);
  return ended !== null;
}

/**
 * Adds the comparison of a case that is not signed and whose list an earlier engine made, once its contents are read
 * again; one that failed is tried again after a day. Returns whether there was one.
 */
async function enqueueOutdated({ db, now }: Library): Promise<boolean> {
  const at = new Date(now());
  const dayBefore = new Date(now() - 24 * 3600_000).toISOString();
  const row = await db
    .selectFrom('cases')
    .selectAll()
    .where('state', 'in', pendingStates)
    .where('engine', '<', engineVersion)
    .where('previous_document_id', 'is not', null)
    .where(({ and, not, exists, selectFrom }) => {
      const isRead = (side: 'document_id' | 'previous_document_id') =>
        exists(
          selectFrom('entry_files')
            .innerJoin('files', 'files.id', 'entry_files.file_id')
            .innerJoin('contents', 'contents.hash', 'files.hash')
            .select('files.id')
            .where('contents.state', '=', 'readable')
            .where('contents.extraction', '=', extractionVersion)
            .whereRef('entry_files.document_id', '=', `cases.${side}`),
        );
      const isTried = exists(
        selectFrom('jobs')
          .select('jobs.id')
          .whereRef('jobs.case_id', '=', 'cases.id')
          .where((job) =>
            job.or([job('finished_at', 'is', null), job('finished_at', '>', dayBefore)]),
          ),
      );
      return and([isRead('document_id'), isRead('previous_document_id'), not(isTried)]);
    })
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return false;
  await transact(db, (tx) => enqueueComparison(tx, row, { at }));
  return true;
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
  if (row === null || sides === null) return { state: 'cancelled', fault: null };
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
