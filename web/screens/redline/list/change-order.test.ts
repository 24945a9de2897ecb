import { expect, test } from 'vitest';
import { aChange } from '../made-changes.ts';
import { arranged, changeAfter, countsOf, rowsOf } from './change-order.ts';

const changes = [
  aChange({ id: 1, kind: 'inserted', clause: null }),
  aChange({ id: 2, kind: 'changed', weight: 'number', clause: '4.1 Material' }),
  aChange({ id: 3, kind: 'moved', clause: '4.1 Material' }),
  aChange({ id: 4, kind: 'deleted', weight: 'obligation', clause: '4.2 Thickness' }),
  aChange({ id: 5, kind: 'changed', weight: 'picture', clause: '4.2 Thickness' }),
];
const all = new Set<never>();
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

test('numbers and obligations come first, or all come in the order of the text', () => {
  expect(ids(arranged(changes, { order: 'importance', hidden: all }))).toEqual([2, 4, 1, 3, 5]);
  expect(ids(arranged(changes.toReversed(), { order: 'text', hidden: all }))).toEqual([
    1, 2, 3, 4, 5,
  ]);
});

test('a kind that is filtered out is not gone through', () => {
  const shown = arranged(changes, { order: 'text', hidden: new Set(['changed', 'moved']) });
  expect(ids(shown)).toEqual([1, 4]);
  expect(Object.fromEntries(countsOf(changes))).toEqual({
    inserted: 1,
    changed: 2,
    moved: 1,
    deleted: 1,
  });
});

test('changes stand below the headings of their clauses, furniture once at the end', () => {
  const shown = arranged(changes, { order: 'importance', hidden: all });
  const footer = { kind: 'footer', from_text: 'Issue 2', to_text: 'Issue 3', pages: 12 } as const;
  const rows = rowsOf(shown, 'importance', [footer]);
  expect(rows.map((row) => ('title' in row ? row.title : row.type))).toEqual([
    'Numbers and obligations',
    '4.1 Material',
    'change',
    '4.2 Thickness',
    'change',
    'Other changes',
    'Before the first clause',
    'change',
    '4.1 Material',
    'change',
    '4.2 Thickness',
    'change',
    'Headers, footers, watermarks',
    'furniture',
  ]);
  const positions = rows.flatMap((row) => (row.type === 'change' ? [row.position] : []));
  expect(positions).toEqual([1, 2, 3, 4, 5]);
  expect(rowsOf(arranged(changes, { order: 'text', hidden: all }), 'text', [])).toHaveLength(8);
});

test('next and previous go around, and on from a change that is filtered out', () => {
  const shown = arranged(changes, { order: 'importance', hidden: all });
  expect(changeAfter(shown, null, 1)?.id).toBe(2);
  expect(changeAfter(shown, null, -1)?.id).toBe(5);
  expect(changeAfter(shown, 4, 1)?.id).toBe(1);
  expect(changeAfter(shown, 5, 1)?.id).toBe(2);
  expect(changeAfter(shown, 2, -1)?.id).toBe(5);
  const few = arranged(changes, { order: 'text', hidden: new Set(['changed']) });
  expect(changeAfter(few, 2, 1)?.id).toBe(3);
  expect(changeAfter(few, 2, -1)?.id).toBe(1);
  expect(changeAfter(few, 5, 1)?.id).toBe(1);
  expect(changeAfter([], 3, 1)).toBe(undefined);
});
