import type { Arrangement } from '#contract/arrangement.ts';
import { useCallback, useState, useSyncExternalStore } from 'react';
import type { GridSort } from '../../../ui/grid/grid.tsx';
import type { RowStore } from './saving/row-store.ts';
import type { GridRow, SavedRow } from './saving/row.ts';

/** The rows of a store as a grid shows them: sorted, filtered, searched, selected. */
export function useArrangedRows<Row extends SavedRow, Field extends string>(
  store: RowStore<Row, Field>,
) {
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot);
  const { arrangement } = snapshot;
  const { rows, indexOf, view } = snapshot;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  // Another function for another view: all rows in sight are then looked at anew.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const look = useCallback((index: number) => store.look(index), [store, view]);

  function arrange(change: Partial<Arrangement>) {
    store.arrange({ ...arrangement, ...change });
  }

  function select(next: ReadonlySet<number>) {
    store.pin(next);
    setSelected(next);
  }

  const selectedIndexes = [...selected].map(indexOf).filter((index) => index !== -1);
  return {
    ...snapshot,
    selectedRows: selectedIndexes.toSorted((a, b) => a - b).flatMap((index) => rows[index] ?? []),
    search: arrangement.search,
    setSearch: (search: string) => arrange({ search }),
    gridProps: {
      rows,
      isLoading,
      onLook: look,
      selected,
      onSelect: select,
      sort: arrangement.sort,
      onSort: (sort: GridSort | null) => arrange({ sort }),
      filters: arrangement.filters,
      onFilter: (column: string, text: string) =>
        arrange({ filters: { ...arrangement.filters, [column]: text } }),
    },
    arrange,
  };
}

const isLoading = ({ state }: GridRow): boolean => state === 'loading';
