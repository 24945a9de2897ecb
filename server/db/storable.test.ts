import { expect, onTestFinished, test } from 'vitest';
import { entryOf, password, startManaging } from '../../test/harness.ts';

const nul = '\0';

test('U+0000, which PostgreSQL cannot store, is refused anywhere in a request', async () => {
  const { app, cookie, post, db } = await startManaging(onTestFinished, { entries: [{}] });
  const list = (customer: string) =>
    app.inject({
      url: `/vue-egd-lib/api/documents?customer=${encodeURIComponent(customer)}`,
      headers: { cookie },
    });
  const signIn = (username: string) =>
    app.inject({ method: 'POST', url: '/auth', payload: { username, password } });
  for (const answer of [await list(`Aurora${nul}Motors`), await signIn(`libra${nul}rian`)]) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ message: expect.stringContaining('U+0000') });
  }
  const rows = [{ ...entryOf({ doc_num: `AM${nul}2` }), id: null, version: null }];
  const saved = await post('documents/save', { rows });
  expect(saved.json()).toMatchObject({ results: [{ outcome: 'refused' }] });
  const customers = [{ id: null, version: null, customer: `Boreal${nul}is` }];
  const added = await post('customers/save', { rows: customers });
  expect(added.json()).toMatchObject({ results: [{ outcome: 'refused' }] });
  expect(await db.selectFrom('customers').select('name').execute()).toEqual([
    { name: 'Aurora Motors' },
  ]);
  const pdf = await app.inject({ url: '/document/egd-lib/AM-1%00_EN_1.pdf', headers: { cookie } });
  expect(pdf.statusCode).toBe(404);
});

test('neither database is given U+0000', async () => {
  const { db } = await startManaging(onTestFinished);
  const values = { name: `a${nul}`, name_key: 'a', sort_key: 'a' };
  const writing = db.insertInto('customers').values(values).execute();
  await expect(writing).rejects.toMatchObject({ code: 'bad_request' });
});
