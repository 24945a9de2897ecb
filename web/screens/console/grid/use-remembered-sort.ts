import { useEffect } from 'react';
import { type Sort, type SortKey, sortKeysOf } from '#contract/arrangement.ts';
import { recall, remember } from '../../../remembered.ts';
import { useSession } from '../../../session.ts';
import type { RowStore } from '../rows/row-store.ts';
import type { SavedRow } from '../rows/row.ts';

// A store lives longer than the tab that shows it: it is sorted as last time once.
const restored = new WeakSet<object>();

/** Sorts a grid as its librarian had it last time, and remembers how it is sorted now. */
export function useRememberedSort<Row extends SavedRow, Field extends string>(
  store: RowStore<Row, Field>,
  sort: Sort | null,
  gridName: string,
): void {
  const { username } = useSession();
  const setting = `sort-${gridName}`;

  useEffect(
    function restoreOnce() {
      if (restored.has(store)) return;
      restored.add(store);
      const kept = readSort(recall(username, setting), store.kind.columns);
      const { arrangement } = store.snapshot();
      if (kept !== undefined) store.arrange({ ...arrangement, sort: kept });
    },
    [store, username, setting],
  );

  useEffect(
    function rememberSort() {
      if (sort !== store.snapshot().arrangement.sort) return; // it was just restored
      const keys = sortKeysOf(sort).map(({ column, descending }) =>
        descending ? `-${column}` : column,
      );
      const before = recall(username, setting);
      if (restored.has(store) && before !== keys.join(' ')) {
        remember(username, setting, keys.join(' '));
      }
    },
    [store, sort, username, setting],
  );
}

/** Undefined where nothing is remembered, or columns that are no more. */
function readSort(text: string | null, columns: readonly string[]): Sort | null | undefined {
  if (text === null) return undefined;
  const keys = text.split(' ').filter(Boolean).map(readKey);
  if (keys.some(({ column }) => !columns.includes(column))) return undefined;
  const [first, ...thenBy] = keys;
  if (first === undefined) return null;
  return thenBy.length === 0 ? first : { ...first, thenBy };
}

function readKey(text: string): SortKey {
  const descending = text.startsWith('-');
  return { column: descending ? text.slice(1) : text, descending };
}
