import type { ManagedCustomer } from '#contract/editing.ts';
import { customerFaults } from '#contract/entry.ts';
import { fieldOfHeading } from '#contract/import-headings.ts';
import type { RowIdentity } from '../rows/edits.ts';
import type { GridKind } from '../rows/row-store.ts';
import type { GridRow } from '../rows/row.ts';

export type CustomerRow = GridRow<ManagedCustomer, 'customer'>;

export const customerKind: GridKind<ManagedCustomer, 'customer'> = {
  fields: ['customer'],
  columns: ['customer', 'documents'],
  fieldsOf: ({ customer }) => ({ customer }),
  tidy: ({ customer }) => ({ customer: tidyCustomer(customer) }),
  faultsOf: ({ customer }) => customerFaults(customer),
  textOf: (row, column) =>
    column === 'documents' ? String(row.saved?.documents ?? 0) : row.fields.customer,
};

export function tidyCustomer(customer: string): string {
  return customer.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** A customer is its name; no file goes by it. */
export const customerIdentity: RowIdentity<ManagedCustomer, 'customer'> = {
  fields: ['customer'],
  fileOf: () => null,
  fileNameOf: () => null,
};

export const customerPasting = {
  fieldOf: (heading: string) => (fieldOfHeading(heading) === 'customer' ? 'customer' : null),
  needed: ['customer'],
  isLead: () => false,
} as const;
