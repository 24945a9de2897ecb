import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOnPostgres } from '../../test/databases.ts';
import { startLibrary, temporaryFolder, type TestLibrary } from '../../test/harness.ts';
import { revisionFacts } from '#contract/revision-words.ts';
import { changeLibrary } from '../changes/change.ts';
import { auditLinesOf, lastAuditId } from '../changes/trail.ts';
import { exportRows } from '../exports/export.ts';
import { readSpreadsheet, writeSpreadsheet } from '../spreadsheet/spreadsheet.ts';
import { type ImportOptions, importRows } from './import.ts';
import { factsOf } from '../catalogue/documents.ts';
import { sayNotice } from '../catalogue/standards/statements.ts';
import { undoLines } from '../undo/catalogue.ts';

const header = 'customer,doc_num,doc_desc,doc_rev,language';

async function importText(
  library: TestLibrary,
  lines: string[],
  options: Partial<ImportOptions> = {},
) {
  const file = path.join(await temporaryFolder(onTestFinished), 'list.csv');
  await writeFile(file, lines.join('\n'));
  return importRows(library.library, await readSpreadsheet(file), {
    user: 'librarian',
    ...options,
  });
}

/** Each entry with its day and status. */
async function entriesOf(library: TestLibrary): Promise<string[]> {
  const rows = await library.db
    .selectFrom('documents')
    .innerJoin('revisions', 'document_id', 'documents.id')
    .select(['doc_num', 'doc_rev', 'issued_on', 'status'])
    .orderBy('documents.id')
    .execute();
  return rows.map((row) => [row.doc_num, row.doc_rev, row.issued_on ?? '-', row.status].join(' '));
}

test('a sheet brings days of issue and withdraws standards, also new ones, and is undone as a whole', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [{ doc_rev: '1' }, { doc_rev: '2' }, { doc_num: 'AM-2' }],
  });
  const before = await entriesOf(library);
  const report = await importText(library, [
    'Kunde;Nummer;Titel;Revision;Sprache;Ausgabedatum;Status',
    'Aurora Motors;AM-1;Zinc plating of steel parts;1;EN;14.11.2019;superseded',
    'Aurora Motors;AM-1;Zinc plating of steel parts;2;EN;2026-11-14;Withdrawn',
    'Aurora Motors;AM-2;Zinc plating of steel parts;1;EN;;latest',
    'Boreal Air;BA-1;New;A;EN;;withdrawn',
  ]);
  expect(report).toMatchObject({ added: 1, changed: 2, unchanged: 1, refused: [], written: true });
  expect(report.warnings).toEqual([
    { row: 3, warning: 'This row withdraws AM-1 with all its revisions.' },
    { row: 5, warning: 'This row withdraws BA-1 with all its revisions.' },
  ]);
  expect(await entriesOf(library)).toEqual([
    'AM-1 1 2019-11-14 withdrawn',
    'AM-1 2 2026-11-14 withdrawn',
    'AM-2 1 - latest',
    'BA-1 A - withdrawn',
  ]);
  await changeLibrary(library.library, { user: 'librarian' }, async (tx, change) =>
    undoLines(tx, await auditLinesOf(tx, report.change_id ?? ''), new Set(), change),
  );
  expect(await entriesOf(library)).toEqual(before);
});

test('an export that is imported back changes nothing, in either format', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [
      { doc_rev: '1' },
      { doc_rev: '2' },
      { doc_num: 'AM-2', doc_rev: 'A', language: null },
      { doc_num: 'AM-2', doc_rev: '1', language: null },
      { doc_num: 'AM-3' },
      { doc_num: 'AM-4' },
    ],
  });
  await library.db
    .updateTable('documents')
    .set({ issued_on: '2020-02-29' })
    .where('id', '=', 2)
    .execute();
  const replaced_by = { customer: 'Aurora Motors', doc_num: 'AM-1', language: 'EN' };
  const notice = { on: '2026-01-01', remark: 'why', replaced_by };
  for (const [document_id, kind] of [
    [5, 'withdrawn'],
    [6, 'replaced'],
  ] as const) {
    await changeLibrary(library.library, { user: 'librarian' }, (tx, change) =>
      sayNotice(tx, { document_id, notice: { ...notice, kind } }, change),
    );
  }
  const last = await lastAuditId(library.db);
  for (const name of ['all.csv', 'all.xlsx']) {
    const file = path.join(await temporaryFolder(onTestFinished), name);
    await writeSpreadsheet(file, exportRows(library.db));
    const sheet = await readSpreadsheet(file);
    expect(sheet[0]?.cells.slice(12, 16)).toEqual(['reason', 'revision_status', 'id', 'status']);
    const report = await importRows(library.library, sheet, { user: 'librarian' });
    expect(report).toMatchObject({
      unchanged: 6,
      changed: 0,
      refused: [],
      warnings: [],
      change_id: null,
    });
  }
  expect(await lastAuditId(library.db)).toBe(last);
});

test('a sheet without the columns, and one with the status of files, clear nothing', async () => {
  const library = await startLibrary(onTestFinished, { entries: [{}] });
  await importText(library, [
    `${header},issued,status`,
    'Aurora Motors,AM-1,x,1,EN,2020-02-29,withdrawn',
  ]);
  const entries = ['AM-1 1 2020-02-29 withdrawn'];
  expect(await entriesOf(library)).toEqual(entries);
  await importText(library, [header, 'Aurora Motors,AM-1,y,1,EN']);
  expect(await entriesOf(library)).toEqual(entries);
  // As exports of earlier versions had it.
  const old = await importText(library, [
    `${header},id,status`,
    'Aurora Motors,AM-1,z,1,EN,1,no_file',
  ]);
  expect(old).toMatchObject({ changed: 1, warnings: [] });
  expect(await entriesOf(library)).toEqual(entries);
  const renamed = await importText(library, [`id,${header}`, '1,Aurora Motors,AM-1,z,2,EN']);
  expect(renamed).toMatchObject({ renamed: 1 });
  expect(await entriesOf(library)).toEqual(['AM-1 2 2020-02-29 withdrawn']);
});

test('only the word latest undoes a withdrawal, an empty day clears one, and both are reported', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [{ doc_rev: '1' }, { doc_rev: '2' }],
  });
  const sheet = (first: string, second: string, day = '2020-02-29') => [
    `${header},issued_on,revision_status`,
    `Aurora Motors,AM-1,x,1,EN,${day},${first}`,
    `Aurora Motors,AM-1,x,2,EN,,${second}`,
  ];
  await importText(library, sheet('withdrawn', 'withdrawn'));
  for (const words of [
    ['superseded', ''],
    ['', ''],
    ['order unsure', 'unsure'],
  ] as [string, string][]) {
    expect(await importText(library, sheet(...words))).toMatchObject({ change_id: null });
  }
  const lifted = await importText(library, sheet('superseded', 'Latest', ''));
  expect(lifted.warnings).toEqual([
    { row: 2, warning: 'This row clears the day of issue, 2020-02-29.' },
    { row: 3, warning: 'This row ends the withdrawal of AM-1.' },
  ]);
  expect(await entriesOf(library)).toEqual(['AM-1 1 - superseded', 'AM-1 2 - latest']);
});

test.skipIf(isOnPostgres)(
  'what contradicts itself, is no day or is unknown is reported row by row',
  async () => {
    const library = await startLibrary(onTestFinished, { entries: [{}] });
    const before = await entriesOf(library);
    const report = await importText(library, [
      `${header},issued_on,status`,
      'Aurora Motors,AM-1,x,1,EN,,withdrawn',
      'Aurora Motors,AM 1,x,2,en,,latest',
      'Aurora Motors,AM-2,x,1,EN,2019-06,latest',
      'Aurora Motors,AM-3,x,1,EN,31.02.2020,',
      'Aurora Motors,AM-4,x,1,EN,03/05/2026,',
      'Aurora Motors,AM-5,x,1,EN,,Active',
      'Aurora Motors,AM-6,x,1,EN,,active',
    ]);
    expect(report.refused).toEqual([
      {
        row: 3,
        reason:
          'The status is latest here and withdrawn in row 2. To withdraw one revision of AM 1, fill "Withdrawn on".',
      },
      { row: 4, reason: 'The day of issue "2019-06" is not a date. Write it like 2026-11-14.' },
      { row: 5, reason: 'The day of issue "31.02.2020" is not a date. Write it like 2026-11-14.' },
      {
        row: 6,
        reason:
          'The day of issue "03/05/2026" can be 2026-05-03 or 2026-03-05. Write one of these.',
      },
    ]);
    expect(report.warnings).toEqual([
      { row: 7, warning: 'The status "Active" has no effect: only withdrawn and latest have one.' },
    ]);
    expect(await entriesOf(library)).toEqual(before);
  },
);

test.skipIf(isOnPostgres)('a date of Excel is a day of issue', async () => {
  const library = await startLibrary(onTestFinished);
  const cells = ['Aurora Motors', 'AM-1', 'x', '1', 'EN'];
  const day = { because: 'is a date', day: '2026-11-14' };
  const report = await importRows(
    library.library,
    [
      { row: 1, cells: [...header.split(','), 'Issue date'] },
      { row: 2, cells: [...cells, day] },
    ],
    { user: 'librarian' },
  );
  expect(report).toMatchObject({ added: 1 });
  expect(await entriesOf(library)).toEqual(['AM-1 1 2026-11-14 latest']);
});

test('a large sheet withdraws new standards in its last portion, also the one that was only checked first', async () => {
  const library = await startLibrary(onTestFinished);
  const rows = Array.from(
    { length: 1500 },
    (_, at) => `Aurora Motors,AM-${at},x,1,EN,${at % 500 === 0 ? 'withdrawn' : 'latest'}`,
  );
  const report = await importText(library, [`${header},status`, ...rows]);
  expect(report).toMatchObject({ added: 1500, refused: [], written: true });
  const withdrawn = (await entriesOf(library)).filter((text) => text.endsWith('withdrawn'));
  expect(withdrawn).toEqual([
    'AM-0 1 - withdrawn',
    'AM-500 1 - withdrawn',
    'AM-1000 1 - withdrawn',
  ]);
});

test('a sheet brings kinds, bases and days under usual headings, and its export brings them back', async () => {
  const library = await startLibrary(onTestFinished, { entries: [{ doc_rev: '2015' }] });
  const lines = [
    'Kunde;Nummer;Titel;Revision;Sprache;Art der Revision;Ändert;Gültig ab;Gültig bis;Bestätigt am;Zurückgezogen am;Grund',
    'Aurora Motors;AM-1;Zinc plating of steel parts;2015;EN;Ausgabe;;01.02.2016;2029-12-31;1.3.2020;;Old  projects',
    'Aurora Motors;AM-1;Note;N1;EN;Änderung;2015;;;;;',
    'Aurora Motors;AM-1;Zinc;2023;EN;edition;;;;;2024-03-01;Wrong table',
    'Aurora Motors;AM-1;Zinc;2015/Amd 1:2021;EN;amendment;2015;;;;;',
  ];
  const report = await importText(library, lines);
  expect(report).toMatchObject({ added: 3, changed: 1, refused: [], written: true });
  const facts = () =>
    library.db
      .selectFrom('documents')
      .innerJoin('revisions', 'document_id', 'documents.id')
      .select(['doc_rev', 'status', 'kind', ...revisionFacts])
      .orderBy('documents.id')
      .execute();
  const before = await facts();
  expect(before).toEqual([
    {
      ...factsOf({ valid_from: '2016-02-01', usable_until: '2029-12-31' }),
      confirmed_on: '2020-03-01',
      reason: 'Old projects',
      doc_rev: '2015',
      status: 'latest',
      kind: 'edition',
    },
    {
      ...factsOf({ stated_kind: 'beside', stated_amends: '2015' }),
      doc_rev: 'N1',
      status: 'latest',
      kind: 'beside',
    },
    {
      ...factsOf({ withdrawn_on: '2024-03-01', reason: 'Wrong table' }),
      doc_rev: '2023',
      status: 'withdrawn',
      kind: 'edition',
    },
    // Its label says it already.
    { ...factsOf({}), doc_rev: '2015/Amd 1:2021', status: 'latest', kind: 'beside' },
  ]);
  const file = path.join(await temporaryFolder(onTestFinished), 'out.csv');
  await writeSpreadsheet(file, exportRows(library.db));
  const again = await importRows(library.library, await readSpreadsheet(file), {
    user: 'librarian',
  });
  expect(again).toMatchObject({ unchanged: 4, changed: 0, refused: [], warnings: [] });
  // A sheet without these columns says nothing of them.
  await importText(library, [header, 'Aurora Motors,AM-1,Zinc,2015,EN']);
  expect(await facts()).toEqual(before);
  const refused = await importText(library, [
    `${header},kind,withdrawn_on`,
    'Aurora Motors,AM-1,Zinc,3,EN,drawing,2999-01-01',
    'Aurora Motors,AM-1,Zinc,4,EN,,03/05/2024',
  ]);
  expect(refused.refused.map(({ reason }) => reason)).toEqual([
    'Unknown kind "drawing". Kinds: edition, draft, amendment, consolidated, reaffirmed. "Withdrawn on" 2999-01-01 is in the future. Use "Usable until" until then.',
    'The day "Withdrawn on" "03/05/2024" can be 2024-05-03 or 2024-03-05. Write one of these.',
  ]);
});
