import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Columns3, CopyPlus, History, Link, Replace } from 'lucide-react';
import type { AuditSubject } from '#contract/audit.ts';
import { useCommands } from '../../../ui/commands.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useMediaQuery } from '../../../ui/media-query.ts';
import { Grid, type GridCells, type GridHandle } from '../../../ui/grid/grid.tsx';
import type { GridColumn } from '../../../ui/grid/grid-columns.tsx';
import { useConsole } from '../state/console-context.ts';
import { formatCount } from '../format.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { EditingToolbar, type ToolItem } from './editing-toolbar.tsx';
import { editsByRow, type RowIdentity } from '../rows/edits.ts';
import { formatCells } from './paste.ts';
import { ReplaceDialog } from './replace-dialog.tsx';
import type { RowAction } from './row-action.ts';
import { RowMenu } from './row-menu.tsx';
import { conflictId, conflictNotes } from './saving/conflict.tsx';
import { RowDialog } from './saving/row-dialog.tsx';
import { rowStateColumn } from './saving/row-state-column.tsx';
import type { RowStore } from '../rows/row-store.ts';
import type { Fields, GridRow, RowKey, SavedRow } from '../rows/row.ts';
import { SpoiltDialog, type SpoiltQuestion } from './spoilt-dialog.tsx';
import { useArrangedRows } from './use-arranged-rows.ts';
import { useColumnLayout } from './use-column-layout.ts';
import { useEdits } from './use-edits.tsx';
import { useGoToRow } from './use-go-to-row.ts';
import { type Pasting, usePaste } from './use-paste.ts';
import { usePasteAnywhere } from './use-paste-anywhere.ts';
import { useRememberedSort } from './use-remembered-sort.ts';

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
  /** Of a large library: how many rows match, null while that is unknown. */
  narrowed?: { found: number | null; onDeleteAll: (found: number) => void } | null;
  /** What else can be done with one saved row. */
  rowActions?: readonly RowAction<GridRow<Row, Field>>[];
  /** More tools, given the rows that are selected. */
  tools: (rows: readonly GridRow<Row, Field>[]) => readonly ToolItem[];
  /** Shown before the search. */
  lead?: ReactNode;
  /** Shown above the rows. */
  chips?: ReactNode;
  /** Shown in place of an empty grid. */
  empty: ReactNode;
  loading?: string | null;
  /** The address that leads to a row. */
  linkTo?: (id: number) => string;
  /** The row that an address led to, by its id. */
  goTo?: number | null;
};

/** A grid that is edited: its toolbar, its rows, and the dialog of a row that cannot be saved. */
export function EditingGrid<Row extends SavedRow, Field extends string>(props: Props<Row, Field>) {
  const { store, subject, columns, noun, blank, loading = null, narrowed = null } = props;
  const { showHistory } = useConsole();
  const grid = useRef<GridHandle>(null);
  const arranged = useArrangedRows(store, narrowed?.found ?? null);
  const { rows, indexOf, count, selectedRows, gridProps } = arranged;
  const { allSelected } = arranged;
  const [active, setActive] = useState<RowKey | null>(null);
  const [opened, setOpened] = useState<RowKey | null>(null);
  const openedRow = opened === null ? undefined : store.row(opened);

  const [dialog, setDialog] = useState<'columns' | 'replace' | null>(null);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const layout = useColumnLayout(columns, subject);
  useRememberedSort(store, arranged.arrangement.sort, subject);

  const editable = useMemo(
    () =>
      layout.shown
        .filter(({ edit }) => edit !== undefined)
        // The columns that can be edited are called like their fields.
        .map(({ key, name }) => ({ field: key as Field, name })),
    [layout.shown],
  );
  const shownColumns = useMemo(
    () => [rowStateColumn<GridRow<Row, Field>>(openState(setOpened)), ...layout.shown],
    [layout.shown],
  );
  // Every field has a column of its name.
  const names = useMemo(
    () => Object.fromEntries(columns.map(({ key, name }) => [key, name])) as Record<Field, string>,
    [columns],
  );
  const isNarrow = useMediaQuery('(width < 768px)');
  const hasConflict = arranged.unsaved.some(({ state }) => state === 'conflict');
  const conflicts = useMemo(
    () => (hasConflict ? conflictNotes({ store, subject, names, isNarrow }) : null),
    [hasConflict, isNarrow, store, subject, names],
  );
  const { write, question } = useEdits({ store, identity: props.identity, names });
  const { identity, pasting } = props;
  const [spoilt, setSpoilt] = useState<SpoiltQuestion | null>(null);
  const confirm = (warnings: readonly string[]) =>
    new Promise<boolean>((resolve) => {
      const answer = (isWanted: boolean) => {
        setSpoilt(null);
        resolve(isWanted);
      };
      setSpoilt({ warnings, resolve: answer });
    });
  const paste = usePaste({ store, columns: editable, pasting, identity, blank, write, confirm });
  usePasteAnywhere((text) => void paste({ row: null, column: '' }, text));
  const closeMenu = useCallback(() => setMenuAt(null), []);
  const hold = useCallback((key: RowKey | null) => store.hold(key), [store]);

  // Undefined when a filter hides it: tools do not touch what is not seen.
  const activeRow = active === null ? undefined : rows[indexOf(active)];
  const one = activeRow === undefined || allSelected !== null ? [] : [activeRow];
  const targets = selectedRows.length > 0 ? selectedRows : one;

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

  function edit(cells: Parameters<typeof editsByRow<Field>>[0]) {
    void write(editsByRow<Field>(cells), cells.length === 1 ? 'typed' : 'many');
  }

  function textToCopy(cells: GridCells, withHeader: boolean): string {
    const isOfSelected = cells.rows.length === 1 && cells.rows.some((key) => isSelected(key));
    const copied = isOfSelected
      ? { rows: selectedRows, columns: editable.map(({ field }) => field as string) }
      : { rows: cells.rows.flatMap((key) => store.row(key) ?? []), columns: cells.columns };
    const of = copied.columns.flatMap((key) => shownColumns.find((one) => one.key === key) ?? []);
    const texts = copied.rows.map((row) => of.map((column) => column.text(row)));
    return formatCells(withHeader ? [of.map(({ name }) => name), ...texts] : texts);
  }

  const isSelected = (key: RowKey) => selectedRows.some((row) => row.key === key);

  const deletedCount = allSelected ?? targets.length;

  function remove() {
    if (allSelected === null) props.onDelete(targets);
    else narrowed?.onDeleteAll(allSelected);
    gridProps.onSelect(new Set());
  }

  const openReplace = () => setDialog('replace');

  useGoToRow(store, props.goTo ?? null, loading === null, (key) =>
    grid.current?.goTo(key, props.startAt.added),
  );
  const { rowActions = [] } = props;
  const [only] = targets.length === 1 ? targets : [];
  const actedOn = only?.saved ? only : null;
  const actOn = (act: (row: GridRow<Row, Field>) => void) => () => {
    if (actedOn !== null) act(actedOn);
  };
  useCommands({
    replace: openReplace,
    ...Object.fromEntries(
      rowActions.flatMap(({ keysOf, act }) => (keysOf === undefined ? [] : [[keysOf, actOn(act)]])),
    ),
  });
  const link = only?.saved ? props.linkTo?.(only.saved.id) : undefined;
  const rowItems: ToolItem[] = [
    {
      name: 'Find and replace…',
      icon: <Replace {...small} />,
      keysOf: 'replace',
      act: openReplace,
    },
    ...rowActions.map(({ act, ...item }, at) => ({
      ...item,
      apart: at === 0,
      disabled: actedOn === null,
      act: actOn(act),
    })),
    {
      name: 'Copy link to this row',
      icon: <Link {...small} />,
      disabled: link === undefined,
      apart: true,
      act: () => {
        copyText(link ?? '');
        showToast('Link copied');
      },
    },
    {
      name: 'History',
      icon: <History {...small} />,
      disabled: actedOn === null,
      act: actOn((row) => {
        if (row.saved) showHistory({ subject, id: row.saved.id, title: props.titleOf(row) });
      }),
    },
    {
      name: targets.length > 1 ? `Duplicate ${formatCount(targets.length, 'row')}` : 'Duplicate',
      icon: <CopyPlus {...small} />,
      disabled: targets.length === 0,
      act: duplicate,
    },
  ];
  const items: ToolItem[] = [
    ...props.tools(selectedRows),
    ...rowItems,
    { name: 'Columns…', icon: <Columns3 {...small} />, act: () => setDialog('columns') },
  ];
  return (
    <>
      <EditingToolbar
        label={`${noun} tools`}
        lead={props.lead}
        search={narrowed === null ? arranged.search : null}
        onSearch={arranged.setSearch}
        onClear={arranged.clear}
        count={loading ?? countText(rows.length, count, narrowed === null ? noun : 'row')}
        deleted={deletedCount}
        items={items}
        onAdd={add}
        onDelete={remove}
      />
      {props.chips}
      {count === 0 && loading === null ? (
        props.empty
      ) : (
        <Grid
          key={layout.epoch}
          ref={grid}
          label={`${noun}s`}
          columns={shownColumns}
          {...gridProps}
          notes={conflicts}
          onEdit={edit}
          onPaste={(place, text) => void paste(place, text)}
          onCopy={textToCopy}
          onMenu={setMenuAt}
          onMoveColumn={layout.move}
          onResize={layout.resize}
          onActive={setActive}
          onLeave={(key) => store.leave([key])}
          onEditing={hold}
        />
      )}
      {openedRow !== undefined && openedRow.state !== 'saved' && (
        <RowDialog store={store} row={openedRow} names={names} onClose={() => setOpened(null)} />
      )}
      {menuAt !== null && (
        <RowMenu
          at={menuAt}
          grid={grid}
          items={rowItems}
          deleted={deletedCount}
          onDelete={remove}
          onClose={closeMenu}
        />
      )}
      {dialog === 'columns' && (
        <ColumnsDialog
          columns={columns}
          layout={layout.layout}
          onArrange={layout.arrange}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'replace' && (
        <ReplaceDialog
          rows={selectedRows.length > 0 ? selectedRows : rows}
          scope={replaceScope(selectedRows.length, rows.length)}
          columns={editable}
          onReplace={(edits) => {
            setDialog(null);
            void write(edits, 'many');
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {question}
      {spoilt !== null && <SpoiltDialog question={spoilt} />}
    </>
  );
}

const small = { size: '1rem', 'aria-hidden': true } as const;

/** A conflict is decided below the cells of its row, everything else in a dialog. */
function openState(open: (key: RowKey) => void) {
  return (row: GridRow) => {
    if (row.state !== 'conflict') return open(row.key);
    document.getElementById(conflictId(row))?.querySelector('button')?.focus();
  };
}

function countText(shown: number, count: number, noun: string): string {
  const all = formatCount(count, noun.toLowerCase());
  return shown === count ? all : `${shown.toLocaleString('en')} of ${all}`;
}

function replaceScope(selected: number, shown: number): string {
  return selected > 0
    ? formatCount(selected, 'selected row')
    : `the ${formatCount(shown, 'row')} that ${shown === 1 ? 'is' : 'are'} shown`;
}
