import 'react-data-grid/lib/styles.css';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import {
  type CellKeyboardEvent,
  type CellKeyDownArgs,
  type CellMouseArgs,
  type CellMouseEvent,
  DataGrid,
  type FillEvent,
  type RenderCheckboxProps,
  renderCheckbox,
  type SortColumn,
  type DataGridHandle,
} from 'react-data-grid';
import { type GridColumn, useDataGridColumns } from './grid-columns.tsx';
import { FilterContext } from './grid-header.tsx';
import styles from './grid.module.css';
import { drawRow, NotesContext, type RowNotes } from './noted-row.tsx';
import { copyText } from '../copy-text.ts';
import { useMediaQuery } from '../media-query.ts';
import { isKeyOf } from '../commands.ts';
import { isTyping } from '../typing.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { contains, type Rectangle, type Spot, textInAll, textsFilledDown } from './range.ts';
import { drawCell, RangeContext } from './range-cell.tsx';
import { useRange } from './use-range.ts';

type GridSortKey = { column: string; descending: boolean };

/** By a column, and by those in `thenBy` where that is equal. */
export type GridSort = GridSortKey & { thenBy?: readonly GridSortKey[] };

/** A cell; `row` is null for the head of a column, and in a grid without rows. */
export type GridPlace = { row: number | null; column: string };

export type GridCellEdit = { row: number; column: string; text: string };

/** Cells that are copied: the keys of their rows, and their columns. */
export type GridCells = { rows: readonly number[]; columns: readonly string[] };

export type GridHandle = {
  goTo: (row: number, column: string, edit?: boolean) => void;
  /** Copies the chosen cells, as Ctrl+C does, or with the names of their columns above. */
  copy: (withHeader: boolean) => void;
  /** Fills the chosen cells with the text of the top one of each column. */
  fillDown: () => void;
  clear: () => void;
};

type Props<Row extends { key: number }> = {
  ref?: Ref<GridHandle>;
  label: string;
  rows: readonly Row[];
  columns: readonly GridColumn<Row>[];
  selected: ReadonlySet<number>;
  onSelect: (rows: ReadonlySet<number>) => void;
  sort: GridSort | null;
  onSort: (sort: GridSort | null) => void;
  filters: Readonly<Record<string, string>>;
  onFilter: (column: string, text: string) => void;
  /** Texts were written into cells of one column: typed into one, or filled into several. */
  onEdit?: (edits: readonly GridCellEdit[]) => void;
  /** The head of a column was dragged onto that of another. */
  onMoveColumn?: (column: string, onto: string) => void;
  /** A column was made wider or narrower; in pixels. */
  onResize?: (column: string, width: number) => void;
  onPaste?: (place: GridPlace, text: string) => void;
  onCopy?: (cells: GridCells, withHeader: boolean) => string | null;
  /** A menu is asked for at this point of the screen; the cell that it is about is active. */
  onMenu?: (at: { x: number; y: number }) => void;
  /** The row of the active cell changed. */
  onActive?: (row: number | null) => void;
  /** The active cell, or the focus, went to another row. */
  onLeave?: (row: number) => void;
  /** A cell of this row is being edited; null when editing ends. */
  onEditing?: (row: number | null) => void;
  /** What is shown below the cells of some rows; null where none has anything. */
  notes?: RowNotes<Row> | null;
};

/** A sheet of rows as a spreadsheet has it: keyboard, sorting, filters, selection, editing, pasting. */
export function Grid<Row extends { key: number }>({ ref, ...props }: Props<Row>) {
  const { rows, columns, selected, sort, filters, onFilter, onEditing } = props;
  const grid = useRef<DataGridHandle>(null);
  const active = useRef<ActivePosition>(nowhere);

  const { notes = null } = props;
  const isTouched = useMediaQuery('(pointer: coarse)');
  const rowHeight = useMemo(() => {
    const height = isTouched ? 44 : 36;
    return notes === null ? height : (row: Row) => height + notes.heightOf(row);
  }, [isTouched, notes]);
  const dataGridColumns = useDataGridColumns(columns, onEditing);
  const columnOf = (idx: number) => columns[idx - 1]?.key ?? columns[0]?.key ?? '';

  const range = useRange({
    rows,
    columnCount: columns.length,
    activeSpot,
    scrollTo: ({ row, column }) => grid.current?.scrollToCell({ rowIdx: row, idx: column + 1 }),
  });

  useImperativeHandle(ref, () => ({
    goTo(row, column, edit = false) {
      const rowIdx = rows.findIndex(({ key }) => key === row);
      const at = columns.findIndex(({ key }) => key === column);
      const idx = 1 + (at === -1 ? columns.findIndex((one) => one.edit !== undefined) : at);
      if (rowIdx === -1) return;
      grid.current?.scrollToCell({ rowIdx, idx });
      grid.current?.setActivePosition({ rowIdx, idx }, { enableEditor: edit, shouldFocus: true });
    },
    copy(withHeader) {
      const text = chosenText(withHeader);
      if (text !== null) copyText(text);
    },
    fillDown: () => writeInto((chosen) => textsFilledDown(chosen, rows, columns)),
    clear: () => writeInto((chosen) => textInAll(chosen, rows, columns, '')),
  }));

  useLayoutEffect(
    function followTheActiveRow() {
      const { row, rowIdx, idx } = active.current;
      if (row === null || rows[rowIdx]?.key === row) return;
      const at = rows.findIndex(({ key }) => key === row);
      if (at !== -1) grid.current?.setActivePosition({ rowIdx: at, idx });
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when rows change
    [grid, rows],
  );

  function activeSpot(): Spot | null {
    const { rowIdx, idx } = active.current;
    return rowIdx < 0 || idx < 1 ? null : { row: rowIdx, column: idx - 1 };
  }

  function writeInto(texts: (chosen: Rectangle) => readonly GridCellEdit[]) {
    const chosen = range.rectangle();
    const edits = chosen === null ? [] : texts(chosen);
    if (edits.length > 0) props.onEdit?.(edits);
  }

  function setActive(next: ActivePosition) {
    const { row } = active.current;
    active.current = next;
    if (row === next.row) return;
    if (row !== null) props.onLeave?.(row);
    props.onActive?.(next.row);
  }

  function handleCellKeyDown(args: CellKeyDownArgs<Row>, event: CellKeyboardEvent) {
    if (args.mode === 'ACTIVE') {
      if (!handleCommandKey(event)) return;
      event.preventDefault();
      event.preventGridDefault();
      return;
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && range.shown !== null) {
      event.preventDefault();
      event.preventGridDefault();
      const text = columns[args.column.idx - 1]?.edit?.value(args.row) ?? '';
      args.onClose(false, true);
      writeInto((chosen) => textInAll(chosen, rows, columns, text));
      return;
    }
    // As in a spreadsheet: Enter keeps what was typed and goes to the row below.
    if (event.key === 'Enter') {
      event.preventDefault(); // a question that opens now must not be answered by the same key
      const rowIdx = args.rowIdx + 1;
      if (rowIdx >= rows.length) {
        queueMicrotask(() => props.onLeave?.(args.row.key));
        return;
      }
      event.preventGridDefault();
      grid.current?.setActivePosition({ rowIdx, idx: args.column.idx }, { shouldFocus: true });
    }
  }

  /** Keys of a cell that is not open; false for those that mean nothing here. */
  function handleCommandKey(event: CellKeyboardEvent): boolean {
    const { key, shiftKey, altKey } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    if (active.current.row === null) return false;
    if (shiftKey && !altKey && key.startsWith('Arrow')) return range.extendBy(key, ctrl);
    if (key === 'Escape' && range.shown !== null) range.clear();
    else if (ctrl && !shiftKey && !altKey && key === 'a') range.chooseAll();
    else if (props.onEdit === undefined) return false;
    else if (isKeyOf('fillDown', event)) {
      writeInto((chosen) => textsFilledDown(chosen, rows, columns));
    } else if (isKeyOf('clearCells', event)) {
      writeInto((chosen) => textInAll(chosen, rows, columns, ''));
    } else return false;
    return true;
  }

  function handleMouseDown({ row, rowIdx, column }: CellMouseArgs<Row>, event: CellMouseEvent) {
    const spot = { row: rowIdx, column: column.idx - 1 };
    if (spot.column < 0) return;
    // After the active row is deleted another is in its place, for which the grid sends no event.
    if (active.current.rowIdx === rowIdx) setActive({ row: row.key, rowIdx, idx: column.idx });
    // The menu of several cells must not make it one again.
    if (event.button !== 0) {
      const chosen = range.shown;
      if (chosen !== null && contains(chosen, spot)) event.preventGridDefault();
      else range.clear();
      return;
    }
    if (!range.press(spot, event.shiftKey)) return;
    event.preventDefault();
    event.preventGridDefault();
  }

  function handleMenu(event: MouseEvent<HTMLElement>) {
    const cell =
      event.target instanceof Element
        ? event.target.closest('[role=gridcell]:not([data-note])')
        : null;
    if (cell === null || props.onMenu === undefined || isTyping(event.target)) return;
    event.preventDefault();
    // The key for the menu knows no point: below the cell then.
    const { left, bottom } = cell.getBoundingClientRect();
    const byPointer = event.button === 2;
    props.onMenu({ x: byPointer ? event.clientX : left, y: byPointer ? event.clientY : bottom });
  }

  function activePlace(): GridPlace {
    return { row: active.current.row, column: columnOf(active.current.idx) };
  }

  /** Where a block is pasted: the first of the chosen cells. */
  function pastePlace(): GridPlace {
    const chosen = range.shown;
    const first = chosen === null ? undefined : rows[chosen.top];
    if (chosen === null || first === undefined) return activePlace();
    return { row: first.key, column: columns[chosen.left]?.key ?? '' };
  }

  function handlePaste(event: ClipboardEvent<HTMLElement>) {
    const text = event.clipboardData.getData('text/plain');
    const { target } = event;
    if (isTyping(target)) {
      // Cells of a spreadsheet are rows, also where a single cell is open.
      if (!isInCell(target) || !isBlockOfCells(text)) return;
      target.blur(); // keeps what was typed, and closes the cell
    }
    event.preventDefault();
    const one = range.shown === null ? null : singleText(text);
    if (one !== null) writeInto((chosen) => textInAll(chosen, rows, columns, one));
    else props.onPaste?.(pastePlace(), text);
  }

  function chosenText(withHeader: boolean): string | null {
    const chosen = range.rectangle();
    if (chosen === null) return null;
    const cells = {
      rows: rows.slice(chosen.top, chosen.bottom + 1).map(({ key }) => key),
      columns: columns.slice(chosen.left, chosen.right + 1).map(({ key }) => key),
    };
    return props.onCopy?.(cells, withHeader) ?? null;
  }

  function handleCopy(event: ClipboardEvent<HTMLElement>) {
    if (isTyping(event.target)) return;
    const text = chosenText(false);
    if (text === null) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  }

  /** Dragging the handle of a cell copies it into those it is dragged over. */
  function fillCell({ columnKey, sourceRow, targetRow }: FillEvent<Row>): Row {
    const edit = columns.find(({ key }) => key === columnKey)?.edit;
    if (edit === undefined) return targetRow;
    return edit.change(targetRow, edit.value(sourceRow));
  }

  function handleBlur(wrapper: HTMLElement) {
    // Later, because a cell that closes its editor drops the focus for a moment.
    setTimeout(() => {
      const { row } = active.current;
      if (row !== null && !wrapper.contains(document.activeElement)) props.onLeave?.(row);
    });
  }

  return (
    <div
      className={styles.wrapper}
      onPaste={handlePaste}
      onCopy={handleCopy}
      onBlur={(event) => handleBlur(event.currentTarget)}
      onKeyDownCapture={openFilterOnAltDown}
      onMouseMove={range.drag}
      onContextMenu={handleMenu}
    >
      <FilterContext value={{ filters, onFilter }}>
        <NotesContext value={notes}>
          <RangeContext value={range.shown}>
            <DataGrid
              ref={grid}
              aria-label={props.label}
              aria-description="Enter or F2 edits a cell, Escape cancels, Tab and Enter move on. Shift and arrow keys select several cells, Ctrl+D fills them down, Delete clears them, Ctrl+Enter writes the text into all of them. Enter in a column header sorts by it, Ctrl+Enter sorts by it as well; Alt+Down filters it."
              className={styles.grid ?? ''}
              columns={dataGridColumns}
              rows={rows}
              rowKeyGetter={(row) => row.key}
              rowHeight={rowHeight}
              headerRowHeight={isTouched ? 84 : 70}
              renderers={renderers}
              selectedRows={selected}
              onSelectedRowsChange={props.onSelect}
              sortColumns={sort === null ? [] : [sort, ...(sort.thenBy ?? [])].map(toSortColumn)}
              onSortColumnsChange={(sorted) => {
                const [first, ...thenBy] = sorted.map(fromSortColumn);
                props.onSort(
                  first === undefined ? null : { ...first, ...(thenBy.length > 0 && { thenBy }) },
                );
              }}
              onRowsChange={(changed, { indexes, column }) => {
                const edit = columns.find(({ key }) => key === column.key)?.edit;
                if (edit === undefined) return;
                const edited = indexes.flatMap((at) => changed[at] ?? []);
                props.onEdit?.(
                  edited.map((row) => ({
                    row: row.key,
                    column: column.key,
                    text: edit.value(row),
                  })),
                );
              }}
              onColumnsReorder={(column, onto) => props.onMoveColumn?.(column, onto)}
              onColumnResize={({ key }, width) => props.onResize?.(key, width)}
              onCellMouseDown={handleMouseDown}
              {...(props.onEdit === undefined ? {} : { onFill: fillCell })}
              onCellPaste={({ row }) => row}
              onCellKeyDown={handleCellKeyDown}
              onActivePositionChange={({ row, rowIdx, column }) => {
                range.clear();
                setActive({ row: row?.key ?? null, rowIdx, idx: column?.idx ?? -1 });
              }}
              onCellDoubleClick={({ setActivePosition }) => setActivePosition(true)}
            />
          </RangeContext>
        </NotesContext>
      </FilterContext>
      <VisuallyHidden>
        <output>{range.shown === null ? '' : rangeText(range.shown)}</output>
      </VisuallyHidden>
    </div>
  );
}

function rangeText({ top, bottom, left, right }: Rectangle): string {
  const rows = (bottom - top + 1).toLocaleString('en');
  return `${rows} by ${right - left + 1} cells selected`;
}

/** The text of a single cell, as a spreadsheet copies it; null for several. */
function singleText(text: string): string | null {
  return isBlockOfCells(text) ? null : text.replace(/[\r\n]+$/, '');
}

function isInCell(target: EventTarget): target is HTMLElement {
  return target instanceof HTMLElement && target.closest('[role=gridcell]') !== null;
}

/** A single cell is copied with a line end behind it, which makes no second row. */
function isBlockOfCells(text: string): boolean {
  return /[\t\r\n]/.test(text.replace(/[\t\r\n]+$/, ''));
}

/** Alt and arrow down open a column's filter, as in a spreadsheet. */
function openFilterOnAltDown(event: KeyboardEvent<HTMLElement>): void {
  if (!event.altKey || event.key !== 'ArrowDown' || !(event.target instanceof Element)) return;
  const filter = event.target.closest('[role=columnheader]')?.querySelector('input');
  if (filter === null || filter === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  filter.focus();
}

type ActivePosition = { row: number | null; rowIdx: number; idx: number };

const nowhere: ActivePosition = { row: null, rowIdx: -1, idx: -1 };
const renderers = {
  renderRow: drawRow,
  renderCell: drawCell,
  renderCheckbox: (box: RenderCheckboxProps) => (
    <label className={styles.check}>{renderCheckbox(box)}</label>
  ),
};

const toSortColumn = ({ column, descending }: GridSortKey) => ({
  columnKey: column,
  direction: descending ? ('DESC' as const) : ('ASC' as const),
});

const fromSortColumn = ({ columnKey, direction }: SortColumn): GridSortKey => ({
  column: columnKey,
  descending: direction === 'DESC',
});
