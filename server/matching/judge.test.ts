import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listFiles, readNames, readPicture } from '#contract/files.ts';
import { scanNow } from '#contract/scan.ts';
import { smallPdf } from '../../test/small-pdf.ts';
import { startLibrary, type TestLibrary } from '../../test/harness.ts';
import { statusesOf } from './status.ts';

async function statusesByNumber({ db }: TestLibrary): Promise<Record<string, string>> {
  const entries = await db
    .selectFrom('documents')
    .select(['id', 'doc_num', 'language', 'doc_rev'])
    .orderBy('id')
    .execute();
  const ids = entries.map(({ id }) => id);
  const statuses = await statusesOf(db, ids);
  return Object.fromEntries(
    entries.map(({ id, doc_num, language }) => {
      const { code, file } = statuses.get(id) ?? {};
      return [`${doc_num} ${language}`, file ? `${code} ${file.path}` : String(code)];
    }),
  );
}

async function verdictOf({ db }: TestLibrary, file: string): Promise<string> {
  const row = await db
    .selectFrom('files')
    .select(['verdict', 'nearest_document_id'])
    .where('path', '=', file)
    .executeTakeFirstOrThrow();
  return row.nearest_document_id === null ? row.verdict : `${row.verdict}, near`;
}

async function startEditing(options: Parameters<typeof startLibrary>[1]) {
  const library = await startLibrary(onTestFinished, options);
  await library.addUser('librarian', 'EGD_LIB', 'EGD_LIB_EDIT');
  const cookie = await library.signIn('librarian');
  return {
    ...library,
    call: (method: 'GET' | 'POST', url: string, payload?: object) =>
      library.app.inject({
        method,
        url,
        headers: { cookie },
        ...(payload === undefined ? {} : { payload }),
      }),
  };
}

test('each entry shows the status of its file', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: ['AM-1', 'AM-2', 'AM-3', 'AM-4', 'AM-5', 'AM-6'].map((doc_num) => ({ doc_num })),
  });
  const files: Record<string, string | Buffer> = {
    'AM-1_EN_1.pdf': await smallPdf({ pages: 1 }),
    'AM-2_1.pdf': await smallPdf({ pages: 2 }),
    'AM 3 (EN) rev. 1.pdf': await smallPdf({ pages: 3 }),
    'AM-4_EN_1.pdf': 'no PDF',
    'AM-5_EN_1.pdf': '%PDF-1.7 cut short',
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(library.config.shareDir, name), content);
  }
  await library.scan();
  expect(await statusesByNumber(library)).toEqual({
    'AM-1 EN': 'available AM-1_EN_1.pdf',
    'AM-2 EN': 'available AM-2_1.pdf',
    'AM-3 EN': 'wrong_name AM 3 (EN) rev. 1.pdf',
    'AM-4 EN': 'not_pdf AM-4_EN_1.pdf',
    'AM-5 EN': 'incomplete AM-5_EN_1.pdf',
    'AM-6 EN': 'no_file',
  });
});

test('a change of the catalogue changes the verdicts that it decides', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [{ doc_num: 'AM-1', language: 'DE' }],
    files: { 'AM-1_1.pdf': 'one', 'QX-7_EN_2.pdf': 'two', 'QX 8 EN rev 1.pdf': 'three' },
  });
  const verdicts = async () => {
    const files = ['AM-1_1.pdf', 'QX-7_EN_2.pdf', 'QX 8 EN rev 1.pdf'];
    return Promise.all(files.map((file) => verdictOf(library, file)));
  };
  expect(await verdicts()).toEqual(['checking', 'no_entry', 'name_unknown']);
  await library.add({ doc_num: 'QX-7', doc_rev: '2' }, { doc_num: 'QX-8' });
  expect(await verdicts()).toEqual(['checking', 'checking', 'name_unknown, near']);
  await library.add({ doc_num: 'AM-1', language: 'EN' }); // of which language is it now?
  expect(await verdicts()).toEqual(['name_unknown', 'checking', 'name_unknown, near']);
});

test('after a large import all files are judged again', async () => {
  const library = await startLibrary(onTestFinished, {
    files: { 'AM-1_EN_1.pdf': 'one', 'AM-5999_EN_1.pdf': 'two' },
  });
  expect(await verdictOf(library, 'AM-1_EN_1.pdf')).toBe('no_entry');
  await library.add(...Array.from({ length: 6000 }, (_, at) => ({ doc_num: `AM-${at}` })));
  expect(await verdictOf(library, 'AM-1_EN_1.pdf')).toBe('checking');
  expect(await verdictOf(library, 'AM-5999_EN_1.pdf')).toBe('checking');
});

test('librarians see every file with what to do about it', async () => {
  const library = await startEditing({
    entries: [{ customer: 'Aurora Motors' }, { customer: 'Boreal Air', doc_num: 'BA-7' }],
  });
  const share = library.config.shareDir;
  await writeFile(path.join(share, 'AM-1_EN_1.pdf'), await smallPdf({ pages: 2, title: 'Zinc' }));
  await writeFile(path.join(share, 'BA 7 EN rev 1.pdf'), await smallPdf({ pages: 1, title: 'B' }));
  await writeFile(path.join(share, 'BA-9_DE_4.pdf'), await smallPdf({ pages: 1, title: 'C' }));
  await library.scan();
  const list = (await library.call('GET', listFiles.url)).json<{ data: { id: number }[] }>();
  const byPath = Map.groupBy(list.data as Record<string, unknown>[], ({ path }) => path);
  expect(byPath.get('AM-1_EN_1.pdf')?.[0]).toMatchObject({
    verdict: 'matched',
    pages: 2,
    title: 'Zinc',
    has_picture: true,
    customers: ['Aurora Motors'],
    nearest: null,
    reading: null,
    likely_customer: null,
    twin: null,
  });
  expect(byPath.get('BA 7 EN rev 1.pdf')?.[0]).toMatchObject({
    verdict: 'name_unknown',
    customers: [],
    nearest: { customer: 'Boreal Air', doc_num: 'BA-7', file_name: 'BA-7_EN_1.pdf' },
  });
  expect(byPath.get('BA-9_DE_4.pdf')?.[0]).toMatchObject({
    verdict: 'no_entry',
    nearest: null,
    reading: { doc_num: 'BA-9', language: 'DE', doc_rev: '4' },
    likely_customer: 'Boreal Air',
  });
  const picture = (id: number) => library.call('GET', readPicture.url.replace(':id', String(id)));
  const shown = await picture(list.data[0]?.id ?? 0);
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
  expect((await picture(999)).statusCode).toBe(404);
  expect((await library.call('POST', scanNow.url)).json()).toMatchObject({
    scan: { state: 'ok', fault: null, checking: 0 },
  });
});

test('names are understood before their files are uploaded', async () => {
  const library = await startEditing({
    entries: [{}, { doc_num: 'AM-2' }],
    files: { 'AM-1_EN_1.pdf': 'one' },
  });
  const names = ['AM-1_en_1.PDF', 'AM-2_1.pdf', 'am 2 en 1.pdf', 'AM-3_DE_C.pdf', 'holiday.pdf'];
  const answer = await library.call('POST', readNames.url, { names });
  expect(answer.json<{ data: unknown }>().data).toMatchObject([
    { name: 'AM-1_en_1.PDF', document_id: 1, taken: true, nearest: null },
    { name: 'AM-2_1.pdf', document_id: 2, taken: false },
    { name: 'am 2 en 1.pdf', document_id: null, nearest: { document_id: 2 }, reading: null },
    {
      document_id: null,
      nearest: null,
      reading: { doc_num: 'AM-3', language: 'DE', doc_rev: 'C' },
      likely_customer: 'Aurora Motors',
    },
    { document_id: null, nearest: null, reading: null, likely_customer: null },
  ]);
});

test('a file renamed to its right name is its entry’s at the next scan', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [{}],
    files: { 'AM 1 EN rev 1.pdf': 'one' },
  });
  expect(await statusesByNumber(library)).toEqual({ 'AM-1 EN': 'wrong_name AM 1 EN rev 1.pdf' });
  const share = library.config.shareDir;
  await rename(path.join(share, 'AM 1 EN rev 1.pdf'), path.join(share, 'AM-1_EN_1.pdf'));
  await library.scanNames();
  expect(await statusesByNumber(library)).toEqual({ 'AM-1 EN': 'checking AM-1_EN_1.pdf' });
});

test('a copy is a duplicate of the matched file nearest the top, for as long as there is one', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [{ doc_num: 'AM-1' }, { doc_num: 'AM-2' }],
  });
  const at = (name: string) => path.join(library.config.shareDir, name);
  const pdf = await smallPdf({ pages: 1 });
  const scanWith = async (change: () => Promise<unknown>) => {
    await change();
    await library.scan();
    const files = await library.db.selectFrom('files').select(['id', 'path']).execute();
    const { verdict, twin_id } = await library.db
      .selectFrom('files')
      .select(['verdict', 'twin_id'])
      .where('path', '=', 'holiday.pdf')
      .executeTakeFirstOrThrow();
    const twin = files.find(({ id }) => id === twin_id)?.path;
    return twin === undefined ? verdict : `${verdict} of ${twin}`;
  };
  await mkdir(at('sub'));
  expect(await scanWith(() => writeFile(at('holiday.pdf'), pdf))).toBe('name_unknown');
  expect(await scanWith(() => writeFile(at('sub/AM-1_EN_1.pdf'), pdf))).toBe(
    'duplicate of sub/AM-1_EN_1.pdf',
  );
  expect(await scanWith(() => writeFile(at('AM-2_EN_1.pdf'), pdf))).toBe(
    'duplicate of AM-2_EN_1.pdf',
  );
  expect(await scanWith(() => rm(at('AM-2_EN_1.pdf')))).toBe('duplicate of sub/AM-1_EN_1.pdf');
  expect(await scanWith(() => rm(at('sub/AM-1_EN_1.pdf')))).toBe('name_unknown');
});
