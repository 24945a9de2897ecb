import type { Static } from 'typebox';
import { mostRowsDeletedAtOnce } from '#contract/calls.ts';
import { pendingStates } from '#contract/case-words.ts';
import { LibraryError } from '#contract/errors.ts';
import type { DeletionReport } from '#contract/jobs.ts';
import type { countDeletion, deleteManyDocuments } from '#contract/narrowing.ts';
import type { Library } from '../changes/change.ts';
import { lastAuditId } from '../changes/trail.ts';
import type { Db } from '../db/schema.ts';
import { countDocuments, findCustomerById } from '../catalogue/customers.ts';
import { type Deletion, rowsOf } from '../catalogue/delete-many.ts';
import type { DocumentsChoice } from '../catalogue/editing.ts';
import { type Job, startJob } from '../jobs/jobs.ts';
import { settleJobs } from '../catalogue/settle-jobs.ts';
import { matchingDocuments } from './narrowing.ts';

type Body = Static<typeof deleteManyDocuments.body>;

/** The documents that a librarian wants to delete: those with these ids, or all that match a narrowing. */
export async function deletionOf(db: Db, body: Body): Promise<Deletion> {
  if ('ids' in body) {
    const { ids, versions } = body;
    if (ids.length !== versions.length) {
      throw new LibraryError('bad_request', 'Each id needs a version.');
    }
    return { of: 'documents', ids: Int32Array.from(ids), versions: Int32Array.from(versions) };
  }
  const audit = await lastAuditId(db);
  const ids = Int32Array.from(await matchingDocuments(db, body.narrowing));
  if (ids.length !== body.found) {
    const [now, seen] = [ids.length, body.found].map((count) => count.toLocaleString('en'));
    throw new LibraryError(
      'changed_meanwhile',
      `${now} match now, not ${seen}. Look again before you delete them.`,
    );
  }
  return { of: 'matching', ids, audit };
}

/** How many standard numbers a deletion has, and how many pending cases it withdraws. */
export async function touchedBy(
  db: Db,
  body: Static<typeof countDeletion.body>,
  signal: AbortSignal,
): Promise<Static<typeof countDeletion.response>> {
  const found = 'ids' in body ? body.ids : await matchingDocuments(db, body.narrowing, signal);
  const ids = new Set(found);
  const pending = db.selectFrom('cases').select('document_id').where('state', 'in', pendingStates);
  const touched = (await pending.execute()).filter(({ document_id }) => ids.has(document_id));
  return { rows: ids.size, cases: touched.length };
}

/** The deletion of a customer with too many documents for one transaction; null when it has fewer. */
export async function deletionOfCustomer(
  { db }: Library,
  seen: { id: number; version: number },
  documents: DocumentsChoice | undefined,
): Promise<{ name: string; deletion: Deletion } | null> {
  const count = await countDocuments(db, seen.id);
  const customer = await findCustomerById(db, seen.id);
  if (documents === undefined || customer === null || count <= mostRowsDeletedAtOnce) return null;
  return { name: customer.name, deletion: { of: 'customer', ...seen, documents, count } };
}

/** Starts the job of a deletion; `name` is what is deleted besides its standard numbers. */
export async function startDeletion(
  library: Library,
  author: { user: string; change_id: string },
  deletion: Deletion,
  name?: string,
): Promise<Job> {
  const rows = `${rowsOf(deletion).toLocaleString('en')} rows`;
  const nothing: DeletionReport = { change_id: null, deleted: 0 };
  await settleJobs(library);
  return startJob(library, {
    kind: 'delete',
    by_user: author.user,
    change_id: author.change_id,
    file_name: name === undefined ? rows : `${name}, ${rows}`,
    deletion: JSON.stringify(nothing),
  });
}
