import type { Static } from 'typebox';
import type * as audit from '#contract/audit.ts';
import * as calls from '#contract/calls.ts';
import * as consoleCalls from '#contract/console-calls.ts';
import type * as editing from '#contract/editing.ts';
import type { ImportField } from '#contract/import-headings.ts';
import type * as jobs from '#contract/jobs.ts';
import type * as files from '#contract/files.ts';
import type * as missed from '#contract/missed-searches.ts';
import type * as references from '#contract/references.ts';
import type * as scan from '#contract/scan.ts';
import type * as views from '#contract/views.ts';
import { call } from '../../api.ts';

// The console's calls, each named like its call in the contract. They are not in web/api.ts, so that
// readers do not load them.

export const listManagedCustomers = (signal: AbortSignal) =>
  call<typeof editing.listManagedCustomers>(consoleCalls.listManagedCustomers, { signal });

export const listManagedDocuments = (
  page: { customer_id?: number; after: number },
  signal: AbortSignal,
) =>
  call<typeof editing.listManagedDocuments>(consoleCalls.listManagedDocuments, {
    signal,
    query: page,
  });

export const listFiles = (page: { after: number }, signal: AbortSignal) =>
  call<typeof files.listFiles>(consoleCalls.listFiles, {
    signal,
    query: page,
  });

export const viewDocuments = (
  body: Static<(typeof views.viewDocuments)['body']>,
  signal: AbortSignal,
) => call<typeof views.viewDocuments>(consoleCalls.viewDocuments, { body, signal });

export const viewFiles = (body: Static<(typeof views.viewFiles)['body']>, signal: AbortSignal) =>
  call<typeof views.viewFiles>(consoleCalls.viewFiles, { body, signal });

export const listChanges = ({ audit, files }: editing.AsOf, signal: AbortSignal) =>
  call<typeof editing.listChanges>(consoleCalls.listChanges, {
    signal,
    query: { audit, files },
  });

export const listMissedSearches = (signal: AbortSignal) =>
  call<typeof missed.listMissedSearches>(consoleCalls.listMissedSearches, { signal });

export const listMissingReferences = (signal: AbortSignal) =>
  call<typeof references.listMissingReferences>(consoleCalls.listMissingReferences, {
    query: {},
    signal,
  });

export const saveCustomers = (body: Static<(typeof editing.saveCustomers)['body']>) =>
  call<typeof editing.saveCustomers>(consoleCalls.saveCustomers, { body });

export const saveDocuments = (body: Static<(typeof editing.saveDocuments)['body']>) =>
  call<typeof editing.saveDocuments>(consoleCalls.saveDocuments, { body });

export const findDocuments = (
  entries: readonly Static<(typeof editing.findDocuments)['body']>['rows'][number][],
) =>
  call<typeof editing.findDocuments>(consoleCalls.findDocuments, {
    body: {
      rows: entries.map(({ customer, doc_num, language, doc_rev }) => ({
        customer,
        doc_num,
        language,
        doc_rev,
      })),
    },
  });

export const deleteDocuments = (body: Static<(typeof editing.deleteDocuments)['body']>) =>
  call<typeof editing.deleteDocuments>(consoleCalls.deleteDocuments, { body });

export const deleteManyDocuments = (body: Static<(typeof views.deleteManyDocuments)['body']>) =>
  call<typeof views.deleteManyDocuments>(consoleCalls.deleteManyDocuments, { body });

export const deleteCustomer = (body: Static<(typeof editing.deleteCustomer)['body']>) =>
  call<typeof editing.deleteCustomer>(consoleCalls.deleteCustomer, { body });

export const undoChange = (body: Static<(typeof audit.undoChange)['body']>) =>
  call<typeof audit.undoChange>(consoleCalls.undoChange, { body });

export const scanNow = () => call<typeof scan.scanNow>(consoleCalls.scanNow, {});

export const readNames = (names: string[]) =>
  call<typeof files.readNames>(consoleCalls.readNames, { body: { names } });

export const renameFiles = (rows: Static<(typeof files.renameFiles)['body']>['rows']) =>
  call<typeof files.renameFiles>(consoleCalls.renameFiles, { body: { rows } });

export const setAsideFiles = (body: Static<(typeof files.setAsideFiles)['body']>) =>
  call<typeof files.setAsideFiles>(consoleCalls.setAsideFiles, { body });

export type AuditQuery = audit.HistoryFilter & {
  subject?: audit.AuditSubject;
  subject_id?: number;
  change_id?: string;
};

export const listAudit = (page: AuditQuery & { before?: number }, signal: AbortSignal) =>
  call<typeof audit.listAudit>(consoleCalls.listAudit, { signal, query: page });

export const listHistory = (page: audit.HistoryFilter & { before?: number }, signal: AbortSignal) =>
  call<typeof audit.listHistory>(consoleCalls.listHistory, { signal, query: page });

type ImportChoices = {
  preview?: boolean;
  keepGoing?: boolean;
  /** What each column holds; without it the headings say so. */
  columns?: (ImportField | null)[] | undefined;
  /** The worksheet of a workbook; without it the one with the headings. */
  worksheet?: string | undefined;
};

export function importCatalogue(
  file: File,
  { preview = false, keepGoing = false, columns, worksheet }: ImportChoices,
) {
  const format = /\.xlsx$/i.test(file.name) ? 'xlsx' : 'csv';
  return call<typeof jobs.importCatalogue>(consoleCalls.importCatalogue, {
    query: {
      format,
      name: file.name,
      ...(preview ? { preview: 'yes' } : {}),
      ...(keepGoing ? { keep_going: 'yes' } : {}),
      ...(worksheet === undefined ? {} : { worksheet }),
      ...(columns === undefined ? {} : { columns: columns.map((one) => one ?? '').join(',') }),
    },
    file,
  });
}

export const listImportJobs = (signal: AbortSignal) =>
  call<typeof jobs.listImportJobs>(consoleCalls.listImportJobs, { signal });

export const readImportJob = (id: string, signal: AbortSignal) =>
  call<typeof jobs.readImportJob>(consoleCalls.readImportJob, { signal, query: { id } });

export const cancelImport = (id: string) =>
  call<typeof jobs.cancelImport>(consoleCalls.cancelImport, { body: { id } });

export const catalogueExportAddress = (format: editing.SpreadsheetFormat): string =>
  `${consoleCalls.exportCatalogue.url}?format=${format}`;

export const auditExportAddress = (
  format: editing.SpreadsheetFormat,
  filter: audit.HistoryFilter,
): string =>
  `${consoleCalls.exportAudit.url}?${new URLSearchParams({ format, ...filter }).toString()}`;

export const pictureAddress = (fileId: number): string =>
  calls.fillAddress(consoleCalls.readPicture.url, { id: fileId });

export const uploadAddress = (documentId: number, replace: boolean): string =>
  calls.fillAddress(consoleCalls.uploadFile.url, { id: documentId }) +
  (replace ? '?replace=yes' : '');
