import { expect, onTestFinished, test } from 'vitest';
import { deleteDocuments } from '#contract/editing.ts';
import { rowOf, startSearching } from '../../test/searching.ts';

test('quick open gives entries of all customers, best first, with whether their PDF is there', async () => {
  const library = await startSearching(onTestFinished, {
    entries: [
      { customer: 'Gemaro', doc_num: 'GMW 3059', doc_desc: 'Coating', doc_rev: '2' },
      { customer: 'Gemaro', doc_num: 'GMW 3059', doc_desc: 'Coating', doc_rev: '10' },
      { customer: 'Norvanta', doc_num: 'NV 13059', doc_desc: 'Seals', language: 'DE' },
    ],
    files: { 'GMW 3059_EN_10.pdf': 'a file' },
  });
  expect(await library.quickOpen('3059')).toEqual({
    data: [
      {
        customer: 'Gemaro',
        doc_num: 'GMW 3059',
        doc_desc: 'Coating',
        language: 'EN',
        doc_rev: '10',
        status: 'latest',
        has_file: true,
        others: [expect.objectContaining({ doc_rev: '2', status: 'superseded', has_file: false })],
        latest: null,
      },
      expect.objectContaining({ doc_num: 'NV 13059', customer: 'Norvanta', language: 'DE' }),
    ],
    total: 2,
    total_is_least: false,
    did_you_mean: [],
    not_indexed: 0,
  });
  const mistyped = await library.quickOpen('gmw3095');
  expect(mistyped.data).toEqual([]);
  expect(mistyped.did_you_mean).toMatchObject([
    { doc_num: 'GMW 3059', doc_rev: '10', others: [{ doc_rev: '2' }] },
  ]);
});

test('an older revision that is typed with its number comes first, with the latest beside it', async () => {
  const entries = ['1', '2', '3'].map((doc_rev) => ({ doc_num: 'GMW 3059', doc_rev }));
  const library = await startSearching(onTestFinished, { entries });
  await expect.poll(() => library.entriesWith('3059')).toHaveLength(3);
  const { data } = await library.quickOpen('gmw3059 2');
  expect(data).toMatchObject([
    {
      doc_rev: '2',
      status: 'superseded',
      latest: { doc_rev: '3', status: 'latest' },
      others: [],
    },
  ]);
});

test('of one number in several languages the one that was read last comes first', async () => {
  const entries = ['DE', 'EN', 'FR'].map((language) => ({ doc_num: 'GMW 3059', language }));
  const library = await startSearching(onTestFinished, { entries });
  const languages = async () =>
    (await library.quickOpen('gmw3059')).data.map(({ language }) => language);
  await expect.poll(languages).toEqual(['DE', 'EN', 'FR']);
  const documents = await library.db.selectFrom('documents').select(['id', 'language']).execute();
  const read = (language: string, last_at: string) => ({
    user_name: 'librarian',
    document_id: documents.find((one) => one.language === language)?.id ?? 0,
    times: 1,
    last_at,
  });
  await library.db
    .insertInto('opened_documents')
    .values([read('EN', '2026-11-01T10:00:00.000Z'), read('FR', '2026-11-02T10:00:00.000Z')])
    .execute();
  expect(await languages()).toEqual(['FR', 'EN', 'DE']);
});

test('a new revision goes before the one that was newest', async () => {
  const library = await startSearching(onTestFinished, { entries: [{ doc_rev: '9' }] });
  await expect.poll(() => library.entriesWith('am1')).toEqual(['AM-1 9']);
  await library.add({ doc_rev: '10' });
  await expect.poll(() => library.entriesWith('am1')).toEqual(['AM-1 10', 'AM-1 9']);
});

test('a deleted entry is gone with the next request', async () => {
  const library = await startSearching(onTestFinished, { entries: [{}, { doc_num: 'AM-12' }] });
  await expect.poll(() => library.entriesWith('am1')).toEqual(['AM-1 1', 'AM-12 1']);
  const { id, version } = await rowOf(library, 'documents');
  const answer = await library.app.inject({
    ...deleteDocuments,
    payload: { rows: [{ id, version }] },
    headers: { cookie: library.cookie },
  });
  expect(answer.statusCode).toBe(200);
  expect(await library.entriesWith('am1')).toEqual(['AM-12 1']);
});

test('as many as are asked for come, and no answer is longer than fifty', async () => {
  const entries = Array.from({ length: 60 }, (_, at) => ({ doc_num: `AM-${at + 100}` }));
  const library = await startSearching(onTestFinished, { entries });
  await expect.poll(async () => (await library.quickOpen('am')).data.length).toBe(20);
  expect(await library.quickOpen('am')).toMatchObject({ total: 60, total_is_least: false });
  const count = async (limit: string) => {
    const answer = await library.ask(`quick-open?q=am&limit=${limit}`);
    return answer.statusCode === 200
      ? answer.json<{ data: unknown[] }>().data.length
      : answer.statusCode;
  };
  expect(await count('3')).toBe(3);
  expect(await count('50')).toBe(50);
  expect(await count('51')).toBe(400);
  expect(await count('0')).toBe(400);
});

test('whatever is asked is plain text and no error, up to a thousand letters', async () => {
  const library = await startSearching(onTestFinished, { entries: [{}] });
  await expect.poll(() => library.entriesWith('am1')).toEqual(['AM-1 1']);
  const nothing = { data: [], total: 0, total_is_least: false, did_you_mean: [], not_indexed: 0 };
  for (const q of ['%00', '%22', '*', '%F0%9F%99%82', '%ED%A0%80', '%22%20OR%20%22', '-', "';--"]) {
    const answer = await library.ask(`quick-open?q=${q}`);
    expect({ q, status: answer.statusCode, body: answer.json<unknown>() }).toEqual({
      q,
      status: 200,
      body: nothing,
    });
  }
  expect((await library.ask(`quick-open?q=${'x'.repeat(1000)}`)).json()).toEqual(nothing);
  expect((await library.ask(`quick-open?q=${'x'.repeat(1001)}`)).statusCode).toBe(400);
});

test('nobody searches without an account', async () => {
  const library = await startSearching(onTestFinished);
  const answer = await library.app.inject({ url: '/vue-egd-lib/api/quick-open?q=am' });
  expect(answer.statusCode).toBe(401);
});
