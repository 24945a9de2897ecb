import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import writeXlsx from 'write-excel-file/node';
import { expect, onTestFinished, test } from 'vitest';
import { isOnPostgres } from '../../test/databases.ts';
import { startLibrary, temporaryFolder, type TestLibrary } from '../../test/harness.ts';
import { exportRows } from '../exports/export.ts';
import { type ImportOptions, importRows } from './import.ts';
import { readSpreadsheet, writeSpreadsheet } from '../spreadsheet/spreadsheet.ts';

const header = 'customer,doc_num,doc_desc,doc_rev,language';
const change = { user: 'librarian' };

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(await temporaryFolder(onTestFinished), name);
  await writeFile(file, content);
  return file;
}

async function importText(
  library: TestLibrary,
  text: string | Uint8Array,
  options: Partial<ImportOptions> = {},
) {
  const sheet = await readSpreadsheet(await fileOf('list.csv', text));
  return importRows(library.library, sheet, { ...change, ...options });
}

async function entriesOf(library: TestLibrary): Promise<(string | null)[][]> {
  const rows = await library.db
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'customer_id')
    .select(['name', 'doc_num', 'doc_desc', 'doc_rev', 'language'])
    .orderBy('name')
    .orderBy('documents.sort_key')
    .execute();
  return rows.map((row) => [row.name, row.doc_num, row.doc_desc, row.doc_rev, row.language]);
}

test('an import adds new entries, changes descriptions, and leaves the rest alone', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [
      { doc_num: 'AM-1', doc_desc: 'old' },
      { doc_num: 'AM-2', doc_desc: 'same' },
    ],
  });
  const report = await importText(
    library,
    `${header}\naurora motors,AM-1,new,1,EN\nAurora Motors,AM-2,same,1,EN\nBorealis,B 1,"x, ""y""",2,-\n`,
  );
  expect(report).toMatchObject({ added: 1, changed: 1, unchanged: 1, refused: [], written: true });
  expect(await entriesOf(library)).toEqual([
    ['Aurora Motors', 'AM-1', 'new', '1', 'EN'],
    ['Aurora Motors', 'AM-2', 'same', '1', 'EN'],
    ['Borealis', 'B 1', 'x, "y"', '2', null],
  ]);
});

test('of many changed rows all are counted, and the first 200 are listed with what they were', async () => {
  const library = await startLibrary(onTestFinished);
  const sheetOf = (words: string) =>
    [header, ...Array.from({ length: 250 }, (_, at) => `A,N-${at},${words} ${at},1,EN`)].join('\n');
  await importText(library, sheetOf('old'));
  const report = await importText(library, sheetOf('new'), { dryRun: true });
  expect(report).toMatchObject({ added: 0, changed: 250, unchanged: 0, warnings: [] });
  const listed = report.changed_rows.map(({ row, doc_desc, before }) => [
    row,
    doc_desc,
    before?.doc_desc,
  ]);
  expect(listed).toEqual(
    Array.from({ length: 200 }, (_, at) => [at + 2, `new ${at}`, `old ${at}`]),
  );
});

const faulty = [
  header,
  'A,,x,1,EN',
  'A,N/1,x,1,EN',
  'A,N-1,x,1,EN',
  'A,N/1,y,1,EN',
  '',
  `A,N2,x,${'9'.repeat(41)},EN`,
  'A,N3,x,1,EN',
].join('\n');

const faults = [
  { row: 2, reason: 'The standard number is missing.' },
  {
    row: 4,
    reason:
      'N-1, language EN, revision 1 would share the file N-1_EN_1.pdf with ' +
      'N/1, language EN, revision 1 of A.',
  },
  { row: 5, reason: 'This row repeats row 3.' },
  { row: 7, reason: 'The revision is longer than 40 characters.' },
];

test('every bad row is reported with its number and reason, and nothing is imported', async () => {
  const library = await startLibrary(onTestFinished);
  expect(await importText(library, faulty)).toMatchObject({ refused: faults, written: false });
  expect(await entriesOf(library)).toEqual([]);
});

test('with --keep-going it imports the good rows', async () => {
  const library = await startLibrary(onTestFinished);
  const report = await importText(library, faulty, { keepGoing: true });
  expect(report).toMatchObject({
    added: 2,
    changed: 0,
    unchanged: 0,
    refused: faults,
    written: true,
  });
  expect((await entriesOf(library)).map((row) => row[1])).toEqual(['N/1', 'N3']);
});

test('a dry run reports what would be, and writes nothing', async () => {
  const library = await startLibrary(onTestFinished);
  const report = await importText(library, `${header}\nA,N,x,1,EN`, { dryRun: true });
  expect(report).toMatchObject({ added: 1, changed: 0, unchanged: 0, refused: [], written: false });
  expect(await entriesOf(library)).toEqual([]);
});

test.skipIf(isOnPostgres)(
  'the columns may be in any order among others, but none may be missing',
  async () => {
    const library = await startLibrary(onTestFinished);
    await importText(library, 'Language;note;DOC_REV; doc_desc ;doc_num;customer\nDE;x;1;d;N;A');
    expect(await entriesOf(library)).toEqual([['A', 'N', 'd', '1', 'DE']]);
    await expect(importText(library, 'customer,doc_num\nA,N')).rejects.toMatchObject({
      code: 'bad_request',
      message:
        'The sheet lacks a column for: Description, Revision, ' +
        'Language. Its headings: customer, doc_num.',
    });
  },
);

test.skipIf(isOnPostgres).each([
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${header}\nA,Prüfung,é,1,DE`)],
  ['UTF-16', Buffer.from(`\uFEFF${header}\nA,Prüfung,é,1,DE`, 'utf16le')],
  ['Windows 1252', Buffer.from(`${header}\nA,Prüfung,é,1,DE`, 'latin1')],
])('CSV in %s is understood', async (_name, bytes) => {
  const library = await startLibrary(onTestFinished);
  await importText(library, bytes);
  expect(await entriesOf(library)).toEqual([['A', 'Prüfung', 'é', '1', 'DE']]);
});

const awkward = [
  { doc_num: '=1+1', doc_desc: "'quoted'", doc_rev: '-2', language: null },
  { doc_num: "'=x", doc_desc: '@home, "said" she;', doc_rev: '+', language: 'EN' },
  { doc_num: '007', doc_desc: '', doc_rev: '1e5', language: 'DE' },
  { doc_num: '規格/7 #1', doc_desc: '表面処理', doc_rev: '2', language: 'JA' },
  // As pasted: apostrophes, an escape of Excel's, blanks and signs that only look like others.
  { doc_num: "''-5", doc_desc: "'01", doc_rev: '1E+10', language: 'sep=;' },
  { doc_num: '_x0041_7', doc_desc: '_x000D_ & &amp; <b>', doc_rev: '12-May', language: null },
  { doc_num: 'A\u00a0–\u00a0\u200b9', doc_desc: 'a\u200bb\u2060', doc_rev: 'Ⅳ', language: 'EN' },
];

test.each(['.csv', '.xlsx'])(
  'what is exported to %s and imported again changes nothing',
  async (kind) => {
    const library = await startLibrary(onTestFinished, {
      entries: awkward,
      files: { '007_DE_1e5.pdf': 'x' },
    });
    const file = path.join(await temporaryFolder(onTestFinished), `out${kind}`);
    await writeSpreadsheet(file, exportRows(library.db));
    const sheet = await readSpreadsheet(file);
    expect(sheet[0]?.cells).toEqual([
      'customer',
      'doc_num',
      'doc_desc',
      'doc_rev',
      'language',
      'issued_on',
      'kind',
      'amends',
      'valid_from',
      'usable_until',
      'confirmed_on',
      'withdrawn_on',
      'reason',
      'revision_status',
      'id',
      'status',
      'created_at',
      'created_by_user',
      'modified_at',
      'modified_by_user',
    ]);
    expect(sheet.slice(1).map(({ cells }) => [cells[1], cells[15]])).toEqual(
      expect.arrayContaining([
        ['007', 'checking'],
        ['=1+1', 'no_file'],
      ]) as unknown,
    );
    const report = await importRows(library.library, sheet, change);
    expect(report).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: awkward.length,
      refused: [],
      written: true,
    });
    expect(await readdir(path.dirname(file))).toEqual([`out${kind}`]); // no temporary file is left
  },
);

test.skipIf(isOnPostgres)(
  'no cell of an export is a formula in the program that opens it',
  async () => {
    const library = await startLibrary(onTestFinished, { entries: awkward });
    const file = path.join(await temporaryFolder(onTestFinished), 'out.csv');
    await writeSpreadsheet(file, exportRows(library.db));
    const cells = (await readFile(file, 'utf8')).split(/[\r\n]+|,/);
    expect(cells.filter((cell) => /^"?[=+\-@\t]/.test(cell))).toEqual([]);
  },
);

test.skipIf(isOnPostgres)(
  'cells that a spreadsheet turned into dates are refused, numbers are taken as written',
  async () => {
    const library = await startLibrary(onTestFinished);
    const file = path.join(await temporaryFolder(onTestFinished), 'list.xlsx');
    const text = (value: string) => ({ value, type: String });
    await writeXlsx([
      header.split(',').map(text),
      [text('A'), { value: 4711, type: Number }, null, { value: 2, type: Number }, text('EN')],
      [
        text('A'),
        text('N'),
        text('d'),
        { value: new Date('2026-03-04'), type: Date, format: 'dd.mm.yyyy' },
        null,
      ],
    ]).toFile(file);
    const report = await importRows(library.library, await readSpreadsheet(file), {
      ...change,
      keepGoing: true,
    });
    expect(report.refused).toEqual([
      { row: 3, reason: 'The Revision is a date in the spreadsheet; format the cell as text.' },
    ]);
    expect(await entriesOf(library)).toEqual([['A', '4711', '', '2', 'EN']]);
  },
);

test.skipIf(isOnPostgres)('files that are no spreadsheets are refused in words', async () => {
  await expect(readSpreadsheet(await fileOf('a.xlsx', 'not a zip'))).rejects.toThrow(
    'a.xlsx cannot be read: it is not an XLSX workbook, or it is damaged.',
  );
  await expect(readSpreadsheet(await fileOf('a.csv', `${header}\nA,"N,x`))).rejects.toThrow(
    /^a\.csv cannot be read: Quote Not Closed/,
  );
  await expect(readSpreadsheet(await fileOf('a.txt', header))).rejects.toThrow(
    'is neither a .csv nor an .xlsx file.',
  );
  const folder = await temporaryFolder(onTestFinished);
  const missing = path.join(folder, 'list.csv');
  await expect(readSpreadsheet(missing)).rejects.toThrow(`${missing} not found.`);
  await mkdir(missing);
  await expect(readSpreadsheet(missing)).rejects.toThrow(
    'list.csv cannot be read: it is a folder.',
  );
  for (const [name, text] of [
    ['a.csv', ''],
    ['a.xlsx', ''],
    ['b.csv', '\uFEFF\r\n\r\n'],
  ] as const) {
    await expect(readSpreadsheet(await fileOf(name, text))).rejects.toThrow(
      `${name} is empty. Choose another file.`,
    );
  }
  await expect(readSpreadsheet('/nowhere/a.csv')).rejects.toMatchObject({ code: 'not_found' });
});
