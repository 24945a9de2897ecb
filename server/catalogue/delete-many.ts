import { LibraryError } from '#contract/errors.ts';
import type { Library } from '../changes/change.ts';
import { linePages } from '../changes/feed.ts';
import { portionsOf } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { clearCustomer, deleteCustomer, deleteDocuments, type DocumentsChoice } from './editing.ts';
import { type WriteOptions, type WritePortion, writeWhole } from './write-whole.ts';

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

/** How many rows a deletion has. */
export function rowsOf(deletion: Deletion): number {
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
        'Someone else changed one of these rows meanwhile. Look at them again before you delete them.',
      );
    }
  }
}
