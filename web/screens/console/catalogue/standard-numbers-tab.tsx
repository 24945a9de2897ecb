import { type ComponentProps, type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useLocation, useSearchParams } from 'react-router';
import { mostDocumentsAtOnce } from '#contract/calls.ts';
import type { ManagedCustomer, ManagedDocument } from '#contract/editing.ts';
import { pageOfTab } from '#contract/pages.ts';
import { statusNames } from '#contract/cell-texts.ts';
import type { GridColumn } from '../../../ui/grid/grid-columns.tsx';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { RevisionStatusChip } from '../../../ui/revision-status.tsx';
import { useConsole } from '../state/console-context.ts';
import type { OpenDocuments } from '../state/console-data.ts';
import { formatCount } from '../format.ts';
import { EditingGrid } from '../grid/editing-grid.tsx';
import { fieldColumn } from '../grid/field-column.ts';
import { Narrowed } from '../grid/narrowed.tsx';
import { customersQuery, documentsQuery, narrowedDocumentsQuery } from '../state/live-updates.ts';
import { documentParams, type NarrowingParams } from '../state/narrowing.ts';
import { useAddressParams } from '../../use-address-params.ts';
import { loadingOrFailed } from '../loading-or-failed.tsx';
import { useSheetTools } from '../sheets/sheet-tools.tsx';
import { useStandardActions } from '../standards/use-standard-actions.tsx';
import { DropArea } from '../uploads/drop-area.tsx';
import { useUploadTool } from '../uploads/upload-tool.tsx';
import { customerListId } from '../state/customer-suggestions.tsx';
import { CustomerFilter } from './customer-filter.tsx';
import {
  type DocumentField,
  type DocumentRow,
  documentText,
  documentTitle,
} from '../state/document-rows.ts';
import { documentIdentity, documentPasting } from './document-pasting.ts';
import { useMissedNumbers } from './missed-numbers.tsx';
import { StatusChips } from './status-chips.tsx';
import { UploadStatusCell } from './upload-status-cell.tsx';
import { useCustomers } from '../state/use-customers.ts';
import { useDelete } from './use-delete.tsx';
import { useLinkedEntry } from './use-linked-entry.ts';

/** The Standard Number grid: of all customers or of one; of a large library what it is narrowed to. */
export function StandardNumbersTab() {
  const { data } = useConsole();
  const list = useQuery(customersQuery(data));
  const [params, change] = useAddressParams(documentParams);
  const [address, setAddress] = useSearchParams();
  const { pathname, search } = useLocation();
  const customers = useCustomers();
  const total = customers.reduce((sum, { documents }) => sum + documents, 0);

  const placeholder = loadingOrFailed(list, 'customers');
  if (placeholder !== null) return placeholder;
  const customer = customers.find(({ id }) => String(id) === params.customer) ?? null;
  // A link that narrows does so in a small library, too.
  const isNarrowed = total > mostDocumentsAtOnce || params.code !== '' || params.text !== '';
  const open = data.documentsOf(customer?.id ?? null, isNarrowed, `${pathname}${search}`);
  const shared = { open, customer, linked: Number(address.get('entry')) || null };
  if (open.isNarrowed) {
    return <NarrowedNumbers {...shared} params={params} total={total} onNarrow={change} />;
  }
  const filter = (
    <CustomerFilter
      value={customer}
      onChange={(next) => setAddress(next === null ? {} : { customer: String(next.id) })}
    />
  );
  return <AllNumbers key={customer?.id} {...shared} filter={filter} />;
}

type Props = { open: OpenDocuments; customer: ManagedCustomer | null; linked: number | null };

function AllNumbers({ filter, ...shared }: Props & { filter: ReactNode }) {
  const { data } = useConsole();
  const { store } = shared.open;
  const list = useQuery(documentsQuery(data, shared.open));
  // The first page is shown while the others are still loading.
  const count = useSyncExternalStore(store.subscribe, () => store.snapshot().count);
  const placeholder = count > 0 ? null : loadingOrFailed(list, 'standard numbers');
  if (placeholder !== null) return placeholder;
  return (
    <DocumentGrid
      {...shared}
      loading={list.isSuccess ? null : `Loading… ${formatCount(count, 'row')} so far`}
      lead={filter}
      chips={<StatusChips store={store} />}
      empty={
        <Empty
          icon={<Upload size="1.75rem" />}
          title="No standard numbers yet"
          text="Add one, paste rows from a spreadsheet into a new one, import a file, or drop PDFs here."
        />
      }
    />
  );
}

type NarrowedProps = Props & {
  params: NarrowingParams;
  total: number;
  onNarrow: (params: NarrowingParams) => void;
};

function NarrowedNumbers({ params, total, onNarrow, ...shared }: NarrowedProps) {
  const { data } = useConsole();
  const narrowing = documentParams.narrowing(params);
  const list = useQuery(narrowedDocumentsQuery(data, shared.open, narrowing, shared.linked));
  const { deleteAllThatMatch, dialog } = useDelete();
  return (
    <>
      <Narrowed
        noun="standard number"
        total={total}
        params={params}
        onNarrow={onNarrow}
        codes={{ label: 'Upload Status', names: statusNames }}
        hint="Number, description …"
        store={shared.open.store}
        list={list}
      >
        {({ found, isLoading, empty }) => (
          <DocumentGrid
            key={JSON.stringify(narrowing)}
            {...shared}
            loading={isLoading ? '' : null}
            narrowed={{
              found,
              onDeleteAll: (count) => narrowing && deleteAllThatMatch(narrowing, count),
            }}
            empty={empty}
          />
        )}
      </Narrowed>
      {dialog}
    </>
  );
}

type GridProps = Props &
  Pick<ComponentProps<typeof EditingGrid>, 'loading' | 'narrowed' | 'lead' | 'chips' | 'empty'>;

function DocumentGrid({ open, customer, linked, ...shown }: GridProps) {
  const { data } = useConsole();
  const { store } = open;
  const { deleteDocumentRows, dialog: deletion } = useDelete();
  const { rowActions, dialog } = useStandardActions();
  const { uploadTool, input } = useUploadTool();
  const sheets = useSheetTools();
  const missed = useMissedNumbers();
  useLinkedEntry(store, linked, shown.loading === null);
  const pasting = { ...documentPasting, isLead: (text: string) => data.hasCustomer(text) };
  const blank = useMemo(
    () => (customer === null ? {} : { customer: customer.customer }),
    [customer],
  );
  return (
    <DropArea rowAt={(place) => store.snapshot().rows[place]?.saved ?? null}>
      <EditingGrid
        {...shown}
        store={store}
        noun="Standard number"
        titleOf={({ fields }) => documentTitle(fields)}
        subject="document"
        columns={columns}
        blank={blank}
        startAt={{ added: customer === null ? 'customer' : 'doc_num', duplicated: 'doc_rev' }}
        linkTo={linkToEntry}
        goTo={linked}
        identity={documentIdentity}
        pasting={pasting}
        onDelete={(rows) => deleteDocumentRows(store, rows)}
        rowActions={rowActions}
        tools={(rows) => [
          uploadTool(rows.flatMap(({ saved }) => saved ?? [])),
          ...sheets.tools,
          missed.tool,
        ]}
      />
      {input}
      {sheets.dialog}
      {missed.dialog}
      {dialog}
      {deletion}
    </DropArea>
  );
}

/** Of all customers, so that it leads there also when the entry goes to another one. */
const linkToEntry = (id: number): string =>
  `${location.origin}${pageOfTab('standard-numbers')}?entry=${id}`;

const columns: GridColumn<DocumentRow>[] = [
  fieldColumn<ManagedDocument, DocumentField>('customer', 'Customer', {
    width: 180,
    suggestions: customerListId,
  }),
  fieldColumn<ManagedDocument, DocumentField>('doc_num', 'Standard Number', { width: 170 }),
  fieldColumn<ManagedDocument, DocumentField>('doc_desc', 'Description', {
    width: 270,
  }),
  fieldColumn<ManagedDocument, DocumentField>('language', 'Language', { width: 96 }),
  fieldColumn<ManagedDocument, DocumentField>('doc_rev', 'Revision', { width: 96 }),
  {
    key: 'status',
    name: 'Upload Status',
    width: 150,
    text: (row) => documentText(row, 'status'),
    draw: ({ saved }, tabIndex) =>
      saved === null ? '' : <UploadStatusCell document={saved} tabIndex={tabIndex} />,
  },
  fieldColumn<ManagedDocument, DocumentField>('issued_on', 'Issued', { width: 110 }),
  {
    key: 'revision_status',
    name: 'Status',
    width: 140,
    text: (row) => documentText(row, 'revision_status'),
    draw: ({ saved }) =>
      saved === null ? '' : <RevisionStatusChip status={saved.revision_status} />,
  },
  { key: 'modified', name: 'Modified', width: 210, text: (row) => documentText(row, 'modified') },
  { key: 'created', name: 'Created', width: 210, text: (row) => documentText(row, 'created') },
];
