import { expect, test } from 'vitest';
import { aChange } from '../made-changes.ts';
import { type ListArrangement, arranged, changeAfter, rowsOf, toggled } from './change-order.ts';

const changes = [
  aChange({ id: 1, kind: 'inserted', weight: 'cover', effect: 'revision' }),
  aChange({ id: 2, kind: 'changed', weight: 'obligation', clause: '4.1 Material' }),
  aChange({ id: 3, kind: 'moved', clause: '4.1 Material' }),
  aChange({ id: 4, kind: 'deleted', weight: 'limit', clause: '4.2 Thickness' }),
  aChange({ id: 5, kind: 'changed', weight: 'editorial', clause: '4.2 Thickness' }),
];
const all = new Set<never>();
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

test('limits and obligations come first, the cover page last, or all come in the order of the text', () => {
  expect(ids(arranged(changes, { order: 'importance', hidden: all }))).toEqual([4, 2, 3, 5, 1]);
  expect(ids(arranged(changes.toReversed(), { order: 'text', hidden: all }))).toEqual([
    1, 2, 3, 4, 5,
  ]);
});

test('a kind that is filtered out is not gone through', () => {
  const shown = arranged(changes, { order: 'text', hidden: new Set(['changed', 'moved']) });
  expect(ids(shown)).toEqual([1, 4]);
});

test('changes are below what they are, each a part that can be folded', () => {
  const shown = arranged(changes, { order: 'importance', hidden: all });
  const footer = {
    kind: 'footer',
    weight: 'cover',
    effect: 'revision',
    percent: null,
    from_text: 'Issue 2',
    to_text: 'Issue 3',
    pages: 12,
  } as const;
  const arrangement: ListArrangement = {
    order: 'importance',
    hidden: all,
    folded: new Set(['cover']),
  };
  const rows = rowsOf(shown, arrangement, [footer]);
  expect(rows.map((row) => ('title' in row ? `${row.title} ${row.count}` : row.type))).toEqual([
    'Limits and values 1',
    'change',
    'Obligations 1',
    'change',
    'Text 1',
    'change',
    'Editorial: case, punctuation, spelling, numbering 1',
    'change',
    'Headers, footers, watermarks 1',
    'furniture',
    'Cover page: revision 1',
  ]);
  const limit = { ...footer, weight: 'limit', effect: 'looser' } as const;
  expect(
    rowsOf(shown, arrangement, [limit])
      .slice(0, 3)
      .map(({ type }) => type),
  ).toEqual(['part', 'change', 'furniture']);
  const positions = rows.flatMap((row) => (row.type === 'change' ? [row.position] : []));
  expect(positions).toEqual([1, 2, 3, 4]);
  const opened = toggled(toggled(arrangement, 'cover'), 'limit');
  expect(rowsOf(shown, opened, []).filter(({ type }) => type === 'change')).toHaveLength(4);
  expect(
    rowsOf(
      arranged(changes, { order: 'text', hidden: all }),
      { ...arrangement, order: 'text' },
      [],
    ),
  ).toHaveLength(5);
});

test('next and previous go around, and on from a change that is filtered out', () => {
  const shown = arranged(changes, { order: 'importance', hidden: all });
  expect(changeAfter(shown, null, 1)?.id).toBe(4);
  expect(changeAfter(shown, null, -1)?.id).toBe(1);
  expect(changeAfter(shown, 4, 1)?.id).toBe(2);
  expect(changeAfter(shown, 1, 1)?.id).toBe(4);
  expect(changeAfter(shown, 4, -1)?.id).toBe(1);
  const few = arranged(changes, { order: 'text', hidden: new Set(['changed']) });
  expect(changeAfter(few, 2, 1)?.id).toBe(3);
  expect(changeAfter(few, 2, -1)?.id).toBe(1);
  expect(changeAfter(few, 5, 1)?.id).toBe(1);
  expect(changeAfter([], 3, 1)).toBe(undefined);
});
