import { expect, test } from 'vitest';
import { isOnPostgres } from '../../test/databases.ts';
import { deleteDocuments } from '#contract/editing.ts';
import { rowOf, startSearching, whenThere } from '../../test/searching.ts';
import { shared } from '../../test/shared.ts';

/** Its index and its thread take seconds to start. Each test has numbers of its own. */
const sharedLibrary = shared((cleanUp) => startSearching(cleanUp));

test('quick open gives entries of all customers, best first, with whether their PDF is there', async () => {
  const library = sharedLibrary();
  await library.add(
    { customer: 'Gemaro', doc_num: 'GMW 3059', doc_desc: 'Coating', doc_rev: '2' },
    { customer: 'Gemaro', doc_num: 'GMW 3059', doc_desc: 'Coating', doc_rev: '10' },
    { customer: 'Norvanta', doc_num: 'NV 13059', doc_desc: 'Seals', language: 'DE' },
  );
  await library.put('GMW 3059_EN_10.pdf', 'a file');
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
        amends: null,
        beside: [],
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
  const library = sharedLibrary();
  await library.add(...['1', '2', '3'].map((doc_rev) => ({ doc_num: 'KX 4071', doc_rev })));
  await expect.poll(() => library.entriesWith('4071')).toHaveLength(3);
  const { data } = await library.quickOpen('kx4071 2');
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
  const library = sharedLibrary();
  await library.add(...['DE', 'EN', 'FR'].map((language) => ({ doc_num: 'LY 5083', language })));
  const languages = async () =>
    (await library.quickOpen('ly5083')).data.map(({ language }) => language);
  await expect.poll(languages).toEqual(['DE', 'EN', 'FR']);
  const documents = await library.db
    .selectFrom('documents')
    .select(['id', 'language'])
    .where('doc_num', '=', 'LY 5083')
    .execute();
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
  const library = sharedLibrary();
  await library.add({ doc_num: 'NR-1', doc_rev: '9' });
  await expect.poll(() => library.entriesWith('nr1')).toEqual(['NR-1 9']);
  await library.add({ doc_num: 'NR-1', doc_rev: '10' });
  await expect.poll(() => library.entriesWith('nr1')).toEqual(['NR-1 10', 'NR-1 9']);
});

test('a deleted entry is gone with the next request', async () => {
  const library = sharedLibrary();
  await library.add({ doc_num: 'DL-1' }, { doc_num: 'DL-12' });
  await expect.poll(() => library.entriesWith('dl1')).toEqual(['DL-1 1', 'DL-12 1']);
  const { id, version } = await rowOf(library, 'documents', { doc_num: 'DL-1' });
  const answer = await library.app.inject({
    ...deleteDocuments,
    payload: { rows: [{ id, version }] },
    headers: { cookie: library.cookie },
  });
  expect(answer.statusCode).toBe(200);
  expect(await library.entriesWith('dl1')).toEqual(['DL-12 1']);
});

test.skipIf(isOnPostgres)(
  'as many as are asked for come, and no answer is longer than fifty',
  async () => {
    const library = sharedLibrary();
    await library.add(...Array.from({ length: 60 }, (_, at) => ({ doc_num: `ZQ-${at + 100}` })));
    await expect.poll(async () => (await library.quickOpen('zq')).data.length).toBe(20);
    expect(await library.quickOpen('zq')).toMatchObject({ total: 60, total_is_least: false });
    const count = async (limit: string) => {
      const answer = await library.ask(`quick-open?q=zq&limit=${limit}`);
      return answer.statusCode === 200
        ? answer.json<{ data: unknown[] }>().data.length
        : answer.statusCode;
    };
    expect(await count('3')).toBe(3);
    expect(await count('50')).toBe(50);
    expect(await count('51')).toBe(400);
    expect(await count('0')).toBe(400);
  },
);

test.skipIf(isOnPostgres)(
  'whatever is asked is plain text and no error, up to a thousand letters',
  async () => {
    const library = sharedLibrary();
    await library.add({ doc_num: 'AM-1' });
    await expect.poll(() => library.entriesWith('am1')).toEqual(['AM-1 1']);
    const nothing = { data: [], total: 0, total_is_least: false, did_you_mean: [], not_indexed: 0 };
    for (const q of [
      '%00',
      '%22',
      '*',
      '%F0%9F%99%82',
      '%ED%A0%80',
      '%22%20OR%20%22',
      '-',
      "';--",
    ]) {
      const answer = await library.ask(`quick-open?q=${q}`);
      expect({ q, status: answer.statusCode, body: answer.json<unknown>() }).toEqual({
        q,
        status: 200,
        body: nothing,
      });
    }
    expect((await library.ask(`quick-open?q=${'x'.repeat(1000)}`)).json()).toEqual(nothing);
    expect((await library.ask(`quick-open?q=${'x'.repeat(1001)}`)).statusCode).toBe(400);
  },
);

test.skipIf(isOnPostgres)(
  'who sends many searches at once waits; others are answered',
  async () => {
    const library = sharedLibrary();
    await library.addUser('other', 'EGD_LIB');
    const cookie = await library.signIn('other');
    const url = '/vue-egd-lib/api/search?q=zinc';
    await whenThere(() => library.ask('search?q=zinc'));
    const many = Array.from({ length: 20 }, () => library.ask('search?q=zinc'));
    const other = library.app.inject({ url, headers: { cookie } });
    const answers = await Promise.all(many);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.json()).toMatchObject({
      code: 'too_many_waiting',
      message: 'Three of your searches are already waiting. Try again when one is done.',
    });
    expect((await other).statusCode).toBe(200);
  },
);

test.skipIf(isOnPostgres)('nobody searches without an account', async () => {
  const library = sharedLibrary();
  const answer = await library.app.inject({ url: '/vue-egd-lib/api/quick-open?q=am' });
  expect(answer.statusCode).toBe(401);
});
