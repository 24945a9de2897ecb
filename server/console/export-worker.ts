import os from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { historySheet } from '../changes/history-sheet.ts';
import { openDatabase } from '../db/open.ts';
import type { ChildLife } from '../processes/in-child.ts';
import { spreadsheetBytes } from '../spreadsheet/spreadsheet.ts';
import { exportRows } from './export.ts';
import type { ExportMessage, ExportOrder } from './export-process.ts';

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
