import { json } from 'node:stream/consumers';
import { fastify } from 'fastify';
import { AnsweringThread } from '../server/search/index/answering-thread.ts';
import { memoryOf } from './children.ts';

export type MemoryAsked = { file: string; queries: string[]; page: string };

// A process of its own, so that all that it takes more is the thread of searches. Prints how many MB
// that are at most, after each question.

const { file, queries, page } = (await json(process.stdin)) as MemoryAsked; // bench/search.ts
const thread = new AnsweringThread(file, fastify().log);
const before = memoryOf(process.pid).nowMb;
let most = before;
for (const q of queries) {
  const asks = { q, customer_id: null, language: null, latest: false, limit: 20, after: null };
  const { hits, sought } = await thread.ask('search', asks);
  await thread.ask('snippets', {
    texts: hits.flatMap(({ pages }) => pages.map(() => page)),
    sought,
  });
  most = Math.max(most, memoryOf(process.pid).nowMb);
}
await thread.close();
console.log(most - before);
