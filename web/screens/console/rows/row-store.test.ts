import { expect, test } from 'vitest';
import { defaultArrangement } from '#contract/arrangement.ts';
import type { SaveAnswer, SentRow } from './row-state.ts';
import { NoAnswerError } from '../../../failures.ts';
import { RowStore } from './row-store.ts';
import { stateInWords } from './row.ts';

type Row = { id: number; version: number; name: string };

/** A grid of names before a server that answers when it is told to. */
function startGrid(...names: string[]) {
  const calls: {
    rows: SentRow<'name'>[];
    key: string;
    answer: (answers: SaveAnswer<Row>[]) => Promise<void>;
  }[] = [];
  let refuse: ((error: Error) => void) | null = null;
  const store = new RowStore<Row, 'name'>({
    fields: ['name'],
    columns: ['name'],
    fieldsOf: ({ name }) => ({ name }),
    tidy: ({ name }) => ({ name: name.trim() }),
    faultsOf: ({ name }) => (name === '' ? [{ field: 'name', fault: 'The name is missing.' }] : []),
    textOf: (row) => row.fields.name,
    send: (rows, _continues, key) =>
      new Promise((resolve, reject) => {
        refuse = reject;
        const answer = async (answers: SaveAnswer<Row>[]) => {
          resolve(answers);
          await settled();
        };
        calls.push({ rows, key, answer });
      }),
  });
  store.apply(names.map((name, at) => ({ id: at + 1, version: 1, name })));
  return {
    store,
    calls,
    names: () => store.snapshot().rows.map((row) => row.fields.name),
    states: () => store.snapshot().rows.map((row) => stateInWords(row)),
    loseConnection: async () => {
      refuse?.(new NoAnswerError('no connection'));
      await settled();
    },
  };
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const saved = (current: Row): SaveAnswer<Row> => ({ outcome: 'saved', reason: null, current });

test('what is typed is sent with the version it was typed over, and then saved', async () => {
  const { store, calls, states } = startGrid('A', 'B');
  store.edit([{ key: 1, fields: { name: ' Anna ' } }]);
  await settled();
  expect(calls[0]?.rows).toEqual([{ id: 1, version: 1, name: 'Anna' }]);
  expect(states()).toEqual(['Saving', 'Saved']);
  await calls[0]?.answer([saved({ id: 1, version: 2, name: 'Anna' })]);
  expect(states()).toEqual(['Saved', 'Saved']);
  expect(store.snapshot().unsaved).toEqual([]);
});

test('a thousand rows that are written at once go in one call', async () => {
  const { store, calls } = startGrid();
  const keys = store.add(
    Array.from({ length: 1000 }, (_, at) => ({ name: `N${at}` })),
    0,
  );
  store.leave(keys);
  await settled();
  expect(calls.map(({ rows }) => rows.length)).toEqual([1000]);
});

test('a row with a fault is not sent, and says why', async () => {
  const { store, calls, states } = startGrid('A');
  store.edit([{ key: 1, fields: { name: '' } }]);
  await settled();
  expect(calls).toEqual([]);
  expect(states()).toEqual(['Not saved: The name is missing.']);
  expect(store.snapshot().unsaved).toHaveLength(1);
});

test('typing back what is saved leaves nothing to save', async () => {
  const { store, calls, states } = startGrid('A');
  store.edit([{ key: 1, fields: { name: '' } }]);
  store.edit([{ key: 1, fields: { name: 'A' } }]);
  await settled();
  expect(calls).toEqual([]);
  expect(states()).toEqual(['Saved']);
});

test('a new row is sent when it is left, keeps its place, and is known by its id', async () => {
  const { store, calls, names } = startGrid('A');
  const [key = 0] = store.add([{}], 0);
  store.edit([{ key, fields: { name: 'New' } }]);
  await settled();
  expect(calls).toEqual([]);
  store.leave([key]);
  await settled();
  expect(calls[0]?.rows).toEqual([{ id: null, version: null, name: 'New' }]);
  store.apply([{ id: 7, version: 1, name: 'New' }]); // the news is faster than the answer
  await calls[0]?.answer([saved({ id: 7, version: 1, name: 'New' })]);
  expect(names()).toEqual(['New', 'A']);
  expect(store.rowOfId(7)?.key).toBe(key);
});

test('a row left empty is nobody’s unsaved work', async () => {
  const { store, calls } = startGrid();
  store.leave(store.add([{}], 0));
  await settled();
  expect(calls).toEqual([]);
  expect(store.snapshot().unsaved).toEqual([]);
});

test('what is typed while a row is being saved is saved after it', async () => {
  const { store, calls } = startGrid('A');
  store.edit([{ key: 1, fields: { name: 'B' } }]);
  await settled();
  store.edit([{ key: 1, fields: { name: 'C' } }]);
  await calls[0]?.answer([saved({ id: 1, version: 2, name: 'B' })]);
  expect(calls[1]?.rows).toEqual([{ id: 1, version: 2, name: 'C' }]);
});

test('a lost connection keeps what was typed, and it can be tried again', async () => {
  const { store, calls, states, names, loseConnection } = startGrid('A');
  store.edit([{ key: 1, fields: { name: 'B' } }]);
  await settled();
  await loseConnection();
  expect(states()).toEqual(['Not saved: no connection']);
  expect(names()).toEqual(['B']);
  store.retry();
  await settled();
  expect(calls[1]?.rows).toEqual([{ id: 1, version: 1, name: 'B' }]);
});

test('what was not answered is sent again as it was, before what was typed since', async () => {
  const { store, calls, states, names, loseConnection } = startGrid('A', 'Z');
  store.edit([{ key: 1, fields: { name: 'B' } }]);
  await settled();
  await loseConnection();
  store.edit([{ key: 1, fields: { name: 'C' } }]);
  await settled();
  expect(calls.map(({ rows }) => rows)).toEqual([
    [{ id: 1, version: 1, name: 'B' }],
    [{ id: 1, version: 1, name: 'B' }],
  ]);
  expect(calls[1]?.key).toBe(calls[0]?.key);
  await calls[1]?.answer([saved({ id: 1, version: 2, name: 'B' })]);
  expect(calls[2]?.rows).toEqual([{ id: 1, version: 2, name: 'C' }]);
  expect(calls[2]?.key).not.toBe(calls[0]?.key);
  await calls[2]?.answer([saved({ id: 1, version: 3, name: 'C' })]);
  expect([names(), states()]).toEqual([
    ['C', 'Z'],
    ['Saved', 'Saved'],
  ]);
});

test('what was not answered and is discarded is not sent again', async () => {
  const { store, calls, loseConnection } = startGrid('A', 'Z');
  store.edit([
    { key: 1, fields: { name: 'B' } },
    { key: 2, fields: { name: 'Y' } },
  ]);
  await settled();
  await loseConnection();
  store.discard([1]);
  store.retry();
  await settled();
  expect(calls[1]?.rows).toEqual([{ id: 2, version: 1, name: 'Y' }]);
  expect(calls[1]?.key).not.toBe(calls[0]?.key);
});

test('a row that another changed is kept as typed until someone decides', async () => {
  const { store, calls, states, names } = startGrid('A');
  store.edit([{ key: 1, fields: { name: 'Mine' } }]);
  await settled();
  const theirs = { id: 1, version: 2, name: 'Theirs' };
  await calls[0]?.answer([{ outcome: 'conflict', reason: 'changed', current: theirs }]);
  expect(states()).toEqual(['Conflict: changed by another librarian']);
  expect(names()).toEqual(['Mine']);
  expect(store.row(1)?.saved).toEqual(theirs);
  store.decide(1, 'name', 'mine');
  await settled();
  expect(calls[1]?.rows).toEqual([{ id: 1, version: 2, name: 'Mine' }]);
});

test('theirs can be taken', async () => {
  const { store, calls, names, states } = startGrid('A');
  store.edit([{ key: 1, fields: { name: 'Mine' } }]);
  await settled();
  const theirs = { id: 1, version: 2, name: 'Theirs' };
  await calls[0]?.answer([{ outcome: 'conflict', reason: 'changed', current: theirs }]);
  store.decide(1, 'name', 'theirs');
  expect(names()).toEqual(['Theirs']);
  expect(states()).toEqual(['Saved']);
});

test('a row deleted by another while it is unsaved here can be added again', async () => {
  const { store, calls, states } = startGrid('A');
  store.edit([{ key: 1, fields: { name: '' } }]);
  store.apply([], [1]);
  expect(states()).toEqual(['Conflict: deleted by another librarian']);
  store.edit([{ key: 1, fields: { name: 'Again' } }]);
  store.addAgain(1);
  await settled();
  expect(calls[0]?.rows).toEqual([{ id: null, version: null, name: 'Again' }]);
});

test('both writing the same is no conflict', () => {
  const { store, states } = startGrid('A');
  store.edit([{ key: 1, fields: { name: '' } }]);
  store.edit([{ key: 1, fields: { name: 'Same' } }]);
  store.apply([{ id: 1, version: 2, name: 'Same' }]);
  expect(states()).toEqual(['Saved']);
});

test('rows of others wait while a cell is being edited', () => {
  const { store, names } = startGrid('A', 'B');
  store.hold(2);
  store.apply([{ id: 3, version: 1, name: 'C' }], [1]);
  expect(names()).toEqual(['A', 'B']);
  store.hold(null);
  expect(names()).toEqual(['B', 'C']);
});

test('rows are found and sorted as people count, and an edited row stays where it is', () => {
  const { store, names } = startGrid('AM-10', 'AM-2', 'BA-1');
  store.arrange({
    ...defaultArrangement,
    search: 'am',
    sort: { column: 'name', descending: false },
  });
  expect(names()).toEqual(['AM-2', 'AM-10']);
  store.apply([{ id: 4, version: 1, name: 'AM-3' }]);
  expect(names()).toEqual(['AM-2', 'AM-3', 'AM-10']);
  store.apply([{ id: 2, version: 2, name: 'AM-99' }]);
  expect(names()).toEqual(['AM-99', 'AM-3', 'AM-10']);
});

test('an older page of a list does not bring back what was changed since', () => {
  const { store, names } = startGrid('A');
  store.apply([{ id: 1, version: 3, name: 'New' }]);
  store.apply([{ id: 1, version: 1, name: 'A' }]);
  expect(names()).toEqual(['New']);
});

test('what another saved while a cell was open is not overwritten', async () => {
  const { store, calls, states } = startGrid('A');
  store.hold(1);
  store.apply([{ id: 1, version: 2, name: 'Theirs' }]);
  store.edit([{ key: 1, fields: { name: 'Mine' } }]);
  store.hold(null);
  await settled();
  expect(calls).toEqual([]);
  expect(states()).toEqual(['Conflict: changed by another librarian']);
});

test('a cell that is open while the one before it is saved is no conflict with oneself', async () => {
  const { store, calls } = startGrid('A');
  store.edit([{ key: 1, fields: { name: 'B' } }]);
  await settled();
  store.hold(1);
  await calls[0]?.answer([saved({ id: 1, version: 2, name: 'B' })]);
  store.edit([{ key: 1, fields: { name: 'C' } }]);
  store.hold(null);
  await settled();
  expect(calls[1]?.rows).toEqual([{ id: 1, version: 2, name: 'C' }]);
});

test('what is typed into a row that another deletes while it is being saved is not lost', async () => {
  const { store, calls, names, states } = startGrid('A');
  store.edit([{ key: 1, fields: { name: 'B' } }]);
  await settled();
  store.apply([], [1]); // the news is faster than the answer
  expect(names()).toEqual(['B']);
  await calls[0]?.answer([{ outcome: 'conflict', reason: 'deleted', current: null }]);
  expect(names()).toEqual(['B']);
  expect(states()).toEqual(['Conflict: deleted by another librarian']);
});

test('a row that another deleted is not added again before its librarian decides', async () => {
  const { store, calls, states } = startGrid('A');
  store.edit([{ key: 1, fields: { name: 'B' } }]);
  await settled();
  store.edit([{ key: 1, fields: { name: 'C' } }]);
  await calls[0]?.answer([{ outcome: 'conflict', reason: 'deleted', current: null }]);
  expect(calls).toHaveLength(1);
  expect(states()).toEqual(['Conflict: deleted by another librarian']);
});

test('a version of another that comes before the answer is shown after it', async () => {
  const { store, calls, names } = startGrid('A');
  store.edit([{ key: 1, fields: { name: 'B' } }]);
  await settled();
  store.apply([{ id: 1, version: 3, name: 'Theirs' }]);
  await calls[0]?.answer([saved({ id: 1, version: 2, name: 'B' })]);
  expect(names()).toEqual(['Theirs']);
});

test('the rows that are not saved can be shown alone, until rows are filtered again', async () => {
  const { store, names } = startGrid('A', 'B', 'C');
  store.edit([{ key: 1, fields: { name: '' } }]);
  store.edit([{ key: 3, fields: { name: '' } }]);
  store.showUnsaved();
  expect(store.snapshot().isOnlyUnsaved).toBe(true);
  expect(store.snapshot().rows.map(({ key }) => key)).toEqual([1, 3]);
  store.edit([{ key: 1, fields: { name: 'A' } }]); // a row that is mended does not jump away
  expect(names()).toEqual(['A', '']);
  store.add([{ name: 'New' }], 0);
  expect(names()).toEqual(['New', 'A', '']);
  store.arrange(defaultArrangement);
  expect(store.snapshot().isOnlyUnsaved).toBe(false);
  expect(names()).toHaveLength(4);
});

test('a row that a narrowed list no longer has goes, unless it is unsaved; of a whole list it was deleted', () => {
  const { store, names, states } = startGrid('A', 'B', 'C');
  store.edit([{ key: 2, fields: { name: '' } }]);
  store.keepOnly(new Set([3]), { narrowed: true });
  expect(states()).toEqual(['Not saved: The name is missing.', 'Saved']);
  store.discard([2]);
  store.keepOnly(new Set([3]), { narrowed: true });
  expect(names()).toEqual(['C']);
  store.edit([{ key: 3, fields: { name: '' } }]);
  store.keepOnly(new Set(), { narrowed: false });
  expect(states()).toEqual(['Conflict: deleted by another librarian']);
});
