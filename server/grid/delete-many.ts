import type { Static } from 'typebox';
import { mostRowsDeletedAtOnce } from '#contract/calls.ts';
import { pendingStates } from '#contract/case-words.ts';
import { LibraryError } from '#contract/errors.ts';
import type { DeletionReport } from '#contract/jobs.ts';
import type { countDeletion, deleteManyDocuments } from '#contract/narrowing.ts';
import { countDocuments, findCustomerById } from '../catalogue/customers.ts';
import {
  clearCustomer,
  deleteCustomer,
  deleteDocuments,
  type DocumentsChoice,
} from '../catalogue/editing.ts';
import type { Library } from '../changes/change.ts';
import { linePages } from '../changes/feed.ts';
import { lastAuditId } from '../changes/trail.ts';
import { portionsOf } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { type Job, startJob } from '../jobs/jobs.ts';
import { runJob } from '../jobs/run-job.ts';
import { endJobsCutShort } from '../undo/portions.ts';
import { type WriteOptions, type WritePortion, writeWhole } from '../undo/write-whole.ts';
import { matchingDocuments } from './narrowing.ts';

/** Too many rows for one transaction, as a librarian saw them. */
export type Deletion =
  | { of: 'documents'; ids: Int32Array; versions: Int32Array }
  /** All that match a narrowing; `audit` is the last line of the trail when they were read. */
  | { of: 'matching'; ids: Int32Array; audit: number }
  | {
      of: 'customer';
      id: number;
      version: number;
      documents: DocumentsChoice;
      /** How many documents it had. */
      count: number;
    };

// A portion holds the database for about a tenth of a second.
const rowsAtOnce = 500;

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
      `${now} match now, not ${seen}. Check them before you delete them.`,
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
  await endJobsCutShort(library);
  return startJob(library, {
    kind: 'delete',
    by_user: author.user,
    change_id: author.change_id,
    file_name: name === undefined ? rows : `${name}, ${rows}`,
    deletion: JSON.stringify(nothing),
  });
}

/** Does the work of a job that deletes many rows: all of them, or none. */
export async function runDelete(library: Library, job: Job, deletion: Deletion): Promise<void> {
  const rows_total = rowsOf(deletion);
  await runJob(library, job, async ({ tell, mayGoOn }) => {
    tell({ state: 'writing', rows_done: 0, rows_total });
    const change_id = await deleteMany(library, deletion, {
      user: job.by_user,
      change_id: job.change_id,
      mayGoOn,
      onStep: ({ step, done }) => {
        const total = step === 'undoing' ? null : rows_total;
        tell({ state: step, rows_done: done, rows_total: total });
      },
    });
    const report: DeletionReport = { change_id, deleted: rows_total };
    return { result: report, columns: { state: 'done', deletion: JSON.stringify(report) } };
  });
}

/** How many rows a deletion has. */
function rowsOf(deletion: Deletion): number {
  return deletion.of === 'customer' ? deletion.count + 1 : deletion.ids.length;
}

/** Deletes all of it in portions that are one change, or nothing. Gives the change. */
export async function deleteMany(
  library: Library,
  deletion: Deletion,
  options: WriteOptions,
): Promise<string | null> {
  if (deletion.of === 'matching') await requireUnchanged(library.db, deletion);
  const portions = deletion.of === 'customer' ? ofCustomer(deletion) : ofDocuments(deletion);
  const { change_id } = await writeWhole(library, portions, { ...options, isChecked: true });
  return change_id;
}

function ofDocuments(deletion: Exclude<Deletion, { of: 'customer' }>): WritePortion[] {
  const { ids } = deletion;
  const versions = deletion.of === 'documents' ? deletion.versions : null;
  const rows = Array.from(ids, (id, at) => ({ id, version: versions?.[at] ?? null }));
  return portionsOf(rows, rowsAtOnce).map((portion) => ({
    rows: portion.length,
    write: async (tx, change) => {
      await deleteDocuments(tx, portion, change);
      return false;
    },
  }));
}

/** What a portion removes is no longer the customer's, so each begins with what is left. */
function ofCustomer({ documents, count, ...seen }: Deletion & { of: 'customer' }): WritePortion[] {
  const some: WritePortion = {
    rows: rowsAtOnce,
    write: async (tx, change) => {
      await clearCustomer(tx, seen, documents, change, rowsAtOnce);
      return false;
    },
  };
  const whole = Math.floor(count / rowsAtOnce);
  const last: WritePortion = {
    rows: count + 1 - whole * rowsAtOnce,
    write: async (tx, change) => {
      await deleteCustomer(tx, seen, documents, change);
      return false;
    },
  };
  return [...Array.from({ length: whole }, () => some), last];
}

/** Refuses when one of the rows was changed since they were read. */
async function requireUnchanged(
  db: Db,
  { ids, audit }: Deletion & { of: 'matching' },
): Promise<void> {
  const seen = new Set(ids);
  for await (const lines of linePages(db, audit)) {
    const isChanged = lines.some(
      ({ subject, subject_id }) => subject === 'document' && seen.has(subject_id),
    );
    if (isChanged) {
      throw new LibraryError(
        'changed_meanwhile',
        'Someone else changed one of these rows. Check them before you delete them.',
      );
    }
  }
}
