import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { mostDocumentsAtOnce } from '#contract/calls.ts';
import type { ManagedDocument } from '#contract/editing.ts';
import { pageOfTab } from '#contract/pages.ts';
import type { GridColumn } from '../../../ui/grid/grid-columns.tsx';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { RevisionStatusChip } from '../../../ui/revision-status.tsx';
import { useConsole } from '../state/console-context.ts';
import type { OpenDocuments } from '../state/console-data.ts';
import { formatCount } from '../format.ts';
import { EditingGrid } from '../grid/editing-grid.tsx';
import { fieldColumn } from '../grid/field-column.ts';
import { customersQuery, documentsQuery } from '../state/live-updates.ts';
import { loadingOrFailed } from '../loading-or-failed.tsx';
import { SheetTools } from '../sheets/sheet-tools.tsx';
import { useStandardActions } from '../standards/use-standard-actions.tsx';
import { DropArea } from '../uploads/drop-area.tsx';
import { UploadTool } from '../uploads/upload-tool.tsx';
import { customerListId } from '../state/customer-suggestions.tsx';
import { CustomerFilter } from './customer-filter.tsx';
import {
  type DocumentField,
  type DocumentRow,
  documentText,
  documentTitle,
} from '../state/document-rows.ts';
import { documentIdentity, documentPasting } from './document-pasting.ts';
import { MissedNumbersTool } from './missed-numbers.tsx';
import { StatusChips } from './status-chips.tsx';
import { UploadStatusCell } from './upload-status-cell.tsx';
import { useCustomers } from '../state/use-customers.ts';
import { useDelete } from './use-delete.ts';
import { useLinkedEntry } from './use-linked-entry.ts';

/** The Standard Number grid, of all customers or of one. */
export function StandardNumbersTab() {
  const { data } = useConsole();
  const list = useQuery(customersQuery(data));
  const [params, setParams] = useSearchParams();
  const customerId = Number(params.get('customer')) || null;
  const customers = useCustomers();
  const customer = customers.find(({ id }) => id === customerId) ?? null;
  const total = customers.reduce((sum, { documents }) => sum + documents, 0);
  const shown = customerId === null ? total : (customer?.documents ?? 0);

  const placeholder = loadingOrFailed(list, 'customers');
  if (placeholder !== null) return placeholder;
  const filter = (
    <CustomerFilter
      value={customer}
      onChange={(next) => setParams(next === null ? {} : { customer: String(next.id) })}
    />
  );
  const open = data.documentsOf(customerId, shown > mostDocumentsAtOnce);
  return (
    <StandardNumbers
      key={`${customerId} ${open.inWindows}`}
      open={open}
      customer={customer?.customer ?? null}
      filter={filter}
    />
  );
}

type Props = {
  open: OpenDocuments;
  customer: string | null;
  filter: ReactNode;
};

function StandardNumbers({ open, customer, filter }: Props) {
  const { data } = useConsole();
  const list = useQuery(documentsQuery(data, open));
  const { store, inWindows } = open;
  const { deleteDocumentRows, deleteAllFound } = useDelete();
  const { rowActions, dialog } = useStandardActions();
  const [params] = useSearchParams();
  const linked = Number(params.get('entry')) || null;
  useLinkedEntry(store, linked, list.isSuccess);
  const pasting = { ...documentPasting, isLead: (text: string) => data.hasCustomer(text) };
  const blank = useMemo(() => (customer === null ? {} : { customer }), [customer]);

  // The first page is shown while the others are still loading.
  const count = useSyncExternalStore(store.subscribe, () => store.snapshot().count);
  const placeholder = count > 0 ? null : loadingOrFailed(list, 'standard numbers');
  if (placeholder !== null) return placeholder;
  return (
    <DropArea rowAt={(place) => store.snapshot().rows[place]?.saved ?? null}>
      <EditingGrid
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
        onDelete={(rows) => void deleteDocumentRows(store, rows)}
        onDeleteAll={inWindows ? (found) => void deleteAllFound(open, found) : null}
        loading={
          list.isSuccess || inWindows ? null : `Loading… ${formatCount(count, 'row')} so far`
        }
        rowActions={rowActions}
        Tools={DocumentTools}
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
      {dialog}
    </DropArea>
  );
}

function DocumentTools({ rows }: { rows: readonly DocumentRow[] }) {
  return (
    <>
      <UploadTool rows={rows.flatMap(({ saved }) => saved ?? [])} />
      <SheetTools />
      <MissedNumbersTool />
    </>
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
    width: 300,
  }),
  fieldColumn<ManagedDocument, DocumentField>('language', 'Language', { width: 100 }),
  fieldColumn<ManagedDocument, DocumentField>('doc_rev', 'Revision', { width: 100 }),
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
