import { changeLibrary, type Library } from '../server/changes/change.ts';
import type { IssuedEntry } from '../server/catalogue/documents.ts';
import { saveEntries } from '../server/catalogue/entries.ts';
import { sayNotice } from '../server/catalogue/standards/statements.ts';
import { type SampleEntry, sampleEntries } from './catalogue.ts';
import { type SampleNotice, sampleNotices } from './notices.ts';

/**
 * Saves every sample entry in two steps, by its librarians: created as a draft, then modified. Then they
 * say what became of some standards.
 */
export async function addSampleEntries(library: Library): Promise<void> {
  for (const sample of sampleEntries()) {
    const entry = { ...sample, issued_on: issuedOn(sample) };
    const draft = { ...entry, doc_desc: `${entry.doc_desc} (draft)` };
    await save(library, entry.created_by_user, entry.created_at, draft);
    await save(library, entry.modified_by_user, entry.modified_at, entry);
  }
  for (const notice of sampleNotices) await say(library, notice);
}

/** When the library began, nobody wrote down the days of what was there. */
function issuedOn({ issued }: SampleEntry): string | null {
  return issued < '2019' ? null : issued;
}

async function save(library: Library, user: string, at: string, entry: IssuedEntry): Promise<void> {
  const then = { ...library, now: () => Date.parse(at) };
  await changeLibrary(then, { user }, async (tx, change) => {
    const [outcome] = await saveEntries(tx, [entry], change);
    if (outcome instanceof Error) throw outcome;
  });
}

async function say(library: Library, { of, user, ...notice }: SampleNotice): Promise<void> {
  const document = await library.db
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select('documents.id')
    .where('name', '=', of.customer)
    .where('doc_num', '=', of.doc_num)
    .where('language', '=', of.language)
    .executeTakeFirstOrThrow();
  await changeLibrary(library, { user }, (tx, change) =>
    sayNotice(tx, { document_id: document.id, notice }, change),
  );
}
