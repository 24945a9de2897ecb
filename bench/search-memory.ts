import { json } from 'node:stream/consumers';
import { fastify } from 'fastify';
import { readConfig } from '../server/config/config.ts';
import { openDatabase } from '../server/db/open.ts';
import { extractionVersion } from '../server/pdf/facts.ts';
import { AnsweringThread } from '../server/search/index/answering-thread.ts';
import { memoryOf } from './children.ts';

/** `dir` is empty, and takes a library with as many pages of this text as an answer shows. */
export type MemoryAsked = { file: string; dir: string; queries: string[]; page: string };

const mostPages = 100;

// A separate process, so that its growth is the memory of the search thread. Prints the peak in MB after
// each query.

const { file, dir, queries, page } = (await json(process.stdin)) as MemoryAsked; // bench/search.ts
const { database } = readConfig({ DATA_DIR: dir });
const pages = Array.from({ length: mostPages }, (_, at) => ({ hash: 'a', page: at + 1 }));
await makeTexts();
const thread = new AnsweringThread({ file, database }, fastify().log);
const before = memoryOf(process.pid).nowMb;
let most = before;
for (const q of queries) {
  const asks = { q, customer_id: null, language: null, latest: false, limit: 20, after: null };
  const { hits, searchedParts } = await thread.ask('search', asks);
  const shown = hits.flatMap((hit) => hit.pages).length;
  await thread.ask('snippets', { pages: pages.slice(0, shown), searchedParts });
  most = Math.max(most, memoryOf(process.pid).nowMb);
}
await thread.close();
console.log(most - before);

async function makeTexts(): Promise<void> {
  const db = await openDatabase({ database });
  const content = { hash: 'a', bytes: 1, state: 'readable', pages: mostPages } as const;
  const read = { read_at: new Date().toISOString(), extraction: extractionVersion };
  await db
    .insertInto('contents')
    .values({ ...content, ...read })
    .execute();
  await db
    .insertInto('page_texts')
    .values(pages.map((one) => ({ ...one, text: page })))
    .execute();
  await db.destroy();
}
