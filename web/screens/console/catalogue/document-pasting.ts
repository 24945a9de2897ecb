import { mostRowsAtOnce } from '#contract/calls.ts';
import type { ManagedDocument } from '#contract/editing.ts';
import { pdfFileName } from '#contract/file-name.ts';
import { fieldOfHeading } from '#contract/import-headings.ts';
import { spoiltBySpreadsheet } from '#contract/spoilt-cells.ts';
import { findDocuments } from '../console-api.ts';
import type { RowIdentity } from '../rows/edits.ts';
import type { Pasting } from '../grid/use-paste.ts';
import {
  type DocumentField,
  documentFields,
  type DocumentFields,
  languageToSave,
} from '../state/document-rows.ts';

/** What makes an entry another one, and the file that is called by it. */
export const documentIdentity: RowIdentity<ManagedDocument, DocumentField> = {
  fields: ['customer', 'doc_num', 'language', 'doc_rev'],
  fileOf: ({ status }) =>
    status.file === null || status.code === 'wrong_name'
      ? null
      : status.file.path.replace(/^.*\//, ''),
  fileNameOf: (fields) => pdfFileName({ ...fields, language: languageToSave(fields.language) }),
};

/** How blocks of a spreadsheet are read, and the entries found that they name. */
export const documentPasting: Omit<Pasting<ManagedDocument, DocumentField>, 'isLead'> = {
  fieldOf: (heading) => {
    const named = fieldOfHeading(heading);
    return documentFields.find((field) => field === named) ?? null;
  },
  needed: ['customer', 'doc_num'],
  find: findByIdentity,
  spoilt: spoiltBySpreadsheet,
};

async function findByIdentity(
  rows: readonly DocumentFields[],
): Promise<(ManagedDocument | null)[]> {
  const found: (ManagedDocument | null)[] = [];
  for (let at = 0; at < rows.length; at += mostRowsAtOnce) {
    const asked = rows
      .slice(at, at + mostRowsAtOnce)
      .map((row) => ({ ...row, language: languageToSave(row.language) }));
    found.push(...(await findDocuments(asked)).data);
  }
  return found;
}
