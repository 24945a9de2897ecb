import { expect, onTestFinished, test } from 'vitest';
import type { AuditEntry, HistoryChange } from '#contract/audit.ts';
import { entryOf, startManaging } from '../../test/harness.ts';
import { changeLibrary } from '../changes/change.ts';
import { saveEntries } from '../catalogue/entries.ts';
import type { ManagedDocument } from '#contract/editing.ts';

type History = { data: HistoryChange[]; next: number | null; people: string[] };
type Lines = { data: AuditEntry[]; more: boolean };
type Managed = Awaited<ReturnType<typeof startManaging>>;

const numbersIn = ({ data }: Pick<Lines, 'data'>) =>
  data.map(
    ({ after, before }) => (after ?? before)?.['doc_num'] ?? (after ?? before)?.['customer'],
  );

async function addMany(
  library: Managed,
  user: string,
  numbers: string[],
  customer = 'Aurora Motors',
) {
  return changeLibrary(library.library, { user }, (tx, change) =>
    saveEntries(
      tx,
      numbers.map((doc_num) => entryOf({ doc_num, customer })),
      change,
    ),
  );
}

async function renumber(library: Managed, from: string, to: string) {
  const { data } = await library.read<{ data: ManagedDocument[] }>('documents');
  const row = data.find(({ doc_num }) => doc_num === from);
  await library.post('documents/save', { rows: [{ ...row, doc_num: to }] });
}

test('a change of many lines is one in the history, and its lines are read in pages', async () => {
  const library = await startManaging(onTestFinished);
  await addMany(library, 'anna', ['A-1']);
  const many = Array.from({ length: 450 }, (_, at) => `B-${at}`);
  const { change_id } = await addMany(library, 'ben', many);
  await addMany(library, 'anna', ['C-1']);

  const history = await library.read<History>('history');
  expect(history.people).toEqual(['anna', 'ben']);
  expect(history.next).toBeNull();
  expect(history.data.map(({ user, lines }) => [user, lines])).toEqual([
    ['anna', 1],
    ['ben', 450],
    ['anna', 2], // and its customer
  ]);
  const first = await library.read<Lines>(`audit?change_id=${change_id}`);
  expect([first.data.length, first.more]).toEqual([100, true]);
  expect(numbersIn(first)[0]).toBe('B-449');
});

test('a change that others wrote into is listed once, and theirs are not skipped', async () => {
  const library = await startManaging(onTestFinished);
  const part = (from: number) => Array.from({ length: 250 }, (_, at) => `B-${from + at}`);
  const { change_id } = await addMany(library, 'ben', part(0));
  await addMany(library, 'anna', ['A-1']);
  await changeLibrary(library.library, { user: 'ben', change_id }, (tx, change) =>
    saveEntries(
      tx,
      part(250).map((doc_num) => entryOf({ doc_num })),
      change,
    ),
  );
  const { data } = await library.read<History>('history');
  expect(data.map(({ user, lines }) => [user, lines])).toEqual([
    ['ben', 501],
    ['anna', 1],
  ]);
});

test('the history goes on where its page ended', async () => {
  const library = await startManaging(onTestFinished);
  for (let at = 0; at < 53; at += 1) await addMany(library, 'anna', [`A-${at}`]);
  const first = await library.read<History>('history');
  const second = await library.read<History>(`history?before=${first.next}`);
  expect([first.data.length, second.data.length, second.next]).toEqual([50, 3, null]);
  expect(new Set([...first.data, ...second.data].map(({ change_id }) => change_id)).size).toBe(53);
});

test('it is filtered by person, action, time, customer and number', async () => {
  const library = await startManaging(onTestFinished);
  await addMany(library, 'anna', ['A-1', 'A-2']);
  await addMany(library, 'ben', ['X-1'], 'Boreal Air');
  library.pass(60_000);
  const later = new Date(library.library.now()).toISOString();
  library.pass(60_000);
  await renumber(library, 'A-1', 'A-100'); // by the librarian
  const numbers = async (query: string) => numbersIn(await library.read<Lines>(`audit?${query}`));

  expect(await numbers('user=ben')).toEqual(['X-1', 'Boreal Air']);
  expect(await numbers('action=changed')).toEqual(['A-100']);
  expect(await numbers(`from=${later}`)).toEqual(['A-100']);
  expect(await numbers(`to=${later}&user=anna`)).toEqual(['A-2', 'A-1', 'Aurora Motors']);
  expect(await numbers('customer_id=2')).toEqual(['X-1', 'Boreal Air']);
  // Under the number it has now, and under the one it had.
  for (const number of ['a 100', 'A-1']) {
    expect(await numbers(`doc_num=${encodeURIComponent(number)}`)).toEqual(['A-100', 'A-1']);
  }
  expect(await numbers('doc_num=Q-9')).toEqual([]);
  const { data } = await library.read<History>('history?action=changed');
  expect(data).toMatchObject([{ user: 'librarian', lines: 1 }]);
});

test('an entry that went to another customer is in the history of both', async () => {
  const library = await startManaging(onTestFinished);
  await addMany(library, 'anna', ['A-1']);
  await addMany(library, 'anna', ['X-1'], 'Boreal Air');
  const { data } = await library.read<{ data: ManagedDocument[] }>('documents');
  const row = data.find(({ doc_num }) => doc_num === 'A-1');
  await library.post('documents/save', { rows: [{ ...row, customer: 'Boreal Air' }] });
  for (const customer of [1, 2]) {
    const lines = await library.read<Lines>(`audit?customer_id=${customer}&action=changed`);
    expect(numbersIn(lines)).toEqual(['A-1']);
  }
});

test('a deleted entry is found by its number, and what is shown can be exported', async () => {
  const library = await startManaging(onTestFinished);
  await addMany(library, 'anna', ['A-1', 'A-2']);
  await library.post('documents/delete', { rows: [{ id: 1, version: 1 }] });
  const found = await library.read<Lines>('audit?doc_num=A-1');
  expect(found.data.map(({ action }) => action)).toEqual(['deleted', 'added']);
  const { body } = await library.app.inject({
    url: '/vue-egd-lib/api/manage/audit/export?format=csv&doc_num=A-1&action=deleted',
    headers: { cookie: library.cookie },
  });
  expect(body.trim().split('\r\n')).toHaveLength(2);
  expect(body).toContain('doc_num: A-1');
});
