import type { Static } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import { type Arrangement, defaultArrangement } from '#contract/arrangement.ts';
import type { ManagedDocument } from '#contract/editing.ts';
import type { ManagedFile } from '#contract/files.ts';
import type { viewDocuments } from '#contract/views.ts';
import { randomNumbersFrom } from '../../../test/random.ts';
import { startManaging } from '../../../test/harness.ts';
import { documentKind } from '../../../web/screens/console/state/document-rows.ts';
import { fileKind } from '../../../web/screens/console/state/file-rows.ts';
import { type GridKind, RowStore } from '../../../web/screens/console/rows/row-store.ts';
import { endJob, startJob } from '../../jobs/jobs.ts';
import { zoneClock } from './zone-clock.ts';

type Managing = Awaited<ReturnType<typeof startManaging>>;
type Window = Static<typeof viewDocuments.response>;

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

async function windowOf(
  library: Managing,
  asked: Partial<Arrangement> & {
    sheet?: string;
    view?: string;
    from?: number;
    count?: number;
  } = {},
): Promise<Window> {
  const { sheet = 'documents', view = null, from = 0, count = 500, ...arrangement } = asked;
  const answer = await library.post(`${sheet}/view`, {
    ...(sheet === 'documents' ? { customer_id: null } : {}),
    arrangement: { ...defaultArrangement, ...arrangement },
    zone,
    view,
    from,
    count,
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Window>();
}

/** A search makes the server read the sheet, which it need not for all rows in their order. */
const indexed = { search: 'e' };

/** What a console shows that holds all rows itself. */
function arrangedInBrowser<Row extends { id: number }, Field extends string>(
  kind: GridKind<Row, Field>,
  rows: readonly Row[],
  arrangement: Partial<Arrangement>,
): number[] {
  const store = new RowStore<Row, Field>({ ...kind, send: async () => [] });
  store.apply(rows);
  store.arrange({ ...defaultArrangement, ...arrangement });
  return store.snapshot().rows.flatMap(({ saved }) => saved?.id ?? []);
}

const numbers = [
  'AM-2',
  'am-10',
  'ÄM 7',
  'AM-07',
  'NV 50180',
  'B/7',
  'Straße 4',
  'K-1',
  'x_y',
  '#9',
];
const words = [
  'Zinc plating',
  'É́clat',
  'zinc PLATING 12',
  '(draft) 100 %',
  'ΣΊΣΥΦΟΣ',
  'naïve',
  '',
  'Zn 2',
];

function manyEntries(count: number) {
  const random = randomNumbersFrom(7);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  return Array.from({ length: count }, (_, at) => ({
    customer: pick(['Aurora Motors', 'ärger AG', 'Boreal Air 10', 'Boreal Air 9']),
    doc_num: `${pick(numbers)}.${at}`,
    doc_desc: pick(words),
    language: pick(['EN', 'de', null]),
    doc_rev: pick(['1', '2', '10', 'A', '2019-04']),
  }));
}

const asked: Partial<Arrangement>[] = [
  {},
  { search: 'zinc' },
  { search: 'ZINC  am-0' },
  { search: 'σίσυφος' },
  { search: 'é' },
  { search: 'strasse' },
  { search: 'straße' },
  { search: '%' },
  { search: '20' },
  { search: ':' },
  { search: 'jsmith boreal' },
  { search: 'no file' },
  { filters: { doc_num: ' am-0 ', doc_desc: '' } },
  { filters: { language: '-' } },
  { filters: { customer: 'Air 1', doc_rev: '1' } },
  { filters: { modified: '-1' } },
  { filters: { modified: '0 jsm' } },
  { filters: { status: 'No file' } },
  ...['customer', 'doc_num', 'doc_desc', 'language', 'doc_rev', 'status', 'modified'].flatMap(
    (column) => [
      { sort: { column, descending: false } },
      { sort: { column, descending: true }, search: 'a' },
      {
        sort: {
          column: 'language',
          descending: true,
          thenBy: [
            { column, descending: false },
            { column: 'doc_rev', descending: true },
          ],
        },
      },
    ],
  ),
];

test('the server arranges standard numbers as a browser does that holds all of them', async () => {
  const library = await startManaging(onTestFinished, { entries: manyEntries(400) });
  await library.db
    .updateTable('documents')
    .set({ modified_at: '2026-03-29T00:59:59.000Z' })
    .where('doc_rev', '=', '2')
    .execute();
  const { data } = await library.read<{ data: ManagedDocument[] }>('documents');
  const kind = documentKind(() => true);
  for (const arrangement of asked) {
    const { data: rows } = await windowOf(library, arrangement);
    const shown = rows.map(({ id }) => id);
    const inBrowser = arrangedInBrowser(kind, data, arrangement);
    expect({ arrangement, shown }).toEqual({ arrangement, shown: inBrowser });
  }
});

test('the server arranges files as a browser does that holds all of them', async () => {
  const names = ['AM-1_EN_1', 'AM-2_-_B', 'am-10_EN_1', 'BA-7 DE rev 4', 'Notes', 'AM-07_EN_1'];
  const library = await startManaging(onTestFinished, {
    entries: [{}, { doc_num: 'AM-2', language: null, doc_rev: 'B' }, { customer: 'Boreal Air' }],
    files: Object.fromEntries(names.map((name) => [`${name}.pdf`, '%PDF-1.7'])),
  });
  const { data, total } = await library.read<{ data: ManagedFile[]; total: number }>('files');
  expect(total).toBe(names.length);
  const columns = ['path', 'verdict', 'pages', 'title', 'customers', 'modified'];
  for (const arrangement of [
    ...columns.map((column) => ({ sort: { column, descending: true } })),
    { filters: { verdict: 'Matched' } },
    { filters: { customers: 'aurora motors, boreal' } },
    { search: 'am-1' },
  ]) {
    const { data: rows, counts } = await windowOf(library, { sheet: 'files', ...arrangement });
    const shown = rows.map(({ id }) => id);
    const inBrowser = arrangedInBrowser(fileKind, data, arrangement);
    expect({ arrangement, shown }).toEqual({ arrangement, shown: inBrowser });
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(names.length);
  }
});

test('a view knows what was added, changed, moved, deleted and put back', async () => {
  const library = await startManaging(onTestFinished, { entries: manyEntries(50) });
  const numbersFound = async (arrangement: Partial<Arrangement>) =>
    (await windowOf(library, arrangement)).data.map(({ doc_num }) => doc_num);
  const byNumber = { sort: { column: 'doc_num', descending: false }, search: 'new' };
  expect(await numbersFound(byNumber)).toEqual([]);

  await library.add({ doc_num: 'N-10', doc_desc: 'new' }, { doc_num: 'N-9', doc_desc: 'new' });
  expect(await numbersFound(byNumber)).toEqual(['N-9', 'N-10']);

  const [ten] = (await windowOf(library, { search: 'N-10' })).data;
  const changed = { ...ten, doc_num: 'N-1', customer: 'ärger AG' };
  const saved = await library.post('documents/save', { rows: [changed] });
  expect(saved.json()).toMatchObject({ results: [{ outcome: 'saved' }] });
  expect(await numbersFound(byNumber)).toEqual(['N-1', 'N-9']);
  expect(await numbersFound({ filters: { customer: 'ärger' }, search: 'new' })).toEqual(['N-1']);

  const seen = { id: ten?.id, version: 2 };
  const deleted = await library.post('documents/delete', { rows: [seen] });
  expect(await numbersFound(byNumber)).toEqual(['N-9']);
  const { change_id } = deleted.json<{ change_id: string }>();
  await library.post('take-back', { change_id });
  expect(await numbersFound(byNumber)).toEqual(['N-1', 'N-9']);
  expect(await numbersFound({ search: 'new' })).toEqual(['N-1', 'N-9']);
});

test('windows of one view fit together although rows change, until one of them is gone', async () => {
  const library = await startManaging(onTestFinished, { entries: manyEntries(60) });
  const byNumber = { ...indexed, sort: { column: 'doc_num', descending: false }, count: 20 };
  const first = await windowOf(library, byNumber);
  await library.add({ doc_num: '#0', doc_desc: 'before all others' });
  const [moved] = first.data;
  await library.post('documents/save', { rows: [{ ...moved, doc_num: 'zzz' }] });

  const same = await windowOf(library, { ...byNumber, view: first.view });
  expect(same.data.map(({ id }) => id)).toEqual(first.data.map(({ id }) => id));
  expect(same.data[0]?.doc_num).toBe('zzz');
  const fresh = await windowOf(library, byNumber);
  expect(fresh.view).not.toBe(first.view);
  expect([fresh.found, fresh.data[0]?.doc_num]).toEqual([first.found + 1, '#0']);

  const gone = first.data[1];
  await library.post('documents/delete', { rows: [{ id: gone?.id, version: gone?.version }] });
  const renewed = await windowOf(library, { ...byNumber, view: first.view });
  expect(renewed.view).not.toBe(first.view);
  expect(renewed.found).toBe(first.found);
});

test('while a job writes, the first rows do not wait for the sheet', async () => {
  const library = await startManaging(onTestFinished, { entries: manyEntries(30) });
  const found = await windowOf(library, { search: 'AM' });
  const job = { kind: 'import', by_user: 'anna', file_name: 'list.csv' } as const;
  const { id } = await startJob(library.library, job);
  const first = await windowOf(library, { count: 5 });
  expect(first).toMatchObject({ view: 'all', found: 30, total: 30 });
  expect(first.data.map((row) => row.id)).toEqual([1, 2, 3, 4, 5]);
  await endJob(library.library, id, { state: 'done' });
  const next = await windowOf(library, { count: 5 });
  expect([next.view.slice(0, 36), next.found]).toEqual([found.view.slice(0, 36), 30]);
});

test('the first rows come before the sheet is read, and then the view is a kept one', async () => {
  const library = await startManaging(onTestFinished, { entries: manyEntries(30) });
  const first = await windowOf(library, { from: 10, count: 5 });
  expect(first).toMatchObject({ view: 'all', found: 30, total: 30 });
  expect(first.data.map(({ id }) => id)).toEqual([11, 12, 13, 14, 15]);
  await windowOf(library, indexed);
  const next = await windowOf(library, { from: 15, count: 5, view: first.view });
  expect(next.view).not.toBe('all');
  expect(next.data.map(({ id }) => id)).toEqual([16, 17, 18, 19, 20]);
});

test('a zone shows days and times as its clocks do, also when they are changed', () => {
  const times = [
    '2026-03-29T00:59:59Z',
    '2026-03-29T01:00:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
    '2026-12-31T23:59:00Z',
  ];
  for (const timeZone of ['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'UTC']) {
    const clock = zoneClock(timeZone);
    const format = new Intl.DateTimeFormat('sv', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    for (const time of times) {
      const minute = clock.minuteOf(Date.parse(time));
      const day = Math.floor(minute / 1440);
      const shown = `${clock.dayText(day)} ${clock.timeText(minute - day * 1440)}`;
      expect({ timeZone, time, shown }).toEqual({
        timeZone,
        time,
        shown: format.format(Date.parse(time)),
      });
    }
  }
  expect(zoneClock('Nowhere/None').minuteOf(60_000)).toBe(1);
});

test('a large sheet is filtered and sorted by day of issue and by what is the latest', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{ doc_rev: '1' }, { doc_rev: '2' }, { doc_num: 'AM-2' }],
  });
  for (const [id, issued_on] of [
    [1, '2019-03-01'],
    [2, '2026-11-14'],
  ] as const) {
    await library.db.updateTable('documents').set({ issued_on }).where('id', '=', id).execute();
  }
  const idsOf = async (arrangement: Partial<Arrangement>) => {
    const { data } = await windowOf(library, { ...indexed, ...arrangement });
    return data.map(({ id }) => id);
  };
  expect(await idsOf({ filters: { revision_status: 'super' } })).toEqual([1]);
  expect(await idsOf({ filters: { issued_on: '2019-' } })).toEqual([1]);
  expect(await idsOf({ sort: { column: 'issued_on', descending: true } })).toEqual([2, 1, 3]);
  // A new revision makes another one of the sheet superseded.
  await library.add({ doc_rev: '3' });
  expect(await idsOf({ filters: { revision_status: 'super' } })).toEqual([1, 2]);
});
