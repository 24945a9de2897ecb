import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOnPostgres } from '../../test/databases.ts';
import { uncheckedHeader } from '#contract/calls.ts';
import { pdfAddress } from '#contract/file-name.ts';
import { smallPdf } from '../../test/small-pdf.ts';
import { entryOf, startReading, type TestLibrary } from '../../test/harness.ts';
import { heavyPdf } from '../../test/pdfs.ts';
import { statusesOf } from '../matching/status.ts';

const pdf = await smallPdf({ pages: 2, title: 'Zinc plating' });

/** How the file of each entry stands, and why, by the entry's number. */
async function statuses({ db }: TestLibrary): Promise<Record<string, string>> {
  const entries = await db.selectFrom('documents').select(['id', 'doc_num']).execute();
  const found = await statusesOf(
    db,
    entries.map(({ id }) => id),
  );
  const inWords = entries.map(({ id, doc_num }) => {
    const { code, fault = null } = found.get(id) ?? {};
    return [doc_num, fault === null ? code : `${code}: ${fault}`];
  });
  return Object.fromEntries(inWords);
}

// A file that was saved again has a trailer in its middle, and can be opened when it is cut after it.
const saved = heavyPdf({ pages: 30, bytesEach: 1000 });
const cutUpdate = Buffer.concat([
  Buffer.from('%PDF-1.7\ntrailer\n<< /Root 1 0 R >>\n'),
  saved.subarray('%PDF-1.7\n'.length, 20_000),
]);

test('a file without the end or the head of a PDF counts once it stayed so and opens', async () => {
  const files: Record<string, Uint8Array | string> = {
    'no-end': pdf.subarray(0, pdf.lastIndexOf('%%EOF')),
    'no-head': Buffer.concat([Buffer.from('%PDD'), pdf.subarray(4)]),
    'mail-before': Buffer.concat([Buffer.from('Received: from a mail server\n'.repeat(90)), pdf]),
    half: cutUpdate,
    'half-of-pages': pdf.subarray(0, pdf.length / 2),
    empty: '',
    zeros: new Uint8Array(pdf.length),
    page: '<html>no PDF at all</html>',
  };
  const numbers = Object.keys(files);
  const library = await startReading(onTestFinished, {
    entries: numbers.map((doc_num) => ({ doc_num })),
  });
  const time = new Date('2026-01-15T08:00:00Z');
  for (const [doc_num, content] of Object.entries(files)) {
    await library.write(`${doc_num}_EN_1.pdf`, content);
    await utimes(path.join(library.config.shareDir, `${doc_num}_EN_1.pdf`), time, time);
  }
  const statusOf = async (doc_num: string) =>
    (await library.get(pdfAddress(entryOf({ doc_num })))).statusCode;
  const waiting = {
    'no-end': 'incomplete',
    'no-head': 'not_pdf',
    'mail-before': 'not_pdf',
    half: 'incomplete',
    'half-of-pages': 'incomplete',
    empty: 'incomplete: It is empty.',
    zeros: 'incomplete',
    page: 'not_pdf',
  };
  await library.scan();
  expect(await statuses(library)).toEqual(waiting);
  library.pass(9 * 60_000);
  await library.scan();
  expect(await statuses(library)).toEqual(waiting);
  expect(await statusOf('no-end')).toBe(503);

  library.pass(60_000);
  await library.scan();
  expect(await statuses(library)).toEqual({
    'no-end': 'available',
    'no-head': 'available',
    'mail-before': 'available',
    half: 'incomplete: Some of its pages are missing.',
    'half-of-pages': 'incomplete: It cannot be opened.',
    empty: 'incomplete: It is empty.',
    zeros: 'incomplete: It cannot be opened.',
    page: 'not_pdf: It cannot be opened.',
  });
  const answers = await Promise.all(numbers.map(statusOf));
  expect(answers).toEqual([200, 200, 200, 409, 409, 409, 409, 409]);

  // Filled at last, of the same size and time as before.
  await library.write('zeros_EN_1.pdf', pdf);
  await utimes(path.join(library.config.shareDir, 'zeros_EN_1.pdf'), time, time);
  await library.scan();
  expect(await statuses(library)).toMatchObject({ zeros: 'available' });
});

test('a file that PDFium cannot open is given to readers, marked as not checked', async () => {
  const library = await startReading(onTestFinished, {
    entries: [{ doc_num: 'whole' }, { doc_num: 'odd' }],
  });
  await library.write('whole_EN_1.pdf', pdf);
  await library.write('odd_EN_1.pdf', '%PDF-1.7\nno objects that PDFium knows\n%%EOF\n');
  await library.scan();
  expect(await statuses(library)).toEqual({
    whole: 'available',
    odd: 'broken: It lacks the structure of a PDF.',
  });
  const head = async (doc_num: string) => {
    const { statusCode, headers } = await library.get(pdfAddress(entryOf({ doc_num })));
    return [statusCode, headers[uncheckedHeader]];
  };
  expect(await head('whole')).toEqual([200, undefined]);
  expect(await head('odd')).toEqual([200, 'yes']);
});

test.skipIf(isOnPostgres)(
  'of a file that is too long the first pages are searched, and it says so',
  async () => {
    const library = await startReading(onTestFinished, { entries: [{}] });
    await library.write('AM-1_EN_1.pdf', heavyPdf({ pages: 10_001, bytesEach: 0 }));
    await library.scan();
    const fault = 'Searches cover only the first 10000 of its 10001 pages.';
    expect(await statuses(library)).toEqual({ 'AM-1': `available: ${fault}` });
    const content = await library.db.selectFrom('contents').select(['state', 'pages']).execute();
    expect(content).toEqual([{ state: 'readable', pages: 10_001 }]);
    const last = library.db.selectFrom('page_texts').select((of) => of.fn.max('page').as('page'));
    expect(await last.executeTakeFirst()).toEqual({ page: 10_000 });
  },
);

test('what an earlier version of the extraction read is read again', async () => {
  const library = await startReading(onTestFinished, { entries: [{}] });
  await library.write('AM-1_EN_1.pdf', pdf);
  await library.write('a copy.pdf', pdf);
  await library.scan();
  const asRead = async () => ({
    contents: await library.db
      .selectFrom('contents')
      .select(['hash', 'state', 'pages', 'title', 'extraction'])
      .execute(),
    texts: await library.db.selectFrom('page_texts').selectAll().execute(),
    words: await library.db.selectFrom('content_words').selectAll().execute(),
    pictures: await library.db.selectFrom('pictures').selectAll().execute(),
    statuses: await statuses(library),
  });
  const before = await asRead();
  expect(before.statuses).toEqual({ 'AM-1': 'available' });
  expect(before.words).toHaveLength(1);

  const outdated = { state: 'broken' as const, fault: 'It takes too long to read.', extraction: 1 };
  await library.db.updateTable('contents').set(outdated).execute();
  await library.db.updateTable('files').set({ verdict: 'broken' }).execute();
  await library.db.updateTable('page_texts').set({ text: 'zinc\uFFFEnickel' }).execute();
  await library.db.deleteFrom('content_words').execute();
  await library.db.deleteFrom('pictures').execute();
  await library.scan();
  expect(await asRead()).toEqual(before);
});
