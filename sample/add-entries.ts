import { startChange } from '../server/audit/audit.ts';
import { saveEntries } from '../server/catalogue/entries.ts';
import type { Db } from '../server/db/schema.ts';
import { sampleEntries } from './catalogue.ts';

/** Saves every sample entry in two steps, by its librarians: created as a draft, then modified. */
export async function addSampleEntries(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const entry of sampleEntries()) {
      const created = startChange(entry.created_by_user, new Date(entry.created_at));
      const modified = startChange(entry.modified_by_user, new Date(entry.modified_at));
      const first = { ...entry, doc_desc: `${entry.doc_desc} (draft)` };
      const outcomes = [
        ...(await saveEntries(tx, [first], created)),
        ...(await saveEntries(tx, [entry], modified)),
      ];
      for (const outcome of outcomes) if (outcome instanceof Error) throw outcome;
    }
  });
}
