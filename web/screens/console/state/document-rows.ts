import { noDay, readDay } from '#contract/day.ts';
import type { ManagedDocument } from '#contract/editing.ts';
import {
  entryFaultsByField,
  type EntryFields,
  type FieldFault,
  tidyEntry,
} from '#contract/entry.ts';
import { noLanguage } from '#contract/file-name.ts';
import { revisionStatusNames } from '#contract/revision-words.ts';
import { statusNames } from '#contract/cell-texts.ts';
import { formatTime } from '../format.ts';
import type { GridKind } from '../rows/row-store.ts';
import type { Fields, GridRow } from '../rows/row.ts';

export type DocumentField = keyof EntryFields | 'issued_on';
export type DocumentFields = Fields<DocumentField>;
export type DocumentRow = GridRow<ManagedDocument, DocumentField>;

export const documentFields: readonly DocumentField[] = [
  'customer',
  'doc_num',
  'doc_desc',
  'language',
  'doc_rev',
  'issued_on',
];

/** `isCustomer` says whether a customer has this name; documents are not saved for others. */
export function documentKind(
  isCustomer: (customer: string) => boolean,
): GridKind<ManagedDocument, DocumentField> {
  return {
    fields: documentFields,
    columns: [...documentFields, 'revision_status', 'status', 'modified', 'created'],
    fieldsOf,
    tidy: tidyDocument,
    faultsOf: (fields) => faultsOf(fields, isCustomer),
    textOf: documentText,
    sortTextOf: documentSortText,
  };
}

/** A missing language is shown, and may be typed, as `-`. */
function fieldsOf(row: ManagedDocument): DocumentFields {
  const { customer, doc_num, doc_desc, language, doc_rev, issued_on } = row;
  const shown = { language: language ?? noLanguage, issued_on: issued_on ?? '' };
  return { customer, doc_num, doc_desc, doc_rev, ...shown };
}

export function tidyDocument(fields: DocumentFields): DocumentFields {
  const tidied = tidyEntry(fields);
  const { issued_on } = fields;
  return {
    ...tidied,
    language: tidied.language ?? noLanguage,
    issued_on: readDay(issued_on) ?? issued_on.trim(),
  };
}

/** The language as the server keeps it: null where the cell shows `-` or nothing. */
export function languageToSave(shown: string): string | null {
  return shown === noLanguage || shown === '' ? null : shown;
}

/** The day of issue as the server keeps it: null where the cell is empty. */
export function dayToSave(shown: string): string | null {
  return shown === '' ? null : shown;
}

/** What an entry is called in a sentence. */
export function documentTitle(of: Pick<DocumentFields, 'doc_num' | 'language' | 'doc_rev'>) {
  return `${of.doc_num} · ${of.language || noLanguage} · Rev. ${of.doc_rev}`;
}

export function documentText({ fields, saved }: DocumentRow, column: string): string {
  // The check makes it one of the fields.
  if (Object.hasOwn(fields, column)) return fields[column as DocumentField];
  if (saved === null) return '';
  if (column === 'modified') return `${formatTime(saved.modified_at)} ${saved.modified_by_user}`;
  if (column === 'created') return `${formatTime(saved.created_at)} ${saved.created_by_user}`;
  if (column === 'revision_status') return revisionStatusNames[saved.revision_status];
  return statusNames[saved.status.code];
}

/** Times are sorted as such: in the hour that summer time repeats, their texts are not. */
function documentSortText(row: DocumentRow, column: string): string {
  if (column === 'modified') return row.saved?.modified_at ?? '';
  if (column === 'created') return row.saved?.created_at ?? '';
  return documentText(row, column);
}

function faultsOf(
  fields: DocumentFields,
  isCustomer: (customer: string) => boolean,
): FieldFault<DocumentField>[] {
  const faults: FieldFault<DocumentField>[] = entryFaultsByField(tidyEntry(fields));
  const { customer, issued_on } = fields;
  if (issued_on !== '' && readDay(issued_on) === null)
    faults.push({ field: 'issued_on', fault: noDay('day of issue', issued_on) });
  if (customer === '' || isCustomer(customer)) return faults;
  return [
    { field: 'customer', fault: `Customer ${customer} not found. Add it in the Customer tab.` },
    ...faults,
  ];
}
