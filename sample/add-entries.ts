import type { EntryFields } from '#contract/entry.ts';
import { changeLibrary, type Library } from '../server/audit/change.ts';
import { saveEntries } from '../server/catalogue/entries.ts';
import { sampleEntries } from './catalogue.ts';

/** Saves every sample entry in two steps, by its librarians: created as a draft, then modified. */
export async function addSampleEntries(library: Library): Promise<void> {
  for (const entry of sampleEntries()) {
    const draft = { ...entry, doc_desc: `${entry.doc_desc} (draft)` };
    await save(library, entry.created_by_user, entry.created_at, draft);
    await save(library, entry.modified_by_user, entry.modified_at, entry);
  }
}

async function save(library: Library, user: string, at: string, entry: EntryFields): Promise<void> {
  const then = { ...library, now: () => Date.parse(at) };
  await changeLibrary(then, { user }, async (tx, change) => {
    const [outcome] = await saveEntries(tx, [entry], change);
    if (outcome instanceof Error) throw outcome;
  });
}
