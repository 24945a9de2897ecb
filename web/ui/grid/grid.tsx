import 'react-data-grid/lib/styles.css';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import {
  type CellKeyboardEvent,
  type CellKeyDownArgs,
  type Column,
  DataGrid,
  type DataGridHandle,
  SelectColumn,
} from 'react-data-grid';
import { GridEditor, type GridEdit } from './grid-editor.tsx';
import { FilterContext, GridHeader } from './grid-header.tsx';
import styles from './grid.module.css';
import { drawRow, LookContext } from './seen-row.tsx';
import { isTyping } from '../typing.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';

export type GridColumn<Row> = {
  key: string;
  name: string;
  width?: number | string;
  minWidth?: number;
  /** What the cell shows, and what sorting and filtering read. */
  text: (row: Row) => string;
  /** Shown instead of the text; `tabIndex` is for the one element in it that can be focused. */
  draw?: (row: Row, tabIndex: number) => ReactNode;
  /** Left out for a column that cannot be edited. */
  edit?: GridEdit<Row>;
  /** Why the text of the cell cannot be saved. */
  fault?: (row: Row) => string | null;
  filterable?: boolean;
  sortable?: boolean;
};

export type GridSort = { column: string; descending: boolean };

/** A cell; `row` is null for the head of a column, and in a grid without rows. */
export type GridPlace = { row: number | null; column: string };

export type GridCellEdit = { row: number; column: string; text: string };

export type GridHandle = { goTo: (row: number, column: string, edit?: boolean) => void };

type Props<Row extends { key: number }> = {
  ref?: Ref<GridHandle>;
  label: string;
  rows: readonly Row[];
  /** Whether a row stands for another that is yet to come: it is neither edited nor selected. */
  isLoading?: (row: Row) => boolean;
  /** The row at this index came into sight. */
  onLook?: (index: number) => void;
  columns: readonly GridColumn<Row>[];
  selected: ReadonlySet<number>;
  onSelect: (rows: ReadonlySet<number>) => void;
  sort: GridSort | null;
  onSort: (sort: GridSort | null) => void;
  filters: Readonly<Record<string, string>>;
  onFilter: (column: string, text: string) => void;
  /** Texts were written into cells of one column: typed into one, or filled into several. */
  onEdit?: (edits: readonly GridCellEdit[]) => void;
  onPaste?: (place: GridPlace, text: string) => void;
  onCopy?: (place: GridPlace) => string | null;
  /** The row of the active cell changed. */
  onActive?: (row: number | null) => void;
  /** The active cell, or the focus, went to another row. */
  onLeave?: (row: number) => void;
  /** A cell of this row is being edited; null when editing ends. */
  onEditing?: (row: number | null) => void;
  rowClass?: (row: Row) => string | undefined;
};

/** A sheet of rows as a spreadsheet has it: keyboard, sorting, filters, selection, editing, pasting. */
export function Grid<Row extends { key: number }>({ ref, ...props }: Props<Row>) {
  const { rows, columns, selected, sort, filters, onFilter, onEditing } = props;
  const grid = useRef<DataGridHandle>(null);
  const active = useRef<ActivePosition>(nowhere);

  const { isLoading = nothingLoads } = props;
  const dataGridColumns = useDataGridColumns(columns, onEditing, isLoading);
  const columnOf = (idx: number) => columns[idx - 1]?.key ?? columns[0]?.key ?? '';

  useImperativeHandle(ref, () => ({
    goTo(row, column, edit = false) {
      const rowIdx = rows.findIndex(({ key }) => key === row);
      const idx = 1 + columns.findIndex(({ key }) => key === column);
      if (rowIdx === -1) return;
      grid.current?.scrollToCell({ rowIdx, idx });
      grid.current?.setActivePosition({ rowIdx, idx }, { enableEditor: edit, shouldFocus: true });
    },
  }));

  useLayoutEffect(
    function followTheActiveRow() {
      const { row, rowIdx, idx, isComing } = active.current;
      const here = rows[rowIdx];
      if (row === null || here?.key === row) return;
      // The row for which another stood has come.
      if (isComing && here !== undefined) return setActive({ row: here.key, rowIdx, idx });
      const at = rows.findIndex(({ key }) => key === row);
      if (at !== -1) grid.current?.setActivePosition({ rowIdx: at, idx });
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when rows change
    [grid, rows],
  );

  function setActive(next: Omit<ActivePosition, 'isComing'>) {
    const { row } = active.current;
    const shown = rows[next.rowIdx];
    active.current = { ...next, isComing: shown !== undefined && isLoading(shown) };
    if (row === next.row) return;
    if (row !== null) props.onLeave?.(row);
    props.onActive?.(next.row);
  }

  function handleCellKeyDown(args: CellKeyDownArgs<Row>, event: CellKeyboardEvent) {
    // As in a spreadsheet: Enter keeps what was typed and goes to the row below.
    if (args.mode === 'EDIT' && event.key === 'Enter') {
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

  function activePlace(): GridPlace {
    return { row: active.current.row, column: columnOf(active.current.idx) };
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
    props.onPaste?.(activePlace(), text);
  }

  function handleCopy(event: ClipboardEvent<HTMLElement>) {
    if (isTyping(event.target)) return;
    const text = props.onCopy?.(activePlace()) ?? null;
    if (text === null) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
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
    >
      <FilterContext value={{ filters, onFilter }}>
        <LookContext value={props.onLook ?? null}>
          <DataGrid
            ref={grid}
            aria-label={props.label}
            aria-description="Enter or F2 edits a cell, Escape takes it back, Tab and Enter move on. Alt and arrow down in the head of a column filters it."
            className={styles.grid ?? ''}
            columns={dataGridColumns}
            rows={rows}
            rowKeyGetter={(row) => row.key}
            rowHeight={36}
            headerRowHeight={70}
            rowClass={(row) => props.rowClass?.(row) ?? null}
            renderers={renderers}
            isRowSelectionDisabled={isLoading}
            selectedRows={selected}
            onSelectedRowsChange={props.onSelect}
            sortColumns={sort === null ? [] : [toSortColumn(sort)]}
            onSortColumnsChange={([first]) =>
              props.onSort(
                first === undefined
                  ? null
                  : { column: first.columnKey, descending: first.direction === 'DESC' },
              )
            }
            onRowsChange={(changed, { indexes, column }) => {
              const edit = columns.find(({ key }) => key === column.key)?.edit;
              if (edit === undefined) return;
              const edited = indexes.flatMap((at) => changed[at] ?? []);
              props.onEdit?.(
                edited.map((row) => ({ row: row.key, column: column.key, text: edit.value(row) })),
              );
            }}
            onCellPaste={({ row }) => row}
            onCellKeyDown={handleCellKeyDown}
            onActivePositionChange={({ row, rowIdx, column }) =>
              setActive({ row: row?.key ?? null, rowIdx, idx: column?.idx ?? -1 })
            }
            onCellDoubleClick={({ setActivePosition }) => setActivePosition(true)}
          />
        </LookContext>
      </FilterContext>
    </div>
  );
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

type ActivePosition = {
  row: number | null;
  rowIdx: number;
  idx: number;
  /** Another row stands there until it comes. */
  isComing: boolean;
};

const nowhere: ActivePosition = { row: null, rowIdx: -1, idx: -1, isComing: false };
const renderers = { renderRow: drawRow };
const nothingLoads = () => false;

const toSortColumn = ({ column, descending }: GridSort) => ({
  columnKey: column,
  direction: descending ? ('DESC' as const) : ('ASC' as const),
});

function useDataGridColumns<Row extends { key: number }>(
  columns: readonly GridColumn<Row>[],
  onEditing: ((row: number | null) => void) | undefined,
  isLoading: (row: Row) => boolean,
): Column<Row>[] {
  return useMemo(
    () => [
      SelectColumn,
      ...columns.map((column) => toDataGridColumn(column, onEditing, isLoading)),
    ],
    [columns, onEditing, isLoading],
  );
}

function toDataGridColumn<Row extends { key: number }>(
  column: GridColumn<Row>,
  onEditing: ((row: number | null) => void) | undefined,
  isLoading: (row: Row) => boolean,
): Column<Row> {
  const { key, name, width, minWidth = 60, text, draw, edit, fault } = column;
  const sortable = column.sortable ?? true;
  return {
    key,
    name,
    minWidth,
    resizable: true,
    sortable,
    ...(width === undefined ? {} : { width }),
    renderHeaderCell: (head) => (
      <GridHeader
        name={name}
        column={key}
        direction={head.sortDirection}
        filterable={column.filterable ?? true}
      />
    ),
    cellClass: (row) => (fault?.(row) ? styles.faulty : null),
    renderCell: ({ row, tabIndex }) =>
      draw?.(row, tabIndex) ?? <CellText text={text(row)} fault={fault?.(row) ?? null} />,
    ...(edit === undefined
      ? {}
      : {
          renderEditCell: (cell) => (
            <GridEditor
              label={name}
              value={edit.value(cell.row)}
              suggestions={edit.suggestions}
              onChange={(value) => cell.onRowChange(edit.change(cell.row, value))}
              onClose={() => cell.onClose(true, false)}
              row={cell.row.key}
              onEditing={onEditing}
            />
          ),
          editable: (row: Row) => !isLoading(row),
          // An update of the row must not discard what is being typed.
          editorOptions: { closeOnExternalRowChange: false },
        }),
  };
}

function CellText({ text, fault }: { text: string; fault: string | null }) {
  if (fault === null) return text;
  return (
    <span data-hint={fault} className={styles.text}>
      {text === '' ? '…' : text}
      <VisuallyHidden> {fault}</VisuallyHidden>
    </span>
  );
}
