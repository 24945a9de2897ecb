import { expect, onTestFinished, test } from 'vitest';
import { startReading } from '../../test/harness.ts';
import { RecentDocuments } from './recent.ts';
import type { QuickAnswer } from '../../test/searching.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A library of three documents with their PDFs, and a reader. */
async function startOpening() {
  const names = ['AM-1_EN_1.pdf', 'AM-2_EN_1.pdf', 'AM-3_EN_1.pdf'];
  const library = await startReading(onTestFinished, {
    entries: [{ doc_num: 'AM-1' }, { doc_num: 'AM-2' }, { doc_num: 'AM-3' }],
    files: Object.fromEntries(names.map((name) => [name, 'a file'])),
  });
  const recent = async () => {
    const answer = await library.get('/vue-egd-lib/api/quick-open');
    return answer.json<QuickAnswer>().data.map(({ doc_num }) => doc_num);
  };
  const open = async (doc_num: string) => {
    const answer = await library.get(`/document/egd-lib/${doc_num}_EN_1.pdf`);
    expect(answer.statusCode).toBe(200);
  };
  return { ...library, recent, open };
}

test('an empty field offers what this user opened last, without waiting for an index', async () => {
  const { open, recent, pass, addUser, signIn, app } = await startOpening();
  expect(await recent()).toEqual([]);
  await open('AM-1');
  await expect.poll(recent).toEqual(['AM-1']);
  pass(minuteMs);
  await open('AM-3');
  await expect.poll(recent).toEqual(['AM-3', 'AM-1']);

  await addUser('other', 'EGD_LIB');
  const headers = { cookie: await signIn('other') };
  const others = await app.inject({ url: '/vue-egd-lib/api/quick-open?q=', headers });
  expect(others.json()).toMatchObject({ data: [], total: 0, did_you_mean: [] });
});

test('what was opened more often comes before what was opened a little later', async () => {
  const { open, recent, pass, db, library } = await startOpening();
  for (const times of [1, 2, 3]) {
    await open('AM-2');
    await expect
      .poll(() => db.selectFrom('opened_documents').select('times').executeTakeFirst())
      .toEqual({ times });
    pass(6 * minuteMs);
  }
  await open('AM-1');
  await expect.poll(recent).toEqual(['AM-2', 'AM-1']);
  const last_at = new Date(library.now() - 3 * dayMs).toISOString();
  await db.updateTable('opened_documents').set({ last_at }).where('times', '=', 3).execute();
  expect(await recent()).toEqual(['AM-1', 'AM-2']);
});

test('the parts of one reading count once', async () => {
  const { open, get, recent, pass, db } = await startOpening();
  await open('AM-1');
  await expect.poll(recent).toEqual(['AM-1']);
  pass(minuteMs);
  await open('AM-1');
  await get('/document/egd-lib/AM-1_EN_1.pdf', { range: 'bytes=2-3' });
  await open('AM-2');
  await expect.poll(recent).toEqual(['AM-2', 'AM-1']);
  const rows = await db.selectFrom('opened_documents').select('times').execute();
  expect(rows).toEqual([{ times: 1 }, { times: 1 }]);
});

test('a user forgets what was opened, and begins anew', async () => {
  const { open, recent, app, cookie } = await startOpening();
  await open('AM-1');
  await expect.poll(recent).toEqual(['AM-1']);
  const clear = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/vue-egd-lib/api/quick-open/clear', headers });
  expect((await clear({})).statusCode).toBe(401);
  expect((await clear({ cookie, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  expect(await recent()).toEqual(['AM-1']);
  expect((await clear({ cookie })).statusCode).toBe(200);
  expect(await recent()).toEqual([]);
  await open('AM-1');
  await expect.poll(recent).toEqual(['AM-1']);
});

test('a document that is gone is not offered, and nothing of it is kept', async () => {
  const { open, recent, db, library, get } = await startOpening();
  await open('AM-1');
  await open('AM-2');
  await expect.poll(async () => (await recent()).toSorted()).toEqual(['AM-1', 'AM-2']);
  await db.deleteFrom('documents').where('doc_num', '=', 'AM-1').execute();
  expect(await recent()).toEqual(['AM-2']);
  const gone = await get('/document/egd-lib/AM-1_EN_1.pdf');
  expect(gone.statusCode).toBe(404);

  const kept = () => db.selectFrom('opened_documents').select('user_name').execute();
  await new RecentDocuments(library).purge();
  expect(await kept()).toEqual([{ user_name: 'reader' }]);
  await db.deleteFrom('users').where('name', '=', 'reader').execute();
  await new RecentDocuments(library).purge();
  expect(await kept()).toEqual([]);
});

test('openings of a year ago are forgotten', async () => {
  const { open, recent, pass, library } = await startOpening();
  await open('AM-1');
  await expect.poll(recent).toEqual(['AM-1']);
  pass(366 * dayMs);
  await new RecentDocuments(library).purge();
  expect(await library.db.selectFrom('opened_documents').select('times').execute()).toEqual([]);
});

test('two hundred documents of a user are kept, the last ones', async () => {
  const { db, library, open, pass } = await startOpening();
  const rows = Array.from({ length: 205 }, (_, at) => ({
    user_name: 'reader',
    document_id: 1000 + at,
    times: 1,
    last_at: new Date(library.now() - at * 1000).toISOString(),
  }));
  await db.insertInto('opened_documents').values(rows).execute();
  pass(1000);
  await open('AM-1');
  const counted = async () => {
    const ids = await db.selectFrom('opened_documents').select('document_id').execute();
    return { rows: ids.length, oldest: Math.max(...ids.map(({ document_id }) => document_id)) };
  };
  await expect.poll(counted).toEqual({ rows: 200, oldest: 1198 });
});

test('a PDF is sent although its opening cannot be written', async () => {
  const { open, db } = await startOpening();
  await db.schema.dropTable('opened_documents').execute();
  await expect(open('AM-1')).resolves.toBeUndefined();
  await expect(open('AM-2')).resolves.toBeUndefined();
});
