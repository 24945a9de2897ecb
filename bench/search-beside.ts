import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { listCustomers } from '#contract/catalogue.ts';
import { changeLibrary } from '../server/audit/change.ts';
import { addUser } from '../server/auth/accounts.ts';
import { saveEntries } from '../server/catalogue/entries.ts';
import { readConfig } from '../server/config.ts';
import type { Db } from '../server/db/schema.ts';
import { openLibrary } from '../server/library.ts';
import { extractionVersion } from '../server/pdf/facts.ts';
import { memoryOf } from './children.ts';
import { reader } from './corpus.ts';
import { type LibraryServer, startServer } from './load/server.ts';
import { searchQueries } from './search-queries.ts';
import type { SearchTexts } from './search-texts.ts';
import { circumstances, keepResults, say, table } from './table.ts';

// What we want of readers beside so many searches a second: their slowest hundredth at most half as
// slow again, no turn of the event loop longer than this, and so much memory for the searches.
const searchesASecond = 50;
const mostTimesIdle = 1.5;
const longestHoldMs = 5;
const mostMb = 200;

const readers = 4;
const seconds = 15;
const entriesAtOnce = 2000;

/** What readers of lists feel of searches beside them, in a library with so many entries and pages. */
export async function benchBesideSearches(
  dir: string,
  texts: SearchTexts,
  entries: number,
): Promise<boolean> {
  const about = circumstances();
  await makeLibrary(dir, texts, entries);
  const server = await startServer({ DATA_DIR: dir, SEARCH: 'on' }, '0,1');
  await untilIndexed(server);
  const queries = searchQueries(texts, entries, 20).map(({ q }) => q);
  const before = memoryOf(server.pid).nowMb;
  // Once each before, as on a server that has run for a while.
  for (const q of queries) await server.get(searchAddress(q)).catch(() => null);
  const idle = await readBeside(server, () => pause(seconds * 1000));
  const beside = await readBeside(server, () => searchAll(server, queries));
  const mb = memoryOf(server.pid).nowMb - before;
  await server.stop();
  const isMet =
    beside.p99Ms <= idle.p99Ms * mostTimesIdle && beside.holdMs <= longestHoldMs && mb <= mostMb;
  const file = await keepResults('beside-searches', {
    circumstances: about,
    entries,
    idle,
    beside,
    mb,
  });
  console.log(`\nLists beside ${searchesASecond} searches a second, ${entries} entries and pages`);
  console.log(
    table(
      ['beside', 'p99 ms', 'of idle', 'longest hold ms', 'more MB'],
      [
        ['nothing', idle.p99Ms.toFixed(1), '1', idle.holdMs.toFixed(1), ''],
        [
          'searches',
          beside.p99Ms.toFixed(1),
          (beside.p99Ms / idle.p99Ms).toFixed(2),
          beside.holdMs.toFixed(1),
          String(mb),
        ],
      ],
    ),
  );
  console.log(`Kept in ${file}: ${isMet ? 'met' : 'NOT MET'}`);
  return isMet;
}

async function readBeside(server: LibraryServer, work: () => Promise<unknown>) {
  const timesMs: number[] = [];
  const over = new AbortController();
  const reading = async () => {
    while (!over.signal.aborted) {
      const fromMs = performance.now();
      await server.get(listCustomers.url);
      timesMs.push(performance.now() - fromMs);
      await pause(10);
    }
  };
  const { holdMs } = await server.watchLoop(async () => {
    const all = Array.from({ length: readers }, reading);
    await work();
    over.abort();
    await Promise.all(all);
  });
  const p99Ms = timesMs.toSorted((a, b) => a - b)[Math.floor(timesMs.length * 0.99)] ?? 0;
  return { p99Ms, holdMs, read: timesMs.length };
}

/** So many a second, whether those before are answered or not. */
async function searchAll(server: LibraryServer, queries: readonly string[]): Promise<void> {
  const asked: Promise<unknown>[] = [];
  for (let at = 0; at < searchesASecond * seconds; at++) {
    const q = queries[at % queries.length] ?? '';
    asked.push(server.get(searchAddress(q)).catch(() => null)); // a refusal is an answer, too
    await pause(1000 / searchesASecond);
  }
  await Promise.all(asked);
}

function searchAddress(q: string): string {
  return `/vue-egd-lib/api/search?${new URLSearchParams({ q })}`;
}

async function untilIndexed(server: LibraryServer): Promise<void> {
  say('waits for the index');
  for (;;) {
    const isThere = await server.get(searchAddress('zinc')).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await pause(1000);
  }
}

async function makeLibrary(dir: string, texts: SearchTexts, entries: number): Promise<void> {
  say(`makes a library of ${entries} entries`);
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

/** A file with these pages, as a scan would have kept it. */
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
