import { useEffect, useRef } from 'react';
import type { RowStore } from '../rows/row-store.ts';
import type { RowKey, SavedRow } from '../rows/row.ts';

/** Goes to the row that an address led to, once it is shown. */
export function useGoToRow<Row extends SavedRow, Field extends string>(
  store: RowStore<Row, Field>,
  id: number | null,
  isLoaded: boolean,
  goTo: (key: RowKey) => void,
): void {
  const went = useRef<number | null>(null);
  useEffect(function goOnce() {
    if (id === null || went.current === id || !isLoaded) return;
    const key = store.rowOfId(id)?.key;
    if (key === undefined || store.snapshot().indexOf(key) === -1) return;
    went.current = id;
    goTo(key);
  });
}
