import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Archive, FilePlus2, FolderOpen, PencilLine } from 'lucide-react';
import type { ManagedFile } from '#contract/files.ts';
import { verdictNames } from '#contract/cell-texts.ts';
import { verdictInWords } from '#contract/verdict-words.ts';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { GridColumn } from '../../../ui/grid/grid-columns.tsx';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useConsole } from '../state/console-context.ts';
import type { FileStore } from '../state/console-data.ts';
import { formatCount } from '../format.ts';
import { Tool, Toolbar } from '../grid/toolbar.tsx';
import { useArrangedRows } from '../grid/use-arranged-rows.ts';
import { Narrowed } from '../grid/narrowed.tsx';
import { filesQuery, narrowedFilesQuery } from '../state/live-updates.ts';
import { fileParams, type NarrowingParams } from '../state/narrowing.ts';
import { useAddressParams } from '../../use-address-params.ts';
import { loadingOrFailed } from '../loading-or-failed.tsx';
import { NamesDialog } from '../uploads/names-dialog.tsx';
import { FileDetail } from './file-detail.tsx';
import { type FileRow, fileKind } from '../state/file-rows.ts';
import styles from './files-tab.module.css';
import { canCreate, canRename, canSetAside, useFileActions } from './use-file-actions.ts';
import { countVerdicts, VerdictChips } from './verdict-chips.tsx';

/** The files of the shared folder, their verdicts, and what can be done about them. */
export function FilesTab() {
  const { data } = useConsole();
  const [params, change] = useAddressParams(fileParams);
  const list = useQuery(filesQuery(data));
  const count = useSyncExternalStore(data.files.subscribe, () => data.files.snapshot().count);
  // A link that narrows does so in a small library, too.
  const isNarrowed = list.data?.areMany === true || fileParams.narrowing(params) !== null;

  const hasRows = count > 0 && !isNarrowed;
  const placeholder = hasRows ? null : loadingOrFailed(list, 'files');
  if (placeholder !== null) return placeholder;
  if (isNarrowed) {
    return <NarrowedFiles params={params} total={list.data?.total ?? 0} onNarrow={change} />;
  }
  if (hasRows) return <FileGrid store={data.files} />;
  return (
    <Empty
      icon={<FolderOpen size="1.75rem" />}
      title="The shared folder is empty"
      text="Put PDFs into it, or upload them in the Standard Number tab. They appear here after the next scan."
    />
  );
}

type NarrowedProps = {
  params: NarrowingParams;
  total: number;
  onNarrow: (params: NarrowingParams) => void;
};

function NarrowedFiles({ params, total, onNarrow }: NarrowedProps) {
  const { data } = useConsole();
  const narrowing = fileParams.narrowing(params);
  const list = useQuery(narrowedFilesQuery(data, narrowing));
  return (
    <Narrowed
      noun="file"
      total={total}
      params={params}
      onNarrow={onNarrow}
      codes={{ label: 'Verdict', names: verdictNames }}
      hint="Path or title"
      store={data.narrowedFiles}
      list={list}
    >
      {({ isLoading, empty }) => (
        <FileGrid
          key={JSON.stringify(narrowing)}
          store={data.narrowedFiles}
          loading={isLoading}
          empty={empty}
        />
      )}
    </Narrowed>
  );
}

/** `empty` stands in place of a narrowed grid without rows. */
function FileGrid({
  store,
  empty = null,
  loading = false,
}: {
  store: FileStore;
  empty?: ReactNode;
  loading?: boolean;
}) {
  const arranged = useArrangedRows(store);
  const { rows, count, selectedRows, gridProps, arrangement, arrange } = arranged;
  const [active, setActive] = useState<number | null>(null);
  const actions = useFileActions();
  const { create, rename, setAside } = actions;
  const columns = useMemo(
    () => makeColumns({ create, rename, setAside }),
    [create, rename, setAside],
  );

  const chosen = selectedRows.flatMap(({ saved }) => saved ?? []);
  const toCreate = chosen.filter(canCreate);
  const toRename = chosen.filter(canRename);
  const toSetAside = chosen.filter(canSetAside);
  const detail = active === null ? null : (store.row(active)?.saved ?? null);
  const noun = empty === null ? 'file' : 'row';
  return (
    <>
      <Toolbar
        label="File tools"
        search={empty === null ? arranged.search : null}
        onSearch={arranged.setSearch}
        onClear={arranged.clear}
        count={
          rows.length === count
            ? formatCount(count, noun)
            : `${rows.length.toLocaleString('en')} of ${formatCount(count, noun)}`
        }
      >
        <Tool
          icon={<FilePlus2 size="1rem" aria-hidden />}
          disabled={toCreate.length === 0}
          onClick={() => create(toCreate)}
        >
          {toCreate.length > 1 ? `Create entries (${toCreate.length})` : 'Create entry'}
        </Tool>
        <Tool
          icon={<PencilLine size="1rem" aria-hidden />}
          disabled={toRename.length === 0}
          onClick={() => rename(toRename)}
        >
          {toRename.length > 1 ? `Rename (${toRename.length})` : 'Rename'}
        </Tool>
        <Tool
          icon={<Archive size="1rem" aria-hidden />}
          disabled={toSetAside.length === 0}
          onClick={() => setAside(toSetAside)}
        >
          {toSetAside.length > 1 ? `Set aside (${toSetAside.length})` : 'Set aside'}
        </Tool>
      </Toolbar>
      {empty === null && (
        <VerdictChips
          counts={countVerdicts(store.all())}
          total={count}
          chosen={arrangement.filters['verdict'] ?? ''}
          onChoose={(verdict) => arrange({ filters: { ...arrangement.filters, verdict } })}
        />
      )}
      {count === 0 && !loading ? (
        empty
      ) : (
        <div className={styles.sheet}>
          <Grid label="Files" columns={columns} {...gridProps} onActive={setActive} />
          {detail !== null && <FileDetail file={detail} />}
        </div>
      )}
      {actions.toComplete.length > 0 && (
        <NamesDialog
          title={`Create ${formatCount(actions.toComplete.length, 'entry', 'entries')}`}
          verb="Create"
          nearestLabel={(fileName) => `Rename to ${fileName}`}
          names={actions.toComplete}
          onDecide={actions.decide}
          onClose={actions.dismiss}
        />
      )}
    </>
  );
}

type RowActions = {
  create: (files: ManagedFile[]) => void;
  rename: (files: ManagedFile[]) => void;
  setAside: (files: ManagedFile[]) => void;
};

function makeColumns(actions: RowActions): GridColumn<FileRow>[] {
  const text = (column: string) => (row: FileRow) => fileKind.textOf(row, column);
  return [
    { key: 'path', name: 'File', width: 320, text: text('path') },
    {
      key: 'verdict',
      name: 'Verdict',
      width: 180,
      text: text('verdict'),
      draw: ({ saved }, tabIndex) =>
        saved && (
          <span
            tabIndex={tabIndex}
            className={styles.verdict}
            data-verdict={saved.verdict}
            data-hint={verdictInWords(saved)}
          >
            {verdictNames[saved.verdict]}
            <VisuallyHidden> {verdictInWords(saved)}</VisuallyHidden>
          </span>
        ),
    },
    {
      key: 'action',
      name: 'Action',
      width: 230,
      filterable: false,
      sortable: false,
      text: () => '',
      draw: ({ saved }, tabIndex) =>
        saved && <Action file={saved} tabIndex={tabIndex} {...actions} />,
    },
    { key: 'pages', name: 'Pages', width: 80, text: text('pages') },
    { key: 'title', name: 'Title', width: 220, text: text('title') },
    { key: 'customers', name: 'Customers', width: 170, text: text('customers') },
    { key: 'modified', name: 'Modified', width: 150, text: text('modified') },
  ];
}

function Action({
  file,
  tabIndex,
  create,
  rename,
  setAside,
}: RowActions & { file: ManagedFile; tabIndex: number }) {
  const [words, act] = canRename(file)
    ? [`Rename to ${file.nearest?.file_name ?? ''}`, rename]
    : canCreate(file)
      ? ['Create entry', create]
      : canSetAside(file)
        ? ['Move to .superseded', setAside]
        : ['', null];
  if (act === null) return null;
  return (
    <button
      type="button"
      className={styles.action}
      tabIndex={tabIndex}
      data-hint={words}
      onClick={() => act([file])}
    >
      {words}
    </button>
  );
}
