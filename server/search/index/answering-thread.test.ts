import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startSearching } from '../../../test/searching.ts';
import { AnsweringThread } from './answering-thread.ts';
import { indexPathsIn } from './index-file.ts';

async function startThread() {
  const library = await startSearching(onTestFinished, { entries: [{}] });
  await library.quickOpen('am');
  const { file } = indexPathsIn(library.config.dataDir);
  const { database } = library.config;
  const thread = new AnsweringThread({ file, database }, library.app.log);
  onTestFinished(() => thread.close());
  return { thread, db: library.db };
}

test('a thread that runs out of memory costs the searches of the moment, and is started again', async () => {
  const { thread } = await startThread();
  const tooMuch = Array.from({ length: 1_000_000 }, (_, part) => ({
    part,
    row: [[`zinc${part}`]],
  }));
  const [crashed, beside] = await Promise.allSettled([
    thread.ask('snippets', { pages: [], searchedParts: tooMuch }),
    thread.ask('totals', null),
  ]);
  expect(crashed.status).toBe('rejected');
  expect(beside.status).toBe('rejected');
  expect(crashed).toMatchObject({ reason: { code: 'search_unavailable' } });
  expect(await thread.ask('totals', null)).toMatchObject({ entries: 1, pages: 0, missing: 0 });
});

test('whatever an answer takes, the server goes on meanwhile', async () => {
  const { thread, db } = await startThread();
  const pages = Array.from({ length: 40 }, (_, at) => ({ hash: 'a', page: at + 1 }));
  const content = { hash: 'a', bytes: 1, state: 'readable', pages: 40, extraction: 1 } as const;
  await db
    .insertInto('contents')
    .values({ ...content, read_at: new Date().toISOString() })
    .execute();
  const text = 'zinc plating '.repeat(1000);
  await db
    .insertInto('page_texts')
    .values(pages.map((page) => ({ ...page, text })))
    .execute();
  const loop = { isOver: false, turns: 0 };
  const answered = thread
    .ask('snippets', { pages, searchedParts: [] })
    .finally(() => (loop.isOver = true));
  while (!loop.isOver) {
    await setImmediate();
    loop.turns += 1;
  }
  const snippets = await answered;
  expect(snippets).toHaveLength(40);
  expect(snippets).not.toContain(null);
  expect(loop.turns).toBeGreaterThan(5); // held, it would turn once
});
