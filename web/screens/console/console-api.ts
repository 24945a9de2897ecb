import type { Static } from 'typebox';
import type { AuditSubject, exportAudit, listAudit } from '#contract/audit.ts';
import type {
  AsOf,
  deleteCustomer,
  deleteDocuments,
  exportCatalogue,
  importCatalogue,
  listChanges,
  listManagedCustomers,
  listManagedDocuments,
  saveCustomers,
  saveDocuments,
  SpreadsheetFormat,
  undoDelete,
} from '#contract/editing.ts';
import type { listFiles, readNames, renameFiles } from '#contract/files.ts';
import type { scanNow } from '#contract/scan.ts';
import { call } from '../../api.ts';

// The calls behind the console, apart from web/api.ts so that readers do not load them.

export const managedCustomers = (signal: AbortSignal) =>
  call<typeof listManagedCustomers>('GET', '/vue-egd-lib/api/manage/customers', { signal });

export const managedDocuments = (
  page: { customer_id?: number; after: number },
  signal: AbortSignal,
) =>
  call<typeof listManagedDocuments>('GET', '/vue-egd-lib/api/manage/documents', {
    signal,
    search: searchOf(page),
  });

export const managedFiles = (page: { after: number }, signal: AbortSignal) =>
  call<typeof listFiles>('GET', '/vue-egd-lib/api/manage/files', {
    signal,
    search: searchOf(page),
  });

export const changesSince = ({ audit, files }: AsOf, signal: AbortSignal) =>
  call<typeof listChanges>('GET', '/vue-egd-lib/api/manage/changes', {
    signal,
    search: searchOf({ audit, files }),
  });

export const savedCustomers = (body: Static<(typeof saveCustomers)['body']>) =>
  call<typeof saveCustomers>('POST', '/vue-egd-lib/api/manage/customers/save', json(body));

export const savedDocuments = (body: Static<(typeof saveDocuments)['body']>) =>
  call<typeof saveDocuments>('POST', '/vue-egd-lib/api/manage/documents/save', json(body));

export const deletedDocuments = (body: Static<(typeof deleteDocuments)['body']>) =>
  call<typeof deleteDocuments>('POST', '/vue-egd-lib/api/manage/documents/delete', json(body));

export const deletedCustomer = (body: Static<(typeof deleteCustomer)['body']>) =>
  call<typeof deleteCustomer>('POST', '/vue-egd-lib/api/manage/customers/delete', json(body));

export const undone = (change_id: string) =>
  call<typeof undoDelete>('POST', '/vue-egd-lib/api/manage/undo', json({ change_id }));

export const scannedNow = () => call<typeof scanNow>('POST', '/vue-egd-lib/api/manage/scan');

export const namesRead = (names: string[]) =>
  call<typeof readNames>('POST', '/vue-egd-lib/api/manage/files/names', json({ names }));

export const renamedFiles = (rows: Static<(typeof renameFiles)['body']>['rows']) =>
  call<typeof renameFiles>('POST', '/vue-egd-lib/api/manage/files/rename', json({ rows }));

export const auditPage = (
  page: { subject?: AuditSubject; subject_id?: number; before?: number },
  signal: AbortSignal,
) =>
  call<typeof listAudit>('GET', '/vue-egd-lib/api/manage/audit', {
    signal,
    search: searchOf(page),
  });

export function importedCatalogue(
  file: File,
  { preview = false, keepGoing = false }: { preview?: boolean; keepGoing?: boolean },
) {
  const format = /\.xlsx$/i.test(file.name) ? 'xlsx' : 'csv';
  return call<typeof importCatalogue>('POST', '/vue-egd-lib/api/manage/import', {
    search: searchOf({
      format,
      ...(preview ? { preview: 'yes' } : {}),
      ...(keepGoing ? { keep_going: 'yes' } : {}),
    }),
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  });
}

export const catalogueExport = (format: SpreadsheetFormat): string =>
  `${'/vue-egd-lib/api/manage/export' satisfies (typeof exportCatalogue)['url']}?format=${format}`;

export const auditExport = (format: SpreadsheetFormat): string =>
  `${'/vue-egd-lib/api/manage/audit/export' satisfies (typeof exportAudit)['url']}?format=${format}`;

/** `readPicture` of the contract. */
export const pictureAddress = (fileId: number): string =>
  `/vue-egd-lib/api/manage/files/${fileId}/picture`;

/** `uploadFile` of the contract. */
export const uploadAddress = (documentId: number, replace: boolean): string =>
  `/vue-egd-lib/api/manage/documents/${documentId}/file${replace ? '?replace=yes' : ''}`;

function json(body: unknown) {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

function searchOf(query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
