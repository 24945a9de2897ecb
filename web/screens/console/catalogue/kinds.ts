import type { ManagedCustomer, ManagedDocument } from '#contract/editing.ts';
import {
  customerFaults,
  entryFaultsByField,
  type EntryFields,
  type FieldFault,
  tidyEntry,
} from '#contract/entry.ts';
import { noLanguage } from '#contract/file-name.ts';
import type { ManagedFile } from '#contract/files.ts';
import { shownTime } from '../format.ts';
import type { Fields, GridRow, RowKind } from '../grid/saving/row.ts';
import type { TextOf } from '../grid/arrangement.ts';
import { verdictNames } from '../files/verdicts.ts';

export type CustomerRow = GridRow<ManagedCustomer, 'customer'>;

export type DocumentField = keyof EntryFields;
export type DocumentFields = Fields<DocumentField>;
export type DocumentRow = GridRow<ManagedDocument, DocumentField>;

export type FileRow = GridRow<ManagedFile, never>;

type Kind<Row extends { id: number; version?: number }, Field extends string> = RowKind<
  Row,
  Field
> & { columns: readonly string[]; textOf: TextOf<GridRow<Row, Field>> };

export const customerKind: Kind<ManagedCustomer, 'customer'> = {
  fields: ['customer'],
  columns: ['customer', 'documents'],
  fieldsOf: ({ customer }) => ({ customer }),
  tidy: ({ customer }) => ({ customer: tidyCustomer(customer) }),
  faultsOf: ({ customer }) => customerFaults(customer),
  textOf: (row, column) =>
    column === 'documents' ? String(row.saved?.documents ?? 0) : row.fields.customer,
};

/** `isCustomer`: whether there is one of this name; documents are not saved for others. */
export function documentKind(
  isCustomer: (customer: string) => boolean,
): Kind<ManagedDocument, DocumentField> {
  return {
    fields: documentFields,
    columns: [...documentFields, 'status', 'modified', 'created'],
    fieldsOf: documentFieldsOf,
    tidy: (fields) => {
      const tidied = tidyEntry(fields);
      return { ...tidied, language: tidied.language ?? noLanguage };
    },
    faultsOf: (fields) => documentFaults(fields, isCustomer),
    textOf: documentText,
  };
}

export const documentFields: readonly DocumentField[] = [
  'customer',
  'doc_num',
  'doc_desc',
  'language',
  'doc_rev',
];

/** A missing language is shown, and may be typed, as `-`. */
export function documentFieldsOf(row: ManagedDocument): DocumentFields {
  const { customer, doc_num, doc_desc, language, doc_rev } = row;
  return { customer, doc_num, doc_desc, language: language ?? noLanguage, doc_rev };
}

function documentFaults(
  fields: DocumentFields,
  isCustomer: (customer: string) => boolean,
): FieldFault<DocumentField>[] {
  const faults = entryFaultsByField(tidyEntry(fields));
  const { customer } = fields;
  if (customer === '' || isCustomer(customer)) return faults;
  return [{ field: 'customer', fault: `There is no customer called ${customer}.` }, ...faults];
}

function documentText({ fields, saved }: DocumentRow, column: string): string {
  if (Object.hasOwn(fields, column)) return fields[column as DocumentField];
  if (saved === null) return '';
  if (column === 'modified') return `${shownTime(saved.modified_at)} ${saved.modified_by_user}`;
  if (column === 'created') return `${shownTime(saved.created_at)} ${saved.created_by_user}`;
  return saved.status.code === 'available' ? 'available ✓' : `${saved.status.code} ✗`;
}

export const fileKind: Kind<ManagedFile, never> = {
  fields: [],
  columns: ['path', 'verdict', 'pages', 'title', 'customers', 'modified'],
  fieldsOf: () => ({}),
  tidy: (fields) => fields,
  faultsOf: () => [],
  textOf: fileText,
};

function fileText({ saved }: FileRow, column: string): string {
  if (saved === null) return '';
  switch (column) {
    case 'path':
      return saved.path;
    case 'verdict':
      return verdictNames[saved.verdict];
    case 'pages':
      return saved.pages === null ? '' : String(saved.pages);
    case 'title':
      return saved.title ?? '';
    case 'customers':
      return saved.customers.join(', ');
    default:
      return shownTime(saved.modified_at);
  }
}

export function tidyCustomer(customer: string): string {
  return customer.normalize('NFC').replace(/\s+/g, ' ').trim();
}
