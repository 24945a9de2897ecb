import { mkdir } from 'node:fs/promises';
import { json } from 'node:stream/consumers';
import { changeLibrary } from '../server/changes/change.ts';
import { addUser } from '../server/auth/accounts.ts';
import { saveEntries } from '../server/catalogue/entries.ts';
import { readConfig } from '../server/config/config.ts';
import type { Db } from '../server/db/schema.ts';
import { openLibrary } from '../server/library.ts';
import { extractionVersion } from '../server/pdf/facts.ts';
import { reader } from './corpus.ts';
import { searchQueries } from './search-queries.ts';
import { SearchTexts } from './search-texts.ts';

export type LibraryAsked = { dir: string; entries: number };

const entriesAtOnce = 2000;
const ofEachKind = 20;

// Makes a library of this size, and prints queries for it.

const { dir, entries } = (await json(process.stdin)) as LibraryAsked; // bench/search-beside.ts
const texts = new SearchTexts();
await makeLibrary();
console.log(JSON.stringify(searchQueries(texts, entries, ofEachKind).map(({ q }) => q)));

async function makeLibrary(): Promise<void> {
  const config = readConfig({ DATA_DIR: dir });
  await mkdir(config.shareDir, { recursive: true });
  const library = await openLibrary(config);
  await addUser(library.db, { ...reader, roles: ['EGD_LIB'] }, new Date());
  for (let from = 1; from <= entries; from += entriesAtOnce) {
    const documents = Array.from({ length: Math.min(entriesAtOnce, entries - from + 1) }, (_, at) =>
      texts.document(from + at),
    );
    await changeLibrary(library, { user: reader.name }, (tx, change) =>
      saveEntries(
        tx,
        documents.map(({ entry }) => ({
          ...entry,
          doc_num: `${entry.doc_num}-${entry.document_id}`,
        })),
        change,
      ),
    );
    await library.db.transaction().execute(async (tx) => {
      for (const { entry, pages } of documents) {
        if (pages.length > 0) await giveText(tx, entry.document_id, pages);
      }
    });
  }
  await library.db.destroy();
}

/** A file with these pages, as a scan would have saved it. */
async function giveText(tx: Db, document_id: number, texts: readonly string[]): Promise<void> {
  const hash = String(document_id);
  const at = new Date().toISOString();
  const content = {
    hash,
    bytes: 1,
    state: 'readable',
    pages: texts.length,
    read_at: at,
  } as const;
  await tx
    .insertInto('contents')
    .values({ ...content, extraction: extractionVersion })
    .execute();
  const pages = texts.map((text, index) => ({ hash, page: index + 1, text }));
  await tx.insertInto('page_texts').values(pages).execute();
  const { id } = await tx
    .insertInto('files')
    .values({
      path: `${hash}.pdf`,
      name: `${hash}.pdf`,
      name_key: hash,
      depth: 0,
      bytes: 1,
      modified_ns: '1',
      inode: '1',
      seen_at: at,
      settled_at: at,
      hash,
      verdict: 'matched',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('entry_files').values({ document_id, file_id: id }).execute();
}
