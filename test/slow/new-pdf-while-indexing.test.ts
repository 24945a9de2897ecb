import { expect, onTestFinished, test } from 'vitest';
import { textPdf } from '../pdfs.ts';
import { patiently, startSearching } from '../searching.ts';
import { stepNames } from '../../server/jobs/table.ts';
import type { Db } from '../../server/db/schema.ts';

const contents = 300;
const pagesEach = 100;

test('a new PDF is found within a minute while the index of all others is built', async () => {
  const library = await startSearching(onTestFinished, {
    env: { SCAN_EVERY_SECONDS: '5' },
    steps: stepNames,
    entries: [
      ...Array.from({ length: contents }, (_, at) => ({ doc_num: `N-${at}` })),
      { doc_num: 'AM-1' },
    ],
  });
  for (let at = 0; at < contents; at++) {
    await library.write(`N-${at}_EN_1.pdf`, await textPdf(`zinc ${at}`));
  }
  await library.scan();
  await library.db.transaction().execute(addPages);
  await library.listen();
  const notIndexed = async () =>
    (await library.ask('search?q=zinc')).json<{ not_indexed?: number }>();
  await expect
    .poll(async () => (await notIndexed()).not_indexed ?? 0, patiently)
    .toBeGreaterThan(0);
  await library.write('AM-1_EN_1.pdf', await textPdf('passivation'));
  const from = performance.now();
  const found = async () =>
    (await library.ask('search?q=passivation')).json<{ total: number; not_indexed: number }>();
  await expect.poll(async () => (await found()).total, patiently).toBe(1);
  const seconds = (performance.now() - from) / 1000;
  const { not_indexed } = await found();
  console.log(`found after ${seconds.toFixed(1)} s, with ${not_indexed} texts to go`);
  expect(not_indexed).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(60);
}, 600_000);

/** What was read of each file gets a hundred more pages. */
async function addPages(db: Db): Promise<void> {
  const words = Array.from({ length: 200 }, (_, word) => `zinc plating ${word}`).join(' ');
  for (const { hash } of await db.selectFrom('contents').select('hash').execute()) {
    const pages = Array.from({ length: pagesEach }, (_, at) => ({
      hash,
      page: at + 2,
      text: `${hash} ${at} ${words}`,
    }));
    await db.insertInto('page_texts').values(pages).execute();
  }
}
