import type { Arrangement } from '#contract/arrangement.ts';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { mostRowsAtOnce } from '#contract/calls.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import type { GridSort } from '../../../ui/grid/grid.tsx';
import { rowsAWindow } from '../rows/window-loader.ts';
import type { RowStore } from '../rows/row-store.ts';
import type { GridRow, SavedRow } from '../rows/row.ts';

/** The rows of a store as a grid shows them: sorted, filtered, searched, selected. */
export function useArrangedRows<Row extends SavedRow, Field extends string>(
  store: RowStore<Row, Field>,
  /** More rows than can be read here may be selected, as all that a view found. */
  canSelectAll = false,
) {
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot);
  const { arrangement } = snapshot;
  const { rows, indexOf, view, isOnlyUnsaved } = snapshot;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  /** All rows that this arrangement finds are selected, although most are not here. */
  const [allOf, setAllOf] = useState<Arrangement | null>(null);
  const isAll = view !== null && allOf === arrangement;
  const allKeys = useMemo(() => new Set(isAll ? rows.map(({ key }) => key) : []), [isAll, rows]);
  // Another function for another view: all rows in sight are then looked at again.
  const look = useCallback(
    (index: number, isActive: boolean) => view !== null && store.windows?.look(index, isActive),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [store, view],
  );

  function arrange(change: Partial<Arrangement>) {
    store.arrange({ ...arrangement, ...change });
  }

  function select(next: ReadonlySet<number>) {
    store.windows?.pin(next);
    setAllOf(null);
    setSelected(next);
  }

  /** Of a sheet that comes in windows, all rows of a range are read before they are selected. */
  async function selectRange(next: ReadonlySet<number>) {
    if (isAll) return select(new Set()); // taking one out of all ends the selection of all
    const isOne = next.size <= selected.size + 1;
    if (view === null || isOne) return select(next);
    const { from, to } = rangeOf(next);
    if (to - from > mostRowsAtOnce && canSelectAll && from === 0 && to === rows.length) {
      select(new Set());
      return setAllOf(arrangement);
    }
    if (to - from > mostRowsAtOnce) {
      const most = mostRowsAtOnce.toLocaleString('en');
      return showToast(`At most ${most} rows can be selected at once. Filter them first.`);
    }
    if (to - from > rowsAWindow) showToast(`Selecting ${(to - from).toLocaleString('en')} rows…`);
    await store.windows?.readAll(from, to);
    const range = store.snapshot().rows.slice(from, to);
    select(new Set([...next, ...range.filter((row) => !isLoading(row)).map(({ key }) => key)]));
  }

  /** From the first to the last row that would be selected; all rows when all that are here would be. */
  function rangeOf(next: ReadonlySet<number>): { from: number; to: number } {
    if (rows.every((row) => isLoading(row) || next.has(row.key))) {
      return { from: 0, to: rows.length };
    }
    const added = [...next].filter((key) => !selected.has(key)).map(indexOf);
    return { from: Math.min(...added), to: Math.max(...added) + 1 };
  }

  const selectedIndexes = [...selected].map(indexOf).filter((index) => index !== -1);
  return {
    ...snapshot,
    /** How many rows are selected as all that were found; null while it is not all. */
    allSelected: isAll ? (snapshot.section?.found ?? rows.length) : null,
    selectedRows: selectedIndexes.toSorted((a, b) => a - b).flatMap((index) => rows[index] ?? []),
    search: arrangement.search,
    setSearch: (search: string) => arrange({ search }),
    /** Shows all rows again; null while none is hidden. */
    clear:
      isNarrowed(arrangement) || isOnlyUnsaved ? () => arrange({ search: '', filters: {} }) : null,
    gridProps: {
      rows,
      isLoading,
      onLook: look,
      selected: isAll ? allKeys : selected,
      onSelect: (next: ReadonlySet<number>) => void selectRange(next),
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

function isNarrowed({ search, filters }: Arrangement): boolean {
  return search !== '' || Object.values(filters).some((text) => text !== '');
}
