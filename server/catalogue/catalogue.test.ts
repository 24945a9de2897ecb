import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import { expect, onTestFinished, test } from 'vitest';
import { listCustomers, listDocuments } from '#contract/catalogue.ts';
import { pdfFileName } from '#contract/file-name.ts';
import { entryOf, startLibrary, startReading } from '../../test/harness.ts';
import { changeLibrary } from '../changes/change.ts';
import { saveEntries } from './entries.ts';
import { naturalKeyOf } from '#contract/natural-order.ts';

type Documents = { data: { doc_num: string; language: string | null; doc_rev: string }[] };

const customersUrl = '/vue-egd-lib/api/customers';
const documentsUrl = (customer: string) =>
  `/vue-egd-lib/api/documents?customer=${encodeURIComponent(customer)}`;

test('customers come in natural order, whatever their case and accents', async () => {
  const names = ['zeta', 'Éclair', 'Aurora 10', 'eclipse', 'Aurora 2', 'Ost', 'aurora 2b', 'Öl'];
  const library = await startReading(onTestFinished, {
    entries: names.map((customer) => ({ customer })),
  });
  const answer = (await library.get(customersUrl)).json<{ data: { customer: string }[] }>();
  expect(Value.Check(listCustomers.response, answer)).toBe(true);
  expect(answer.data.map((row) => row.customer)).toEqual([
    'Aurora 2',
    'aurora 2b',
    'Aurora 10',
    'Éclair',
    'eclipse',
    'Öl',
    'Ost',
    'zeta',
  ]);
});

test('a customer sees only its own documents, by number, then language, then revision', async () => {
  const library = await startReading(onTestFinished, {
    entries: [
      { doc_num: 'AM-10', language: 'EN', doc_rev: '1' },
      { doc_num: 'AM-2', language: 'EN', doc_rev: '10' },
      { doc_num: 'AM-2', language: 'EN', doc_rev: '2' },
      { doc_num: 'AM-2', language: 'DE', doc_rev: '3' },
      { doc_num: 'am-3', language: null, doc_rev: 'B' },
      { customer: 'Borealis', doc_num: 'AM-2', language: 'DE', doc_rev: '3' },
    ],
  });
  const answer = (await library.get(documentsUrl('Aurora Motors'))).json<Documents>();
  expect(Value.Check(listDocuments.response, answer)).toBe(true);
  expect(answer.data.map((row) => [row.doc_num, row.language, row.doc_rev])).toEqual([
    ['AM-2', 'DE', '3'],
    ['AM-2', 'EN', '2'],
    ['AM-2', 'EN', '10'],
    ['am-3', null, 'B'],
    ['AM-10', 'EN', '1'],
  ]);
});

test('a document says who made and changed it, and when, and nothing else', async () => {
  const library = await startReading(onTestFinished, { entries: [{}] });
  const at = new Date('2026-11-14T09:00:00.000Z');
  const then = { ...library.library, now: () => at.getTime() };
  await changeLibrary(then, { user: 'librarian' }, (tx, change) =>
    saveEntries(tx, [entryOf({ doc_desc: 'Changed' })], change),
  );
  const { data } = (await library.get(documentsUrl('Aurora Motors'))).json<{ data: object[] }>();
  expect(data).toEqual([
    {
      doc_num: 'AM-1',
      doc_desc: 'Changed',
      doc_rev: '1',
      language: 'EN',
      created_by_user: 'jsmith',
      modified_by_user: 'librarian',
      created_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/) as string,
      modified_at: '2026-11-14T09:00:00.000Z',
    },
  ]);
});

test('an unknown customer has no documents; a missing one is an error in words', async () => {
  const library = await startReading(onTestFinished);
  const unknown = await library.get(documentsUrl('Nobody & Sons'));
  expect([unknown.statusCode, unknown.body]).toEqual([200, '{"data":[]}']);
  for (const [url, message] of [
    ['/vue-egd-lib/api/documents', 'The parameter "customer" is missing.'],
    ['/vue-egd-lib/api/documents?customer=', 'The parameter "customer" is empty.'],
  ]) {
    const answer = await library.get(url ?? '');
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: 'bad_request', message, request_id: expect.any(String) as string },
    ]);
  }
  const empty = await library.get(customersUrl);
  expect([empty.statusCode, empty.body]).toEqual([200, '{"data":[]}']);
});

test('lists answer 304 until something changes, and only the changed customer’s list changes', async () => {
  const library = await startReading(onTestFinished, {
    entries: [{}, { customer: 'Borealis', doc_num: 'B-1' }],
  });
  const urls = [customersUrl, documentsUrl('Aurora Motors'), documentsUrl('Borealis')];
  const tags = async () =>
    Promise.all(urls.map(async (url) => String((await library.get(url)).headers.etag)));
  const before = await tags();
  const again = async (tagged: string[]) =>
    Promise.all(
      urls.map(
        async (url, at) =>
          (await library.get(url, { 'if-none-match': tagged[at] ?? '' })).statusCode,
      ),
    );
  expect(before.every((tag) => /^"[\w-]+"$/.test(tag))).toBe(true);
  expect(await again(before)).toEqual([304, 304, 304]);
  await library.add({ doc_num: 'AM-2' });
  expect(await again(before)).toEqual([304, 200, 304]);
  const { data } = (await library.get(urls[1] ?? '')).json<Documents>();
  expect(data.map((row) => row.doc_num)).toEqual(['AM-1', 'AM-2']);
  await library.add({ customer: 'Corona' });
  expect(await again(await tags())).toEqual([304, 304, 304]);
});

test('lists go out compressed as the browser prefers, with one tag for each encoding', async () => {
  const library = await startReading(onTestFinished, {
    entries: Array.from({ length: 100 }, (_, i) => ({ doc_num: `AM-${i}` })),
  });
  const url = documentsUrl('Aurora Motors');
  const plain = await library.get(url);
  expect(plain.headers['content-encoding']).toBeUndefined();
  const decoders = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
  const tags = new Set([plain.headers.etag]);
  for (const [encoding, decode] of Object.entries(decoders)) {
    const answer = await library.get(url, { 'accept-encoding': `identity;q=0.1, ${encoding}` });
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/json; charset=utf-8',
    });
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(decode(answer.rawPayload).toString()).toBe(plain.body);
    tags.add(answer.headers.etag);
  }
  expect(tags.size).toBe(4);
  const browser = await library.get(url, { 'accept-encoding': 'gzip, deflate, br, zstd' });
  expect(browser.headers['content-encoding']).toBe('br');
});

test('a list of many pages is whole and in order', async () => {
  const library = await startReading(onTestFinished, {
    entries: Array.from({ length: 2500 }, (_, i) => ({ doc_num: `AM-${2500 - i}` })),
  });
  const { data } = (await library.get(documentsUrl('Aurora Motors'))).json<Documents>();
  expect(data.map((row) => row.doc_num)).toEqual(
    Array.from({ length: 2500 }, (_, i) => `AM-${i + 1}`),
  );
});

test('two documents that would share a file are refused, and the first is named', async () => {
  const library = await startLibrary(onTestFinished, { entries: [{ doc_num: 'A/B' }] });
  for (const doc_num of ['A-B', 'a/b', 'A:B']) {
    await expect(library.add({ doc_num, customer: 'Borealis' })).rejects.toMatchObject({
      code: 'file_name_taken',
      message:
        `${doc_num}, language EN, revision 1 would share the file ${pdfFileName(entryOf({ doc_num }))} ` +
        'with A/B, language EN, revision 1 of Aurora Motors.',
    });
  }
  await expect(
    library.add({ doc_num: 'A', language: 'B_EN' }, { doc_num: 'A_B', language: 'EN' }),
  ).rejects.toMatchObject({ code: 'file_name_taken' });
  await library.add({ doc_num: 'A/B', customer: 'Borealis' }); // the same document, shared
  expect(await library.db.selectFrom('documents').select('id').execute()).toHaveLength(2);
});

test('the database itself refuses a second document on one file', async () => {
  const library = await startLibrary(onTestFinished, { entries: [{}] });
  const second = sql`insert into documents (customer_id, doc_num, doc_desc, doc_rev, language,
    file_key, short_file_key, sort_key, created_by_user, modified_by_user, created_at, modified_at)
    select customer_id, 'other', doc_desc, doc_rev, language, file_key, short_file_key, sort_key,
    created_by_user, modified_by_user, created_at, modified_at from documents`;
  await expect(second.execute(library.db)).rejects.toMatchObject({ code: 'file_name_taken' });
});

test('natural order agrees with the locale’s own for words and numbers', () => {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const words = fc.array(fc.oneof(fc.stringMatching(/^[a-zA-Z]{1,3}$/), fc.nat(300).map(String)), {
    minLength: 1,
    maxLength: 4,
  });
  const text = words.map((parts) => parts.join(' '));
  fc.assert(
    fc.property(text, text, (a, b) => {
      const expected = collator.compare(a, b);
      if (expected === 0) return;
      expect(naturalKeyOf([a]) < naturalKeyOf([b])).toBe(expected < 0);
    }),
  );
});
