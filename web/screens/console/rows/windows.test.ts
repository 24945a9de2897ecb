import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultArrangement } from '#contract/arrangement.ts';
import { RowStore } from './row-store.ts';
import type { WindowRequest } from './window-loader.ts';

type Row = { id: number; version: number; name: string };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A grid before a server that has rows N1, N2 … and finds them by their text. */
function startGrid(count: number) {
  const requests: WindowRequest[] = [];
  let rows: Row[] = Array.from({ length: count }, (_, at) => rowOf(at + 1));
  let views = 0;
  let isConnected = true;
  const kept = new Map<string, Row[]>();
  const store = new RowStore<Row, 'name'>({
    fields: ['name'],
    columns: ['name'],
    fieldsOf: ({ name }) => ({ name }),
    tidy: (fields) => fields,
    faultsOf: ({ name }) => (name === '' ? [{ field: 'name', fault: 'The name is missing.' }] : []),
    textOf: (row) => row.fields.name,
    send: async (sent) =>
      sent.map((row) => ({
        outcome: 'saved',
        reason: null,
        current: { id: row.id ?? count + 1, version: (row.version ?? 0) + 1, name: row.name },
      })),
    readWindow: async (request) => {
      if (!isConnected) throw new Error('no connection');
      requests.push(request);
      const { arrangement, from, count: most } = request;
      const view = request.view ?? String(++views);
      const found = kept.get(view) ?? rows.filter(({ name }) => name.includes(arrangement.search));
      kept.set(view, found);
      const counted = { view, found: found.length, total: rows.length, counts: {} };
      return { ...counted, rows: found.slice(from, from + most) };
    },
  });
  const nameAt = (index: number) => store.snapshot().rows[index]?.fields.name;
  return {
    store,
    requests,
    nameAt,
    stateAt: (index: number) => store.snapshot().rows[index]?.state,
    connect: (to: boolean) => (isConnected = to),
    replace: (next: Row[]) => (rows = next),
    async look(...indexes: number[]) {
      for (const index of indexes) store.windows?.look(index);
      await vi.advanceTimersByTimeAsync(100);
    },
  };
}

const rowOf = (id: number): Row => ({ id, version: 1, name: `N${id}` });

test('only what is in view is read, and the rest shows as loading', async () => {
  const { store, requests, nameAt, stateAt, look } = startGrid(200_000);
  await look(0);
  expect([nameAt(0), nameAt(199)]).toEqual(['N1', 'N200']);
  expect(stateAt(200)).toBe('loading');
  await look(150_000);
  expect([nameAt(150_000), store.snapshot().indexOf(150_001)]).toEqual(['N150001', 150_000]);
  expect(requests.map(({ from, view }) => [from, view])).toEqual([
    [0, null],
    [150_000, '1'],
  ]);
});

test('a grid shows 200,000 rows at once, and turns to those before and behind', async () => {
  const { store, nameAt, look } = startGrid(450_000);
  await look(0);
  expect(store.snapshot().rows).toHaveLength(200_000);
  expect(store.snapshot().section).toEqual({ from: 0, to: 200_000, found: 450_000 });
  store.turn(1);
  store.turn(1);
  store.turn(1);
  expect(store.snapshot().section).toEqual({ from: 400_000, to: 450_000, found: 450_000 });
  await look(49_999);
  expect(nameAt(49_999)).toBe('N450000');
  store.turn(-1);
  await look(0);
  expect([nameAt(0), store.snapshot().indexOf(200_001)]).toEqual(['N200001', 0]);
});

test('what someone passes while dragging the scroll bar is not read', async () => {
  const { store, requests, look } = startGrid(100_000);
  await look(0);
  for (let index = 1000; index < 90_000; index += 1000) store.windows?.look(index);
  await look(90_000);
  expect(requests.map(({ from }) => from)).toEqual([0, 90_000]);
});

test('an edited row stays where it is until the sheet is arranged again', async () => {
  const { store, nameAt, look } = startGrid(1000);
  await look(0);
  store.arrange({ ...defaultArrangement, search: 'N1' });
  await look();
  store.edit([{ key: 10, fields: { name: 'other' } }]);
  await look();
  expect([nameAt(1), store.snapshot().unsaved]).toEqual(['other', []]);
});

test('an unsaved row is kept although nobody looks at it, and is there when one comes back', async () => {
  const { store, nameAt, look } = startGrid(100_000);
  await look(0);
  store.edit([{ key: 3, fields: { name: '' } }]);
  await look(50_000);
  expect(store.row(2)).toBeUndefined();
  expect(store.snapshot().unsaved.map(({ key }) => key)).toEqual([3]);
  await look(0);
  expect([nameAt(1), nameAt(2)]).toEqual(['N2', '']);
});

test('a row that is added stays where it was put, and those below it keep their order', async () => {
  const { store, nameAt, look } = startGrid(1000);
  await look(0);
  const [key = 0] = store.add([{ name: 'new' }], 2);
  expect([1, 2, 3].map(nameAt)).toEqual(['N2', 'new', 'N3']);
  await look(500);
  expect(nameAt(500)).toBe('N500');
  store.leave([key]);
  await look();
  expect(store.snapshot().unsaved).toEqual([]);
  expect(store.snapshot().indexOf(key)).toBe(2);
});

test('an added row that is discarded leaves no gap', async () => {
  const { store, nameAt, look } = startGrid(1000);
  await look(0);
  const [first = 0] = store.add([{ name: 'a' }, { name: 'b' }], 2);
  store.discard([first]);
  expect([1, 2, 3].map(nameAt)).toEqual(['N2', 'b', 'N3']);
  expect(store.snapshot().rows).toHaveLength(1001);
});

test('rows do not move while a cell is being edited, and do when that is over', async () => {
  const { store, nameAt, replace, look } = startGrid(10);
  await look(0);
  store.hold(5);
  replace([rowOf(20), rowOf(21)]);
  void store.renew();
  await look();
  expect(nameAt(0)).toBe('N1');
  store.hold(null);
  await look();
  expect(nameAt(0)).toBe('N20');
});

test('a selected row stays here, and a range is read as a whole when someone acts on it', async () => {
  const { store, look, stateAt } = startGrid(100_000);
  await look(0);
  store.windows?.pin(new Set([7]));
  await look(60_000);
  expect([store.row(7)?.saved?.id, store.row(8)]).toEqual([7, undefined]);
  await store.windows?.readAll(0, 450);
  expect([stateAt(0), stateAt(449), stateAt(700)]).toEqual(['saved', 'saved', 'loading']);
});

test('what is written into rows that have not come yet is written into them when they come', async () => {
  const { store, look } = startGrid(1000);
  await look(0);
  const keys = store
    .snapshot()
    .rows.slice(198, 402)
    .map(({ key }) => key);
  const read = await store.windows?.readRows(keys);
  expect(keys.map((key) => read?.get(key))).toEqual(Array.from(keys, (_, at) => at + 199));
  const all = store.snapshot().rows.map(({ key }) => key);
  expect([...((await store.windows?.readRows(all))?.values() ?? [])]).toEqual(
    Array.from(all, (_, at) => at + 1),
  );
});

test('without a connection the window is asked for again', async () => {
  const { store, look, nameAt, connect } = startGrid(10);
  connect(false);
  await look(0);
  expect(store.snapshot().isArranging).toBe(true);
  connect(true);
  await vi.advanceTimersByTimeAsync(3000);
  expect([store.snapshot().isArranging, nameAt(0)]).toEqual([false, 'N1']);
});
