import os from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { neededFields } from '#contract/import-headings.ts';
import { revisionKindNames } from '#contract/revision-words.ts';
import { customerRowsInOrder } from '../catalogue/customers.ts';
import { documentRowsInOrder } from '../catalogue/documents.ts';
import { openDatabase } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import { historySheet } from '../history/history.ts';
import type { ChildLife } from '../processes/in-child.ts';
import { spreadsheetBytes } from '../spreadsheet/spreadsheet.ts';
import type { ExportMessage, ExportOrder } from './send-export.ts';
import { revisionWithdrawn } from '../imports/sheet-statuses.ts';
import { kindsOf } from '../catalogue/standards/derived-kinds.ts';
import { isWholeWithdrawn } from '../catalogue/standards/statuses.ts';
import { statusesOf } from '../matching/status.ts';

const furtherColumns = [
  'issued_on',
  'kind',
  'amends',
  'valid_from',
  'usable_until',
  'confirmed_on',
  'withdrawn_on',
  'reason',
  'revision_status',
  'id',
  'status',
  'created_at',
  'created_by_user',
  'modified_at',
  'modified_by_user',
] as const;

/** Makes one spreadsheet, and writes it to standard output: a million rows hold an event loop for a minute. */
export async function writeExport(
  life: ChildLife<ExportMessage>,
  { config, sheet, format }: ExportOrder,
): Promise<void> {
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL); // readers come first
  const db = await openDatabase(config);
  await life.send('begins');
  const rows = sheet.of === 'catalogue' ? exportRows(db) : historySheet(db, sheet.filter);
  await pipeline(Readable.from(spreadsheetBytes(format, rows)), process.stdout);
  await db.destroy();
}

/**
 * The whole catalogue as rows of a spreadsheet, the header first, in pages: the columns of an import, kind
 * and days of the revision, its status of the revision, the id (by which an import finds an entry whose number was corrected), the status of
 * its file, and who changed the entry when.
 */
export async function* exportRows(db: Db): AsyncGenerator<string[][]> {
  yield [[...neededFields, ...furtherColumns]];
  for await (const customers of customerRowsInOrder(db)) {
    for (const customer of customers) {
      for await (const documents of documentRowsInOrder(db, customer.id, true)) {
        const ids = documents.map(({ id }) => id);
        const statuses = await statusesOf(db, ids);
        const revisions = await kindsOf(db, ids);
        yield documents.map((document) => [
          customer.name,
          document.doc_num,
          document.doc_desc,
          document.doc_rev,
          document.language ?? '',
          document.issued_on ?? '',
          revisionKindNames[revisions.get(document.id)?.kind ?? 'edition'].toLowerCase(),
          revisions.get(document.id)?.amends ?? '',
          document.valid_from ?? '',
          document.usable_until ?? '',
          document.confirmed_on ?? '',
          document.withdrawn_on ?? '',
          document.reason ?? '',
          statusInWords(revisions.get(document.id)),
          String(document.id),
          statuses.get(document.id)?.code ?? 'no_file',
          document.created_at,
          document.created_by_user,
          document.modified_at,
          document.modified_by_user,
        ]);
      }
    }
  }
}

/** An import takes `withdrawn` as said of the whole standard; of one revision its day says it. */
function statusInWords(
  of: (Parameters<typeof isWholeWithdrawn>[0] & { status: string }) | undefined,
): string {
  if (of === undefined) return 'unsure';
  return of.status === 'withdrawn' && !isWholeWithdrawn(of) ? revisionWithdrawn : of.status;
}
