import type { Static } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import type { listRevisions, listRevisionStatuses } from '#contract/revisions.ts';
import { startReading } from '../../../test/harness.ts';
import { changeLibrary } from '../../changes/change.ts';
import { factsOf } from '../documents.ts';
import { saveEntries } from '../entries.ts';

type Revisions = Static<typeof listRevisions.response>;
type Statuses = Static<typeof listRevisionStatuses.response>;
type Reading = Awaited<ReturnType<typeof startReading>>;

const api = '/vue-egd-lib/api';

function addressOf(query: Record<string, string>): string {
  return `${api}/revisions?${new URLSearchParams(query).toString()}`;
}

async function revisionsOf(library: Reading, query: Record<string, string>): Promise<Revisions> {
  const answer = await library.get(addressOf({ customer: 'Aurora Motors', ...query }));
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  return answer.json<Revisions>();
}

test('the revisions of a standard are listed newest first, whatever signs and capitals are asked for', async () => {
  const library = await startReading(onTestFinished, {
    entries: [
      { doc_num: 'TL 524-40', doc_rev: 'B', doc_desc: 'Zinc' },
      { doc_num: 'TL 524-40', doc_rev: 'AA', doc_desc: 'Zinc and nickel' },
      { doc_num: 'TL 52440', doc_rev: '-', language: 'en' },
      { doc_num: 'TL 524-40', doc_rev: 'C', language: 'DE' },
      { doc_num: 'TL 524-40-A', doc_rev: 'D' },
      { customer: 'Boreal Air', doc_num: 'TL 524-40', doc_rev: 'AA' },
    ],
    files: { 'TL 524-40_EN_B.pdf': '%PDF' },
  });
  await library.db
    .updateTable('documents')
    .set({ issued_on: '2019-06-01' })
    .where('doc_rev', '=', 'B')
    .execute();
  const today = new Date().toISOString().slice(0, 10);
  const asked = await revisionsOf(library, { doc_num: 'tl52440', language: 'En' });
  expect(asked).toMatchObject({
    data: [
      { doc_rev: 'AA', status: 'latest', superseded_by: null, superseded_on: null },
      { doc_rev: 'B', status: 'superseded', superseded_by: 'AA', superseded_on: today },
      { doc_rev: '-', status: 'superseded', superseded_by: 'B', superseded_on: '2019-06-01' },
    ],
    notice: null,
    is_order_sure: true,
  });
  expect(asked.data.map((one) => [one.doc_num, one.language, one.has_file])).toEqual([
    ['TL 524-40', 'EN', false],
    ['TL 524-40', 'EN', true],
    ['TL 52440', 'en', false],
  ]);
  expect(asked.data[1]).toEqual({
    doc_rev: 'B',
    status: 'superseded',
    kind: 'edition',
    amends: null,
    ...factsOf({ issued_on: '2019-06-01' }),
    missing: null,
    question: null,
    superseded_by: 'AA',
    superseded_on: today,
    has_file: true,
    doc_num: 'TL 524-40',
    language: 'EN',
    doc_desc: 'Zinc',
    document_id: 1,
  });
});

test('entries without a language are a standard of their own', async () => {
  const library = await startReading(onTestFinished, {
    entries: [{ language: null }, { language: null, doc_rev: '2' }, { language: 'EN' }],
  });
  for (const language of [{}, { language: '' }, { language: '-' }] as Record<string, string>[]) {
    const { data } = await revisionsOf(library, { doc_num: 'AM-1', ...language });
    expect(data.map(({ doc_rev, status }) => [doc_rev, status])).toEqual([
      ['2', 'latest'],
      ['1', 'superseded'],
    ]);
  }
});

test('revisions that cannot be compared are all unsure, in the order they were added', async () => {
  const library = await startReading(onTestFinished, {
    entries: [{ doc_rev: '2009-04' }, { doc_rev: 'A' }, { doc_rev: 'B' }],
  });
  const { data, is_order_sure } = await revisionsOf(library, { doc_num: 'AM-1', language: 'EN' });
  expect(is_order_sure).toBe(false);
  expect(data.map((one) => [one.doc_rev, one.status, one.superseded_by])).toEqual([
    ['B', 'unsure', null],
    ['A', 'unsure', null],
    ['2009-04', 'unsure', null],
  ]);
});

async function issue(library: Reading, days: Record<string, string>): Promise<void> {
  await changeLibrary(library.library, { user: 'jsmith' }, async (tx, change) => {
    const entries = Object.entries(days).map(([doc_rev, issued_on]) => ({
      customer: 'Aurora Motors',
      doc_num: 'AM-1',
      language: 'EN',
      doc_desc: 'Zinc',
      doc_rev,
      issued_on,
    }));
    await saveEntries(tx, entries, change);
  });
}

test('days of issue that contradict the names make the order unsure, and correct ones sure again', async () => {
  const library = await startReading(onTestFinished, {
    entries: [{ doc_rev: 'A' }, { doc_rev: 'B' }, { doc_rev: 'C' }],
  });
  const shown = async () => {
    const asked = await revisionsOf(library, { doc_num: 'AM-1', language: 'EN' });
    const rows = asked.data.map((one) => [one.doc_rev, one.status, one.superseded_on].join(' '));
    return [rows, asked.is_order_sure, asked.order_by];
  };
  await issue(library, { A: '2021-01-01', B: '2019-01-01' });
  expect(await shown()).toEqual([['C unsure ', 'B unsure ', 'A unsure '], false, 'names']);
  await issue(library, { A: '2018-01-01', C: '2020-01-01' });
  expect(await shown()).toEqual([
    ['C latest ', 'B superseded 2020-01-01', 'A superseded 2019-01-01'],
    true,
    'names',
  ]);
});

test('no revision is superseded before it was issued', async () => {
  const library = await startReading(onTestFinished, {
    entries: [{ doc_rev: 'A' }, { doc_rev: 'B' }],
  });
  const today = new Date().toISOString().slice(0, 10);
  const supersededOn = async () => {
    const { data } = await revisionsOf(library, { doc_num: 'AM-1', language: 'EN' });
    return data.map((one) => [one.doc_rev, one.superseded_by, one.superseded_on]);
  };
  await issue(library, { A: today });
  expect((await supersededOn())[1]).toEqual(['A', 'B', today]);
  await issue(library, { A: '2199-01-01' });
  expect((await supersededOn())[1]).toEqual(['A', 'B', null]);
});

test('customers and standards that are not there get an error in words', async () => {
  const library = await startReading(onTestFinished, { entries: [{}] });
  const messages = [
    { customer: 'Nobody', doc_num: 'AM-1' },
    { customer: 'Aurora Motors', doc_num: 'AM-1' },
    { customer: 'aurora motors', doc_num: 'AM-2', language: 'EN' },
  ].map(async (query) => {
    const answer = await library.get(addressOf(query));
    return [answer.statusCode, answer.json<{ message: string }>().message];
  });
  expect(await Promise.all(messages)).toEqual([
    [404, 'Customer "Nobody" not found.'],
    [404, 'Aurora Motors has no standard number "AM-1" in language -.'],
    [404, 'Aurora Motors has no standard number "AM-2" in language EN.'],
  ]);
  const statuses = await library.get(`${api}/revisions/statuses?customer=Nobody`);
  expect(statuses.statusCode).toBe(404);
});

test('a customer’s entries that are not the latest are listed, and sent once', async () => {
  const library = await startReading(onTestFinished, {
    entries: [
      { doc_rev: '1' },
      { doc_rev: '2' },
      { doc_num: 'AM-2', doc_rev: 'A', language: null },
      { doc_num: 'AM-2', doc_rev: '1', language: null },
      { customer: 'Boreal Air', doc_rev: '1' },
    ],
  });
  const address = `${api}/revisions/statuses?customer=aurora%20motors`;
  const first = await library.get(address);
  expect(first.json<Statuses>()).toEqual({
    beside: [],
    superseded: [{ doc_num: 'AM-1', language: 'EN', doc_rev: '1' }],
    draft: [],
    withdrawn: [],
    unsure: [
      { doc_num: 'AM-2', language: null, doc_rev: '1' },
      { doc_num: 'AM-2', language: null, doc_rev: 'A' },
    ],
  });
  const etag = String(first.headers.etag);
  expect((await library.get(address, { 'if-none-match': etag })).statusCode).toBe(304);
  await library.add({ doc_rev: '3' });
  const next = await library.get(address, { 'if-none-match': etag });
  expect(next.json<Statuses>().superseded).toEqual([
    { doc_num: 'AM-1', language: 'EN', doc_rev: '1' },
    { doc_num: 'AM-1', language: 'EN', doc_rev: '2' },
  ]);
});

test('an amendment is in force beside its edition, and a draft never is', async () => {
  const library = await startReading(onTestFinished, {
    entries: [
      '2010',
      '2015',
      '2015/Amd 1:2021',
      '2015/Cor 1:2016',
      '2010/Cor 1:2012',
      'DIS 2024',
    ].map((doc_rev) => ({
      doc_rev,
    })),
  });
  const shown = async () => {
    const asked = await revisionsOf(library, { doc_num: 'AM-1', language: 'EN' });
    expect(asked.is_order_sure).toBe(true);
    return asked.data.map((one) =>
      [one.doc_rev, one.status, one.kind, one.amends, one.superseded_by].join(' '),
    );
  };
  const before = [
    '2015 latest edition  ',
    '2015/Amd 1:2021 latest beside 2015 ',
    '2015/Cor 1:2016 latest beside 2015 ',
    '2010 superseded edition  2015',
    '2010/Cor 1:2012 superseded beside 2010 2015',
    'DIS 2024 draft draft  ',
  ];
  expect(await shown()).toEqual(before);
  await library.add({ doc_rev: '2024' });
  expect(await shown()).toEqual([
    '2024 latest edition  ',
    '2015 superseded edition  2024',
    '2015/Amd 1:2021 superseded beside 2015 2024',
    '2015/Cor 1:2016 superseded beside 2015 2024',
    '2010 superseded edition  2015',
    '2010/Cor 1:2012 superseded beside 2010 2015',
    'DIS 2024 draft draft  ',
  ]);
});

test('a newer revision in another language is said only where it surely is newer', async () => {
  const library = await startReading(onTestFinished, {
    entries: [
      { language: 'DE', doc_rev: '2017' },
      { language: 'EN', doc_rev: '2017' },
      { language: 'EN', doc_rev: '2023' },
      { language: 'FR', doc_rev: 'B' },
    ],
  });
  const newer = async (language: string) =>
    (await revisionsOf(library, { doc_num: 'AM-1', language })).newer_elsewhere;
  expect(await newer('DE')).toEqual([{ doc_num: 'AM-1', language: 'EN', doc_rev: '2023' }]);
  expect(await newer('EN')).toEqual([]);
  expect(await newer('FR')).toEqual([]);
});
