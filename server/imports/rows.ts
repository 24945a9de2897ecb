import { setImmediate } from 'node:timers/promises';
import { noDay, readDay } from '#contract/day.ts';
import { entryFaults, tidyEntry } from '#contract/entry.ts';
import {
  importFieldNames,
  type ImportField,
  importFields,
  kindOfWord,
} from '#contract/import-headings.ts';
import {
  type RevisionDay,
  revisionDays,
  type RevisionFacts,
  revisionKindNames,
} from '#contract/revision-words.ts';
import type { ImportReport } from '#contract/importing.ts';
import { spreadsheetError, spoiltBySpreadsheet } from '#contract/spoilt-cells.ts';
import { PackedList } from '../spreadsheet/packed-list.ts';
import type { IssuedEntry } from '../catalogue/documents.ts';
import { dayFaults } from '../catalogue/standards/day-faults.ts';
import type { ImportSheet, ImportSheetRow, SheetColumns } from './columns.ts';

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
  entries: PackedList<SheetEntry>;
  refused: ImportReport['refused'];
  /** What the refused rows name: it is in the sheet all the same. */
  named: Pick<SheetEntry, 'entry' | 'id'>[];
};

const readAtOnce = 500;

/** The rows as tidied entries, and every row that cannot be one with all its reasons. */
export async function readEntries(
  sheet: ImportSheet,
  columns: SheetColumns,
  onRead: (done: number, total: number) => void = () => {},
): Promise<SheetEntries> {
  const entries = new PackedList<SheetEntry>();
  const refused: ImportReport['refused'] = [];
  const named: SheetEntries['named'] = [];
  let read = 0;
  const today = new Date();
  for (const sheetRow of sheet) {
    const { row } = sheetRow;
    if (row <= columns.headerRow) continue;
    read += 1;
    if (read % readAtOnce === 0) {
      onRead(read, columns.rowsBelow);
      await setImmediate();
    }
    const { written, faults } = cellsOf(sheetRow, columns);
    const entry: IssuedEntry = tidyEntry(written);
    Object.assign(entry, factsIn(written, columns));
    faults.push(...dayFaults(entry, today));
    if (faults.length === 0) faults.push(...entryFaults(entry));
    const id = written.id === '' ? null : Number(written.id);
    if (faults.length > 0) {
      refused.push({ row, reason: faults.join(' ') });
      named.push({ entry, id });
      continue;
    }
    const modified_at = written.modified_at === '' ? null : written.modified_at;
    const status = columns.places.has('revision_status') ? written.revision_status : null;
    entries.push({ row, entry, id, modified_at, status, spoilt: spoiltBySpreadsheet(entry) });
  }
  onRead(read, read);
  return { entries, refused, named };
}

const days = Object.entries(revisionDays) as [RevisionDay, string][];
const kindNames = Object.values(revisionKindNames).join(', ').toLowerCase();

/** What the columns of the sheet say of a revision; of a column that it lacks nothing. */
function factsIn(
  written: Record<ImportField, string>,
  { places }: SheetColumns,
): Partial<RevisionFacts> {
  const facts: Partial<RevisionFacts> = {};
  for (const [day] of days) if (places.has(day)) facts[day] = readDay(written[day]);
  if (places.has('kind')) facts.stated_kind = kindOfWord(written.kind);
  if (places.has('amends')) facts.stated_amends = written.amends || null;
  if (places.has('reason')) facts.reason = written.reason.replace(/\s+/g, ' ') || null;
  return facts;
}

function cellsOf({ cells }: ImportSheetRow, { places }: SheetColumns) {
  const faults: string[] = [];
  const written = Object.fromEntries(importFields.map((field) => [field, ''])) as Record<
    ImportField,
    string
  >;
  for (const [field, place] of places) {
    const cell = cells[place] ?? '';
    if (field in revisionDays && typeof cell !== 'string' && cell.day !== undefined) {
      written[field] = cell.day;
    } else if (field === 'modified_at' || field === 'revision_status')
      written[field] = typeof cell === 'string' ? cell.trim() : '';
    else if (typeof cell !== 'string') {
      faults.push(`The ${importFieldNames[field]} ${cell.because}.`);
    } else if (spreadsheetError.test(cell.trim())) {
      faults.push(
        `The ${importFieldNames[field]} is ${cell.trim()}, a spreadsheet error. Correct the cell.`,
      );
    } else written[field] = cell.trim();
  }
  for (const [day, name] of days) {
    if (written[day] === '' || readDay(written[day]) !== null) continue;
    faults.push(noDay(day === 'issued_on' ? 'day of issue' : `day "${name}"`, written[day]));
  }
  if (written.kind !== '' && kindOfWord(written.kind) === null) {
    faults.push(`Unknown kind "${written.kind}". Kinds: ${kindNames}.`);
  }
  if (written.id !== '' && !/^\d{1,15}$/.test(written.id)) {
    faults.push(`The id "${written.id}" is not a number. Clear it to add a new entry.`);
  }
  return { written, faults };
}
