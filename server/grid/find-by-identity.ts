import { setImmediate } from 'node:timers/promises';
import type { ManagedDocument } from '#contract/editing.ts';
import { type EntryFields, tidyEntry } from '#contract/entry.ts';
import { noLanguage } from '#contract/file-name.ts';
import { customerKey } from '../catalogue/customers.ts';
import { documentsByFileKey, fileKeyOf, isSameDocument } from '../catalogue/documents.ts';
import { portionsOf } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { documentsById } from './rows.ts';

// Between portions others get their turn at the event loop.
const rowsAtOnce = 25;

/** The entry of each identity, as the import would find it; null where there is none. */
export async function findByIdentity(
  db: Db,
  rows: readonly Omit<EntryFields, 'doc_desc'>[],
): Promise<(ManagedDocument | null)[]> {
  const ids: (number | null)[] = [];
  for (const portion of portionsOf(rows, rowsAtOnce)) {
    await setImmediate();
    const asked = portion.map((row) =>
      tidyEntry({ ...row, language: row.language ?? noLanguage, doc_desc: '' }),
    );
    const keys = asked.map(fileKeyOf);
    const known = await documentsByFileKey(db, keys);
    for (const [at, entry] of asked.entries()) {
      const found = known
        .get(keys[at] ?? '')
        ?.find(
          (other) =>
            isSameDocument(other, entry) &&
            customerKey(other.customer) === customerKey(entry.customer),
        );
      ids.push(found?.id ?? null);
    }
  }
  const documents = await documentsById(
    db,
    ids.filter((id) => id !== null),
  );
  const byId = new Map(documents.map((document) => [document.id, document]));
  return ids.map((id) => (id === null ? null : (byId.get(id) ?? null)));
}
