import { type ComponentType, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Copy, History, Plus, Trash2 } from 'lucide-react';
import type { AuditSubject } from '#contract/audit.ts';
import {
  Grid,
  type GridCellEdit,
  type GridColumn,
  type GridHandle,
  type GridPlace,
} from '../../../ui/grid/grid.tsx';
import { useConsole } from '../console-context.ts';
import { formatCount } from '../format.ts';
import type { RowIdentity } from './edits.ts';
import { formatCells } from './paste.ts';
import { RowDialog } from './saving/row-dialog.tsx';
import { rowStateColumn } from './saving/row-state-column.tsx';
import type { RowStore } from './saving/row-store.ts';
import type { Fields, GridRow, RowKey, SavedRow } from './saving/row.ts';
import { Tool, Toolbar } from './toolbar.tsx';
import { useArrangedRows } from './use-arranged-rows.ts';
import { useEdits } from './use-edits.tsx';
import { type Pasting, usePaste } from './use-paste.ts';
import { usePasteAnywhere } from './use-paste-anywhere.ts';

type Props<Row extends SavedRow, Field extends string> = {
  store: RowStore<Row, Field>;
  /** What one row is called. */
  noun: string;
  /** The title of one row, for its history. */
  titleOf: (row: GridRow<Row, Field>) => string;
  subject: AuditSubject;
  columns: readonly GridColumn<GridRow<Row, Field>>[];
  /** What a new row begins with. */
  blank: Partial<Fields<Field>>;
  /** Where editing begins in a new row, and in a duplicate. */
  startAt: { added: Field; duplicated: Field };
  /** What makes a saved row another one when it is written over. */
  identity: RowIdentity<Row, Field>;
  pasting: Pasting<Row, Field>;
  onDelete: (rows: readonly GridRow<Row, Field>[]) => void;
  /** More tools, given the rows that are selected. */
  Tools?: ComponentType<{ rows: readonly GridRow<Row, Field>[] }>;
  /** Stands before the search. */
  lead?: ReactNode;
  /** Shown in place of an empty grid. */
  empty: ReactNode;
  loading?: string | null;
};

/** A grid that is edited: its toolbar, its rows, and the dialog of a row that cannot be saved. */
export function EditingGrid<Row extends SavedRow, Field extends string>(props: Props<Row, Field>) {
  const { store, columns, noun, blank, Tools, loading = null } = props;
  const { showHistory } = useConsole();
  const grid = useRef<GridHandle>(null);
  const arranged = useArrangedRows(store);
  const { rows, indexOf, count, selectedRows, gridProps } = arranged;
  const [active, setActive] = useState<RowKey | null>(null);
  const [opened, setOpened] = useState<RowKey | null>(null);
  const openedRow = opened === null ? undefined : store.row(opened);

  const editable = useMemo(
    () =>
      columns
        .filter(({ edit }) => edit !== undefined)
        // The columns that can be edited are called like their fields.
        .map(({ key, name }) => ({ field: key as Field, name })),
    [columns],
  );
  const shownColumns = useMemo(
    () => [rowStateColumn<GridRow<Row, Field>>(({ key }) => setOpened(key)), ...columns],
    [columns],
  );
  // Every field has a column that can be edited.
  const names = Object.fromEntries(editable.map(({ field, name }) => [field, name])) as Record<
    Field,
    string
  >;
  const { write, question } = useEdits({ store, identity: props.identity, names });
  const { identity, pasting } = props;
  const paste = usePaste({ store, columns: editable, pasting, identity, blank, write });
  usePasteAnywhere((text) => void paste({ row: null, column: '' }, text));
  const hold = useCallback((key: RowKey | null) => store.hold(key), [store]);

  // Undefined when a filter hides it: tools do not touch what is not seen.
  const activeRow = active === null ? undefined : rows[indexOf(active)];
  const targets = selectedRows.length > 0 ? selectedRows : activeRow ? [activeRow] : [];

  function add() {
    const [key] = flushSync(() => store.add([blank], 0));
    if (key !== undefined) grid.current?.goTo(key, props.startAt.added, true);
  }

  function duplicate() {
    const last = targets.at(-1);
    if (last === undefined) return;
    const copies = targets.map(({ fields }) => fields);
    const at = indexOf(last.key) + 1;
    const [key] = flushSync(() => store.add(copies, at));
    if (key !== undefined) grid.current?.goTo(key, props.startAt.duplicated, true);
  }

  function textToCopy(place: GridPlace): string | null {
    const isBlock = selectedRows.some(({ key }) => key === place.row);
    if (isBlock) {
      return formatCells(
        selectedRows.map(({ fields }) => editable.map(({ field }) => fields[field])),
      );
    }
    const row = place.row === null ? undefined : store.row(place.row);
    const column = shownColumns.find(({ key }) => key === place.column);
    return row === undefined || column === undefined ? null : formatCells([[column.text(row)]]);
  }

  // Only columns that are called like their fields can be edited.
  const toEdit = ({ row, column, text }: GridCellEdit) => ({
    key: row,
    fields: { [column]: text } as Partial<Fields<Field>>,
  });

  const only = targets.length === 1 ? targets[0] : undefined;
  const many = targets.length > 1 ? ` (${targets.length})` : '';
  return (
    <>
      <Toolbar
        label={`${noun} tools`}
        lead={props.lead}
        search={arranged.search}
        onSearch={arranged.setSearch}
        count={loading ?? countText(rows.length, count, noun)}
      >
        <Tool primary icon={<Plus size="1rem" aria-hidden />} onClick={add}>
          Add
        </Tool>
        <Tool
          icon={<Copy size="1rem" aria-hidden />}
          disabled={targets.length === 0}
          onClick={duplicate}
        >
          Duplicate{many}
        </Tool>
        <Tool
          icon={<Trash2 size="1rem" aria-hidden />}
          disabled={targets.length === 0}
          onClick={() => {
            props.onDelete(targets);
            gridProps.onSelect(new Set());
          }}
        >
          Delete{many}
        </Tool>
        <Tool
          icon={<History size="1rem" aria-hidden />}
          disabled={only === undefined || only.saved === null}
          onClick={() => {
            if (!only?.saved) return;
            const title = props.titleOf(only);
            showHistory({ subject: props.subject, id: only.saved.id, title });
          }}
        >
          History
        </Tool>
        {Tools !== undefined && <Tools rows={selectedRows} />}
      </Toolbar>
      {count === 0 && loading === null ? (
        props.empty
      ) : (
        <Grid
          ref={grid}
          label={`${noun}s`}
          columns={shownColumns}
          {...gridProps}
          onEdit={(edits) => void write(edits.map(toEdit), edits.length === 1 ? 'typed' : 'many')}
          onPaste={(place, text) => void paste(place, text)}
          onCopy={textToCopy}
          onActive={setActive}
          onLeave={(key) => store.leave([key])}
          onEditing={hold}
        />
      )}
      {openedRow !== undefined && openedRow.state !== 'saved' && (
        <RowDialog
          store={store}
          row={openedRow}
          subject={props.subject}
          names={names}
          onClose={() => setOpened(null)}
        />
      )}
      {question}
    </>
  );
}

function countText(shown: number, count: number, noun: string): string {
  const all = formatCount(count, noun.toLowerCase());
  return shown === count ? all : `${shown.toLocaleString('en')} of ${all}`;
}

/** A column whose cells are a field of the row. */
export function fieldColumn<Row extends SavedRow, Field extends string>(
  field: Field,
  name: string,
  rest: { width?: number | string; minWidth?: number; suggestions?: string } = {},
): GridColumn<GridRow<Row, Field>> {
  const { suggestions, ...size } = rest;
  return {
    key: field,
    name,
    ...size,
    text: (row) => row.fields[field],
    fault: (row) =>
      row.state === 'invalid'
        ? (row.faults.find((fault) => fault.field === field)?.fault ?? null)
        : null,
    edit: {
      value: (row) => row.fields[field],
      change: (row, text) => ({ ...row, fields: { ...row.fields, [field]: text } }),
      ...(suggestions === undefined ? {} : { suggestions }),
    },
  };
}
