import type { Arrangement } from '#contract/arrangement.ts';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { GridSort } from '../../../ui/grid/grid.tsx';
import type { RowStore } from '../rows/row-store.ts';
import type { SavedRow } from '../rows/row.ts';

/**
 * The rows of a store as a grid shows them: sorted, filtered, searched, selected. `found`: how many rows of a large
 * library match, where more than are here can be selected.
 */
export function useArrangedRows<Row extends SavedRow, Field extends string>(
  store: RowStore<Row, Field>,
  found: number | null = null,
) {
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot);
  const { arrangement } = snapshot;
  const { rows, indexOf, isOnlyUnsaved } = snapshot;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  /** All that match were selected, when so many did. */
  const [all, setAll] = useState<{ arrangement: Arrangement; found: number } | null>(null);
  const isAll = all !== null && all.arrangement === arrangement && all.found === found;
  const allKeys = useMemo(() => new Set(isAll ? rows.map(({ key }) => key) : []), [isAll, rows]);
  const isFiltered = isNarrowed(arrangement) || isOnlyUnsaved;

  function arrange(change: Partial<Arrangement>) {
    store.arrange({ ...arrangement, ...change });
  }

  function select(next: ReadonlySet<number>) {
    const isMore = found !== null && found > rows.length && !isFiltered;
    const areAll = isMore && !isAll && rows.every(({ key }) => next.has(key));
    setAll(areAll ? { arrangement, found } : null);
    // To take one out of all that match ends their selection.
    setSelected(areAll || isAll ? new Set() : next);
  }

  const selectedIndexes = [...selected].map(indexOf).filter((index) => index !== -1);
  return {
    ...snapshot,
    /** How many rows are selected as all that match; null while it is not all. */
    allSelected: isAll ? found : null,
    selectedRows: selectedIndexes.toSorted((a, b) => a - b).flatMap((index) => rows[index] ?? []),
    search: arrangement.search,
    setSearch: (search: string) => arrange({ search }),
    /** Shows all rows again; null while none is hidden. */
    clear: isFiltered ? () => arrange({ search: '', filters: {} }) : null,
    gridProps: {
      rows,
      selected: isAll ? allKeys : selected,
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

function isNarrowed({ search, filters }: Arrangement): boolean {
  return search !== '' || Object.values(filters).some((text) => text !== '');
}
