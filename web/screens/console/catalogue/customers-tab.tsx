import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import type { ManagedCustomer } from '#contract/editing.ts';
import type { GridColumn } from '../../../ui/grid/grid.tsx';
import { Empty } from '../../../ui/notice.tsx';
import { useConsole } from '../console-context.ts';
import { DeleteCustomer } from './delete-customer.tsx';
import { EditingGrid, fieldColumn } from '../grid/editing-grid.tsx';
import { loadingFace } from '../loading-or-failed.tsx';
import type { CustomerRow } from './kinds.ts';
import { SheetTools } from '../sheets/sheet-tools.tsx';
import { useDeleting } from './use-delete.ts';
import { customersQuery } from '../live-updates.ts';

/** The Customer grid: names, and how many standard numbers each has. */
export function CustomersTab() {
  const { data } = useConsole();
  const list = useQuery(customersQuery(data));
  const { deleteCustomers } = useDeleting();
  /** Those that have documents, one after the other. */
  const [asking, setAsking] = useState<readonly ManagedCustomer[]>([]);
  const [asked] = asking;

  async function remove(rows: readonly CustomerRow[]) {
    data.customers.discard(rows.filter(({ saved }) => saved === null).map(({ key }) => key));
    const saved = rows.flatMap((row) => row.saved ?? []);
    setAsking(saved.filter(({ documents }) => documents > 0));
    const empty = saved.filter(({ documents }) => documents === 0);
    if (empty.length > 0) await deleteCustomers(empty);
  }

  const face = loadingFace(list, 'customers');
  if (face !== null) return face;
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
        onDelete={(rows) => void remove(rows)}
        Tools={SheetTools}
        empty={
          <Empty
            icon={<Building2 size="1.75rem" />}
            title="No customers yet"
            text="Add the first one, or import a spreadsheet with customers and standard numbers."
          />
        }
      />
      {asked !== undefined && (
        <DeleteCustomer
          key={asked.id}
          customer={asked}
          onDelete={(documents) => void deleteCustomers([asked], documents)}
          onClose={() => setAsking(asking.slice(1))}
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
    text: ({ saved }) => String(saved?.documents ?? 0),
  },
];
