import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOnPostgres } from '../../test/databases.ts';
import { startLibrary, temporaryFolder, type TestLibrary } from '../../test/harness.ts';
import { readSpreadsheet } from '../spreadsheet/spreadsheet.ts';
import { type ImportOptions, importRows } from './import.ts';
import { columnChoiceOf } from './columns.ts';

const header = 'customer,doc_num,doc_desc,doc_rev,language';

async function importText(
  library: TestLibrary,
  text: string,
  options: Partial<ImportOptions> = {},
) {
  const file = path.join(await temporaryFolder(onTestFinished), 'list.csv');
  await writeFile(file, text);
  const sheet = await readSpreadsheet(file);
  return importRows(library.library, sheet, { user: 'librarian', ...options });
}

async function entriesOf(library: TestLibrary): Promise<string[]> {
  const rows = await library.db
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'customer_id')
    .select(['documents.id', 'name', 'doc_num', 'doc_desc', 'doc_rev', 'language'])
    .orderBy('documents.id')
    .execute();
  return rows.map((row) =>
    [row.id, row.name, row.doc_num, row.doc_desc, row.doc_rev, row.language ?? '-'].join(' | '),
  );
}

test.skipIf(isOnPostgres).each([
  ['the console', 'Customer,Standard Number,Description,Language,Revision,Upload Status'],
  ['an English office', 'Client Name,Doc. No.,Title,Lang,Issue,Remarks'],
  ['a German office', 'Kunde;Dokument-Nr.;Bezeichnung;Sprache;Änderungsindex;Bemerkung'],
])('the headings of %s are understood', async (_name, headings) => {
  const library = await startLibrary(onTestFinished);
  const separator = headings.includes(';') ? ';' : ',';
  const report = await importText(
    library,
    `${headings}\n${['A', 'N', 'd', 'DE', '1', 'x'].join(separator)}`,
  );
  expect(report).toMatchObject({ added: 1, written: true });
  expect(await entriesOf(library)).toEqual(['1 | A | N | d | 1 | DE']);
});

test.skipIf(isOnPostgres)(
  'a line sep=; and a title above the header are skipped, and rows have the numbers of the sheet',
  async () => {
    const library = await startLibrary(onTestFinished);
    const report = await importText(
      library,
      'sep=;\nStandards, as of 16 November;;;;\n\nKunde;Nummer;Titel;Rev;Sprache\nA;N;d, e, f, g, h, i;1;DE\nA;;d;1;DE\n',
      { keepGoing: true },
    );
    expect(report).toMatchObject({
      header_row: 3,
      added: 1,
      refused: [{ row: 5, reason: 'The standard number is missing.' }],
    });
    expect(await entriesOf(library)).toEqual(['1 | A | N | d, e, f, g, h, i | 1 | DE']);
  },
);

test('unknown headings are asked for, and remembered once they were used', async () => {
  const library = await startLibrary(onTestFinished);
  const list = 'Customer,Teil,Was,Rev,Language\nA,N,d,1,EN\n';
  const preview = await importText(library, list, { dryRun: true });
  expect(preview).toMatchObject({ missing: ['doc_num', 'doc_desc'], added: 0, written: false });
  await expect(importText(library, list)).rejects.toMatchObject({
    message:
      'The sheet lacks a column for: Standard Number, Description. ' +
      'Its headings: Customer, Teil, Was, Rev, Language.',
  });
  const columns = columnChoiceOf(['customer', 'doc_num', 'doc_desc', 'doc_rev', 'language']);
  expect(await importText(library, list, { columns })).toMatchObject({ added: 1, written: true });
  const next = await importText(library, 'WAS,Rev,Sprache,Teil.,Kunde\ne,2,EN,N,A\n');
  expect(next).toMatchObject({ missing: [], added: 1 });
  expect(await entriesOf(library)).toEqual(['1 | A | N | d | 1 | EN', '2 | A | N | e | 2 | EN']);
});

test('what Excel makes of numbers is reported row by row, and its errors are refused', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [
      { doc_num: '00123', doc_rev: '1.10' },
      { doc_num: 'N-1', doc_rev: '01' },
      { doc_num: '12-May', doc_rev: '1' },
    ],
  });
  const report = await importText(
    library,
    [
      header,
      'Aurora Motors,12-May,Zinc plating of steel parts,1,EN', // there already: it is called so
      'Aurora Motors,N-2,x,12-May,EN',
      'Aurora Motors,N-2,x,3. Mrz,EN',
      'Aurora Motors,1.2E+10,x,1,EN',
      'Aurora Motors,123,x,1,EN',
      'Aurora Motors,N-1,x,1,EN',
      'Aurora Motors,#N/A,x,1,EN',
      'Aurora Motors,N-9,#BEZUG!,1,EN',
    ].join('\n'),
    { dryRun: true },
  );
  expect(report.warnings).toEqual([
    { row: 3, warning: 'The revision 12-May looks like a date that Excel made of a number.' },
    { row: 4, warning: 'The revision 3. Mrz looks like a date that Excel made of a number.' },
    {
      row: 5,
      warning: 'The standard number 1.2E+10 looks like a long number that Excel shortened.',
    },
    { row: 6, warning: 'The standard number 123 is 00123 in the library: Excel drops zeros.' },
    { row: 7, warning: 'The revision 1 is 01 in the library: Excel drops zeros.' },
  ]);
  expect(report.refused).toEqual([
    { row: 8, reason: 'The Standard Number is #N/A, a spreadsheet error. Correct the cell.' },
    { row: 9, reason: 'The Description is #BEZUG!, a spreadsheet error. Correct the cell.' },
  ]);
});

test.skipIf(isOnPostgres)(
  'a sheet that has the number with its zeros has not lost them',
  async () => {
    const library = await startLibrary(onTestFinished, { entries: [{ doc_num: '0012' }] });
    const rows = ['Aurora Motors,0012,x,1,EN', 'Aurora Motors,12,x,1,EN'];
    const report = await importText(library, [header, ...rows].join('\n'), { dryRun: true });
    expect(report).toMatchObject({ added: 1, warnings: [] });
  },
);

test('with its id an entry is corrected; no second one is added beside it', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [
      { doc_num: 'AM-1' },
      { doc_num: 'AM-2', doc_rev: '1' },
      { doc_num: 'AM-2', doc_rev: '2' },
    ],
  });
  const report = await importText(
    library,
    [
      `id,${header}`,
      '1,Aurora Motors,AM-1001,Zinc plating of steel parts,1,EN',
      '2,Aurora Motors,AM-2,Zinc plating of steel parts,2,EN', // takes the place of the next one,
      '3,Aurora Motors,AM-2,thicker,3,EN', // which moves on
    ].join('\n'),
  );
  expect(report).toMatchObject({ added: 0, changed: 3, renamed: 3, refused: [], written: true });
  expect(report.changed_rows[0]).toMatchObject({
    doc_num: 'AM-1001',
    before: { customer: 'Aurora Motors', doc_num: 'AM-1', doc_rev: '1', language: 'EN' },
  });
  expect(await entriesOf(library)).toEqual([
    '1 | Aurora Motors | AM-1001 | Zinc plating of steel parts | 1 | EN',
    '2 | Aurora Motors | AM-2 | Zinc plating of steel parts | 2 | EN',
    '3 | Aurora Motors | AM-2 | thicker | 3 | EN',
  ]);
});

test('an id that cannot be right is reported, and changes nothing', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [
      { doc_num: 'AM-1' },
      { doc_num: 'AM-2' },
      { customer: 'Boreal Air', doc_num: 'BA-7' },
    ],
  });
  const before = await entriesOf(library);
  const report = await importText(
    library,
    [
      `id,${header}`,
      '99,Aurora Motors,AM-9,x,1,EN',
      '3,Aurora Motors,AM-8,x,1,EN',
      '1,Aurora Motors,AM-2,x,1,EN',
      'x,Aurora Motors,AM-4,x,1,EN',
      '2,Aurora Motors,AM-5,x,1,EN',
      '2,Aurora Motors,AM-6,x,1,EN',
    ].join('\n'),
  );
  expect(report.refused).toEqual([
    {
      row: 2,
      reason: 'The entry with the id 99 was deleted. Clear the id to add the row as a new entry.',
    },
    {
      row: 3,
      reason:
        'The id 3 belongs to BA-7, language EN, revision 1 of Boreal Air. ' +
        'Clear the id to add this row as a new entry.',
    },
    { row: 5, reason: 'The id "x" is not a number. Clear it to add a new entry.' },
    { row: 7, reason: 'This row has the id of row 6. Clear the id to add it as a new entry.' },
  ]);
  expect(await entriesOf(library)).toEqual(before);
});

test('two entries that would swap places are refused, as each blocks the other', async () => {
  const library = await startLibrary(onTestFinished, { entries: [{}, { doc_rev: '2' }] });
  const report = await importText(
    library,
    `id,${header}\n1,Aurora Motors,AM-1,x,2,EN\n2,Aurora Motors,AM-1,x,1,EN\n`,
  );
  expect(report.refused.map(({ reason }) => reason)).toEqual([
    'Aurora Motors already has AM-1, language EN, revision 2.',
    'Aurora Motors already has AM-1, language EN, revision 1.',
  ]);
});

test('a sheet that was written before someone else changed the entry says so', async () => {
  const library = await startLibrary(onTestFinished, { entries: [{}] });
  const report = await importText(
    library,
    `id,${header},modified_at\n1,Aurora Motors,AM-1,,1,EN,2020-01-01T10:00:00.000Z\n`,
    { dryRun: true },
  );
  expect(report.warnings).toEqual([
    { row: 2, warning: 'This row clears the description.' },
    { row: 2, warning: 'jsmith changed this entry after the export of the sheet.' },
  ]);
});

test('a preview lists what the library has of the customers of the sheet, and the sheet has not', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [
      { doc_num: 'AM-1' },
      { doc_num: 'AM-2' },
      { doc_num: 'AM-3' },
      { customer: 'Boreal Air', doc_num: 'BA-7' },
    ],
  });
  const rows = ['1,Aurora Motors,AM-1a,x,1,EN', ',aurora motors,AM-2,#N/A,1,EN'];
  const report = await importText(library, [`id,${header}`, ...rows].join('\n'), { dryRun: true });
  expect(report).toMatchObject({
    absent: [{ id: 3, version: 1, customer: 'Aurora Motors', doc_num: 'AM-3', doc_rev: '1' }],
    absent_count: 1,
    absent_customers: [{ customer: 'Aurora Motors', absent: 1, entries: 3 }],
  });
});

test('rows of a long sheet are compared with each other, however far apart they are', async () => {
  const library = await startLibrary(onTestFinished);
  const rows = Array.from({ length: 2100 }, (_, at) => `A,N-${at},Zinc plating,1,EN`);
  const more = ['A,N-0,Again,1,EN', 'B,n-1,Another number,1,EN', 'B,N-2,The same document,1,EN'];
  const text = [header, ...rows, ...more].join('\n');
  const report = await importText(library, text, { keepGoing: true });
  expect(report).toMatchObject({
    added: 2101,
    refused: [
      { row: 2102, reason: 'This row repeats row 2.' },
      {
        row: 2103,
        reason:
          'n-1, language EN, revision 1 would share the file n-1_EN_1.pdf with N-1, language EN, revision 1 of A.',
      },
    ],
  });
  const preview = await importText(library, text, { dryRun: true });
  expect(preview).toMatchObject({ added: 0, unchanged: 2101, refused_count: 2, absent_count: 0 });
});
