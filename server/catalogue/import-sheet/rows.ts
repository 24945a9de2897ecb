import { setImmediate } from 'node:timers/promises';
import { noDay, readDay } from '#contract/day.ts';
import { entryFaults, type EntryFields, tidyEntry } from '#contract/entry.ts';
import { importFieldNames, type ImportField, importFields } from '#contract/import-headings.ts';
import type { ImportReport } from '#contract/importing.ts';
import { spreadsheetError, spoiltBySpreadsheet } from '#contract/spoilt-cells.ts';
import { customerKey } from '../customers.ts';
import type { IssuedEntry } from '../documents.ts';
import type { ImportSheetRow, SheetColumns } from './columns.ts';

/** A row that can be an entry. With an `id` it is that entry of the library, whatever it was called. */
export type SheetEntry = {
  row: number;
  entry: IssuedEntry;
  id: number | null;
  /** When the entry was last changed before the sheet was written; null where it does not say. */
  modified_at: string | null;
  /** As the sheet writes it; null where it has no such column. */
  status: string | null;
  /** What a spreadsheet program seems to have done to it, in words. */
  spoilt: string[];
};

export type SheetEntries = {
  entries: SheetEntry[];
  refused: ImportReport['refused'];
  /** What the refused rows name: it is in the sheet all the same. */
  named: Pick<SheetEntry, 'entry' | 'id'>[];
};

const readAtOnce = 500;

/** The rows as tidied entries, and every row that cannot be one with all its reasons. */
export async function readEntries(
  sheet: readonly ImportSheetRow[],
  columns: SheetColumns,
  onRead: (done: number, total: number) => void = () => {},
): Promise<SheetEntries> {
  const entries: SheetEntry[] = [];
  const refused: ImportReport['refused'] = [];
  const named: SheetEntries['named'] = [];
  const firstRows = new Map<string, number>();
  const rows = sheet.filter(({ row }) => row > columns.headerRow);
  for (const [index, sheetRow] of rows.entries()) {
    if (index % readAtOnce === readAtOnce - 1) {
      onRead(index, rows.length);
      await setImmediate();
    }
    const { row } = sheetRow;
    const { written, faults } = cellsOf(sheetRow, columns);
    const entry: IssuedEntry = tidyEntry(written);
    if (columns.places.has('issued_on')) entry.issued_on = readDay(written.issued_on);
    if (faults.length === 0) faults.push(...entryFaults(entry));
    const id = written.id === '' ? null : Number(written.id);
    const first = firstRows.get(keyOf(entry)) ?? (id === null ? undefined : firstRows.get(`${id}`));
    if (faults.length === 0 && first !== undefined) {
      faults.push(
        firstRows.has(keyOf(entry))
          ? `It repeats row ${first}.`
          : `It has the id of row ${first}. Clear the id to add it as an entry of its own.`,
      );
    }
    if (faults.length > 0) {
      refused.push({ row, reason: faults.join(' ') });
      named.push({ entry, id });
      continue;
    }
    firstRows.set(keyOf(entry), row);
    if (id !== null) firstRows.set(`${id}`, row);
    const modified_at = written.modified_at === '' ? null : written.modified_at;
    const status = columns.places.has('revision_status') ? written.revision_status : null;
    entries.push({
      row,
      entry,
      id,
      modified_at,
      status,
      spoilt: oneOf(spoiltBySpreadsheet(entry)),
    });
  }
  return { entries, refused, named };
}

// Nearly no row of a million has one: they share the empty list.
const none: string[] = [];
const oneOf = (spoilt: string[]): string[] => (spoilt.length === 0 ? none : spoilt);

function cellsOf({ cells }: ImportSheetRow, { places }: SheetColumns) {
  const faults: string[] = [];
  const written = Object.fromEntries(importFields.map((field) => [field, ''])) as Record<
    ImportField,
    string
  >;
  for (const [field, place] of places) {
    const cell = cells[place] ?? '';
    if (field === 'issued_on' && typeof cell !== 'string' && cell.day !== undefined) {
      written[field] = cell.day;
    } else if (field === 'modified_at' || field === 'revision_status')
      written[field] = typeof cell === 'string' ? cell.trim() : '';
    else if (typeof cell !== 'string') {
      faults.push(`The ${importFieldNames[field]} ${cell.because}.`);
    } else if (spreadsheetError.test(cell.trim())) {
      faults.push(`The ${importFieldNames[field]} is ${cell.trim()}, an error of the spreadsheet.`);
    } else written[field] = cell.trim();
  }
  if (written.issued_on !== '' && readDay(written.issued_on) === null) {
    faults.push(noDay('day of issue', written.issued_on));
  }
  if (written.id !== '' && !/^\d{1,15}$/.test(written.id)) {
    faults.push(`The id "${written.id}" is not a number. Clear it to add a new entry.`);
  }
  return { written, faults };
}

function keyOf({ customer, doc_num, language, doc_rev }: EntryFields): string {
  return JSON.stringify([customerKey(customer), doc_num, language, doc_rev]);
}
