import type { Arrangement } from '#contract/arrangement.ts';
import { useState, useSyncExternalStore } from 'react';
import type { GridSort } from '../../../ui/grid/grid.tsx';
import type { RowStore } from './saving/row-store.ts';
import type { SavedRow } from './saving/row.ts';

/** The rows of a store as a grid shows them: sorted, filtered, searched, selected. */
export function useArrangedRows<Row extends SavedRow, Field extends string>(
  store: RowStore<Row, Field>,
) {
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot);
  const { arrangement } = snapshot;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());

  function arrange(change: Partial<Arrangement>) {
    store.arrange({ ...arrangement, ...change });
  }

  return {
    ...snapshot,
    selectedRows: snapshot.rows.filter(({ key }) => selected.has(key)),
    search: arrangement.search,
    setSearch: (search: string) => arrange({ search }),
    gridProps: {
      rows: snapshot.rows,
      selected,
      onSelect: setSelected,
      sort: arrangement.sort,
      onSort: (sort: GridSort | null) => arrange({ sort }),
      filters: arrangement.filters,
      onFilter: (column: string, text: string) =>
        arrange({ filters: { ...arrangement.filters, [column]: text } }),
    },
    arrange,
  };
}
