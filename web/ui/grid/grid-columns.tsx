import { type ReactNode, useMemo } from 'react';
import { type Column, SelectColumn } from 'react-data-grid';
import { GridEditor, type GridEdit } from './grid-editor.tsx';
import { GridHeader } from './grid-header.tsx';
import styles from './grid.module.css';
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
  /** Too narrow for its name, which is for screen readers then. */
  isNameHidden?: boolean;
  filterable?: boolean;
  sortable?: boolean;
};

/** Wide enough for a finger. */
const boxes = { ...SelectColumn, width: 44, minWidth: 44, maxWidth: 44 };

/** The columns as react-data-grid wants them, after the one with the boxes that select rows. */
export function useDataGridColumns<Row extends { key: number }>(
  columns: readonly GridColumn<Row>[],
  onEditing: ((row: number | null) => void) | undefined,
): Column<Row>[] {
  return useMemo(
    () => [boxes, ...columns.map((column) => toDataGridColumn(column, onEditing))],
    [columns, onEditing],
  );
}

function toDataGridColumn<Row extends { key: number }>(
  column: GridColumn<Row>,
  onEditing: ((row: number | null) => void) | undefined,
): Column<Row> {
  const { key, name, width, minWidth = 44, text, draw, edit, fault } = column;
  const sortable = column.sortable ?? true;
  return {
    key,
    name,
    minWidth,
    resizable: true,
    draggable: true,
    sortable,
    ...(width === undefined ? {} : { width }),
    renderHeaderCell: (head) => (
      <GridHeader
        name={name}
        isNameHidden={column.isNameHidden ?? false}
        column={key}
        direction={head.sortDirection}
        priority={head.priority}
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
