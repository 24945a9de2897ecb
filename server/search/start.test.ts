import { expect, onTestFinished, test } from 'vitest';
import type { Start } from '#contract/start.ts';
import { startReading } from '../../test/harness.ts';

const dayMs = 86_400_000;

/** Two revisions of one number, in the order they came, and another customer. */
async function startStart() {
  const library = await startReading(onTestFinished, {
    entries: [
      { doc_num: 'AM-1', doc_rev: '1' },
      { customer: 'Boreal Air', doc_num: 'BA-7' },
    ],
    files: { 'AM-1_EN_1.pdf': 'a file', 'AM-1_EN_2.pdf': 'another' },
  });
  // Signed in anew each time, as the clock goes on by weeks.
  const get = async (url: string) => library.get(url, { cookie: await library.signIn('reader') });
  const start = async () => (await get('/vue-egd-lib/api/start')).json<Start>();
  /** `AM-1 2 after 1`, or how many were added at once. */
  const news = async () =>
    (await start()).news.map((one) =>
      'entry' in one
        ? `${one.entry.doc_num} ${one.entry.doc_rev} after ${one.previous?.doc_rev ?? 'none'}`
        : `${one.count} of ${one.customer ?? 'several'}`,
    );
  const pairs = async () =>
    (await start()).pairs.map(
      ({ entry, previous }) => `${entry.doc_num} ${previous.doc_rev}→${entry.doc_rev}`,
    );
  return { ...library, get, start, news, pairs };
}

test('customers come with how many documents they have, as they are now', async () => {
  const { start, add } = await startStart();
  expect(await start()).toMatchObject({
    customers: [
      { customer: 'Aurora Motors', documents: 1 },
      { customer: 'Boreal Air', documents: 1 },
    ],
    customers_total: 2,
  });
  await add({ customer: 'Boreal Air', doc_num: 'BA-8' });
  expect((await start()).customers[1]).toEqual({ customer: 'Boreal Air', documents: 2 });
});

test('new revisions come newest first, with the edition before, for four weeks', async () => {
  const { news, add, pass, scanNames } = await startStart();
  pass(20 * dayMs);
  await add({ doc_num: 'AM-1', doc_rev: '2' });
  await scanNames();
  expect(await news()).toEqual(['AM-1 2 after 1', 'BA-7 1 after none']); // revision 1 is the latest no more
  pass(20 * dayMs);
  expect(await news()).toEqual(['AM-1 2 after 1']);
  pass(20 * dayMs);
  expect(await news()).toEqual([]);
});

test('what a large change adds is one line, and of the customer only if all of it is', async () => {
  const { news, add, pass } = await startStart();
  pass(40 * dayMs);
  const four = ['1', '2', '3', '4'].map((number) => ({ doc_num: `AM-5${number}` }));
  await add(...four, { doc_num: 'AM-60' });
  await add(...four.map(({ doc_num }) => ({ doc_num, customer: `${doc_num}’s customer` })));
  expect(await news()).toEqual(['4 of several', '5 of Aurora Motors']);
});

test('the standards that this reader opened, then the newest, are offered to be compared, each with both PDFs', async () => {
  const { pairs, add, scanNames, get, write, app, addUser, signIn } = await startStart();
  await add(
    { doc_num: 'AM-1', doc_rev: '2' },
    { customer: 'Boreal Air', doc_num: 'BA-7', doc_rev: '2' },
  );
  await scanNames();
  expect(await pairs()).toEqual(['AM-1 1→2']);
  await add({ doc_num: 'AM-3', doc_rev: '1' }, { doc_num: 'AM-3', doc_rev: '2' });
  await write('AM-3_EN_1.pdf', 'a file');
  await write('AM-3_EN_2.pdf', 'another');
  await scanNames();
  expect(await pairs()).toEqual(['AM-3 1→2', 'AM-1 1→2']);
  await get('/document/egd-lib/AM-1_EN_1.pdf');
  await expect.poll(pairs).toEqual(['AM-1 1→2', 'AM-3 1→2']);
  await addUser('other', 'EGD_LIB');
  const headers = { cookie: await signIn('other') };
  const others = await app.inject({ url: '/vue-egd-lib/api/start', headers });
  expect(others.json<Start>().pairs.map(({ entry }) => entry.doc_num)).toEqual(['AM-3', 'AM-1']);
  await write('BA-7_EN_2.pdf', 'a file');
  await scanNames();
  await get('/document/egd-lib/BA-7_EN_2.pdf');
  expect(await pairs()).not.toContain('BA-7 1→2');
});
