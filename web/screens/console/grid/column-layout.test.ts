import { expect, test } from 'vitest';
import {
  inOrder,
  moved,
  readLayout,
  shownColumns,
  usualLayout,
  withHidden,
  written,
} from './column-layout.ts';

const columns = ['customer', 'num', 'desc', 'rev'].map((key) => ({ key }));
const keysOf = (list: readonly { key: string }[]) => list.map(({ key }) => key).join(' ');

test('a column that is moved takes the place of another, and is hidden and shown where it is', () => {
  const layout = moved(columns, usualLayout, 'rev', 'num');
  expect(keysOf(inOrder(columns, layout))).toBe('customer rev num desc');
  const hidden = withHidden(layout, 'rev', true);
  expect(keysOf(shownColumns(columns, hidden))).toBe('customer num desc');
  expect(keysOf(shownColumns(columns, withHidden(hidden, 'rev', false)))).toBe(
    'customer rev num desc',
  );
  expect(keysOf(inOrder(columns, moved(columns, layout, 'customer', 'desc')))).toBe(
    'rev num desc customer',
  );
});

test('a column that a layout does not know is in its usual place', () => {
  const layout = { ...usualLayout, order: ['rev', 'gone', 'customer', 'desc'] };
  expect(keysOf(inOrder(columns, layout))).toBe('rev customer num desc');
});

test('what was written down is read again, and what is damaged is the usual', () => {
  const layout = { order: ['a'], hidden: ['b'], widths: { a: 120 } };
  expect(readLayout(written(layout))).toEqual(layout);
  for (const damaged of [null, '', '{', '[]', 'null', '{"order":3,"widths":{"a":"x"}}']) {
    expect(readLayout(damaged)).toEqual(usualLayout);
  }
});
