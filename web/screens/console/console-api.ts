import type { Static } from 'typebox';
import type * as audit from '#contract/audit.ts';
import * as calls from '#contract/calls.ts';
import type * as cases from '#contract/cases.ts';
import * as consoleCalls from '#contract/console-calls.ts';
import type * as editing from '#contract/editing.ts';
import type { ImportField } from '#contract/import-headings.ts';
import type * as jobs from '#contract/jobs.ts';
import type * as files from '#contract/files.ts';
import type * as missed from '#contract/missed-searches.ts';
import type * as narrowing from '#contract/narrowing.ts';
import type * as references from '#contract/references.ts';
import type * as revisions from '#contract/revisions.ts';
import type * as scan from '#contract/scan.ts';
import { callsOf } from '../../api.ts';

/** Each named like its call in the contract. Not in web/api.ts, so that readers do not load them. */
export const consoleApi = callsOf<
  typeof audit &
    typeof cases &
    typeof editing &
    typeof files &
    typeof jobs &
    typeof missed &
    typeof narrowing &
    typeof references &
    typeof revisions &
    typeof scan,
  typeof consoleCalls
>(consoleCalls);

type Identity = Static<(typeof editing.findDocuments)['body']>['rows'][number];

/** The documents with these identities; entries may have more fields. */
export function findDocuments(entries: readonly Identity[]) {
  const rows = entries.map(({ customer, doc_num, language, doc_rev }) => {
    return { customer, doc_num, language, doc_rev };
  });
  return consoleApi.findDocuments({ body: { rows } });
}

export type AuditQuery = audit.HistoryFilter & {
  subject?: audit.AuditSubject;
  subject_id?: number;
  change_id?: string;
};

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
  return consoleApi.importCatalogue({
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

export const catalogueExportAddress = (format: editing.SpreadsheetFormat): string =>
  `${consoleCalls.exportCatalogue.url}?format=${format}`;

export const auditExportAddress = (
  format: editing.SpreadsheetFormat,
  filter: audit.HistoryFilter,
): string =>
  `${consoleCalls.exportAudit.url}?${new URLSearchParams({ format, ...filter }).toString()}`;

export const pictureAddress = (fileId: number): string =>
  calls.fillAddress(consoleCalls.readPicture.url, { id: fileId });

export function uploadFile(
  { file, documentId, replace }: { file: File; documentId: number; replace: boolean },
  events: { onSent: (bytes: number) => void; signal: AbortSignal },
) {
  const { name, lastModified } = file;
  return consoleApi.uploadFile({
    params: { id: documentId },
    query: replace ? { replace: 'yes' } : {},
    file: new File([file], name, { type: 'application/pdf', lastModified }), // some browsers know no type
    ...events,
  });
}
