import { useState, useSyncExternalStore } from 'react';
import type { GridSort } from '../../ui/grid.tsx';
import { type Arrangement, everything } from './rows/arrangement.ts';
import type { SavedRow } from './rows/row.ts';
import type { RowStore } from './rows/row-store.ts';

/** The rows of a store as a grid shows them: sorted, filtered, searched, selected. */
export function useArranged<Row extends SavedRow, Field extends string>(
  store: RowStore<Row, Field>,
) {
  const shown = useSyncExternalStore(store.subscribe, store.snapshot);
  const [arrangement, setArrangement] = useState<Arrangement>(everything);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());

  function arrange(change: Partial<Arrangement>) {
    const next = { ...arrangement, ...change };
    setArrangement(next);
    store.arrange(next);
  }

  return {
    ...shown,
    selectedRows: shown.rows.filter(({ key }) => selected.has(key)),
    search: arrangement.search,
    setSearch: (search: string) => arrange({ search }),
    clear: () => arrange({ search: '', filters: {} }),
    isNarrowed: arrangement.search !== '' || Object.values(arrangement.filters).some(Boolean),
    gridProps: {
      rows: shown.rows,
      selected,
      onSelect: setSelected,
      sort: arrangement.sort,
      onSort: (sort: GridSort | null) => arrange({ sort }),
      filters: arrangement.filters,
      onFilter: (column: string, text: string) =>
        arrange({ filters: { ...arrangement.filters, [column]: text } }),
    },
    arrangement,
    arrange,
  };
}
