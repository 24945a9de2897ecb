import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import { FileText, Upload } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { ManagedDocument } from '#contract/editing.ts';
import type { GridColumn } from '../../../ui/grid/grid.tsx';
import { Empty } from '../../../ui/notice.tsx';
import { useConsole } from '../console-context.ts';
import { mostDocumentsAtOnce } from '../console-data.ts';
import { CustomerFilter, useCustomers } from './customer-filter.tsx';
import { EditingGrid, fieldColumn } from '../grid/editing-grid.tsx';
import { loadingFace } from '../loading-or-failed.tsx';
import { type DocumentField, type DocumentRow, documentKind } from './kinds.ts';
import { SheetTools } from '../sheets/sheet-tools.tsx';
import { counted } from '../format.ts';
import { UploadStatusCell } from './upload-status-cell.tsx';
import { DropArea } from '../uploads/drop-area.tsx';
import { UploadTool } from '../uploads/upload-tool.tsx';
import { useDeleting } from './use-delete.ts';
import { customersQuery, documentsQuery } from '../live-updates.ts';

/** The Standard Number grid, of all customers or of one. */
export function DocumentsTab() {
  const { data } = useConsole();
  const customers = useQuery(customersQuery(data));
  const [params, setParams] = useSearchParams();
  const chosen = Number(params.get('customer')) || null;
  const all = useCustomers();
  const customer = all.find(({ id }) => id === chosen) ?? null;
  const total = all.reduce((sum, { documents }) => sum + documents, 0);
  const tooMany = chosen === null && total > mostDocumentsAtOnce;

  const face = loadingFace(customers, 'customers');
  if (face !== null) return face;
  const filter = (
    <CustomerFilter
      value={customer}
      onChange={(next) => setParams(next === null ? {} : { customer: String(next.id) })}
    />
  );
  if (!tooMany) {
    return (
      <Documents
        key={chosen}
        customerId={chosen}
        customer={customer?.customer ?? null}
        filter={filter}
      />
    );
  }
  return (
    <>
      {filter}
      <Empty
        icon={<FileText size="1.75rem" />}
        title="Choose a customer first"
        text={`The library has ${counted(total, 'standard number')}: too many to show at once.`}
      />
    </>
  );
}

type Props = { customerId: number | null; customer: string | null; filter: ReactNode };

function Documents({ customerId, customer, filter }: Props) {
  const { data } = useConsole();
  const list = useQuery(documentsQuery(data, customerId));
  const store = data.documentsOf(customerId);
  const { deleteDocuments } = useDeleting();
  const blank = useMemo(() => (customer === null ? {} : { customer }), [customer]);

  // Rows are shown as they arrive; only the first page is waited for.
  const count = useSyncExternalStore(store.subscribe, () => store.snapshot().count);
  const face = count > 0 ? null : loadingFace(list, 'standard numbers');
  if (face !== null) return face;
  return (
    <DropArea rowAt={(place) => store.snapshot().rows[place]?.saved ?? null}>
      <EditingGrid
        store={store}
        noun="Standard number"
        titleOf={({ fields }) => `${fields.doc_num} · ${fields.language} · Rev. ${fields.doc_rev}`}
        subject="document"
        columns={columns}
        blank={blank}
        startAt={{ added: customer === null ? 'customer' : 'doc_num', duplicated: 'doc_rev' }}
        onDelete={(rows) => void deleteDocuments(store, rows)}
        loading={list.isSuccess ? null : `Loading… ${counted(count, 'row')} so far`}
        Tools={DocumentTools}
        lead={filter}
        empty={
          <Empty
            icon={<Upload size="1.75rem" />}
            title="No standard numbers yet"
            text="Add one, paste rows from a spreadsheet into a new one, import a file, or drop PDFs here."
          />
        }
      />
    </DropArea>
  );
}

function DocumentTools({ rows }: { rows: readonly DocumentRow[] }) {
  return (
    <>
      <UploadTool rows={rows.flatMap(({ saved }) => saved ?? [])} />
      <SheetTools />
    </>
  );
}

const { textOf } = documentKind(() => true);

const columns: GridColumn<DocumentRow>[] = [
  fieldColumn<ManagedDocument, DocumentField>('customer', 'Customer', {
    width: 180,
    suggestions: 'console-customers',
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
    text: (row) => textOf(row, 'status'),
    draw: ({ saved }, tabIndex) =>
      saved === null ? '' : <UploadStatusCell document={saved} tabIndex={tabIndex} />,
  },
  { key: 'modified', name: 'Modified', width: 210, text: (row) => textOf(row, 'modified') },
  { key: 'created', name: 'Created', width: 210, text: (row) => textOf(row, 'created') },
];
