import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import type { ManagedCustomer } from '#contract/editing.ts';
import type { GridColumn } from '../../../ui/grid/grid-columns.tsx';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { useConsole } from '../state/console-context.ts';
import { EditingGrid } from '../grid/editing-grid.tsx';
import { fieldColumn } from '../grid/field-column.ts';
import { customersQuery } from '../state/live-updates.ts';
import { loadingOrFailed } from '../loading-or-failed.tsx';
import { useSheetTools } from '../sheets/sheet-tools.tsx';
import { customerIdentity, customerPasting, type CustomerRow } from '../state/customer-rows.ts';
import { DeleteCustomerDialog } from './delete-customer-dialog.tsx';
import { useDelete } from './use-delete.tsx';

/** The Customer grid: names, and how many standard numbers each has. */
export function CustomersTab() {
  const { data } = useConsole();
  const list = useQuery(customersQuery(data));
  const { deleteCustomers } = useDelete();
  const sheets = useSheetTools();
  /** Customers with documents: their deletion is confirmed one after the other. */
  const [toConfirm, setToConfirm] = useState<readonly ManagedCustomer[]>([]);
  const [next] = toConfirm;

  async function remove(rows: readonly CustomerRow[]) {
    data.customers.discard(rows.filter(({ saved }) => saved === null).map(({ key }) => key));
    const saved = rows.flatMap((row) => row.saved ?? []);
    setToConfirm(saved.filter(({ documents }) => documents > 0));
    const empty = saved.filter(({ documents }) => documents === 0);
    if (empty.length > 0) await deleteCustomers(empty);
  }

  const placeholder = loadingOrFailed(list, 'customers');
  if (placeholder !== null) return placeholder;
  return (
    <>
      <EditingGrid
        store={data.customers}
        noun="Customer"
        titleOf={({ fields }) => fields.customer}
        subject="customer"
        columns={columns}
        blank={{}}
        startAt={{ added: 'customer', duplicated: 'customer' }}
        identity={customerIdentity}
        pasting={{
          ...customerPasting,
          find: async (rows) => rows.map(({ customer }) => data.findCustomer(customer) ?? null),
        }}
        onDelete={(rows) => void remove(rows)}
        tools={() => sheets.tools}
        empty={
          <Empty
            icon={<Building2 size="1.75rem" />}
            title="No customers yet"
            text="Add the first one, or import a spreadsheet with customers and standard numbers."
          />
        }
      />
      {sheets.dialog}
      {next !== undefined && (
        <DeleteCustomerDialog
          key={next.id}
          customer={next}
          onDelete={(documents) => void deleteCustomers([next], documents)}
          onClose={() => setToConfirm(toConfirm.slice(1))}
        />
      )}
    </>
  );
}

const columns: GridColumn<CustomerRow>[] = [
  fieldColumn('customer', 'Customer', { width: '1fr', minWidth: 200 }),
  {
    key: 'documents',
    name: 'Standard Numbers',
    width: 180,
    text: ({ saved }) => (saved?.documents ?? 0).toLocaleString('en'),
  },
];
