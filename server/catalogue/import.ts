import { setImmediate } from 'node:timers/promises';
import { type EntryFields, entryFaults, tidyEntry } from '#contract/entry.ts';
import type { ImportReport } from '#contract/editing.ts';
import { LibraryError } from '#contract/errors.ts';
import { changeLibrary, type Library } from '../audit/change.ts';
import { customerKey } from './customers.ts';
import { type Outcome, saveEntries } from './entries.ts';

export const importColumns = ['customer', 'doc_num', 'doc_desc', 'doc_rev', 'language'] as const;

/** A row of a list of entries; the header is row 1. A cell that is not text says why. */
export type ImportSheetRow = { row: number; cells: (string | { because: string })[] };

export type ImportOptions = {
  user: string;
  dryRun?: boolean;
  keepGoing?: boolean;
  onProgress?: (done: number, total: number) => void;
};

/** Adds and updates entries from a spreadsheet's rows, in one transaction: all of them or none. */
export async function importRows(
  library: Library,
  sheet: readonly ImportSheetRow[],
  options: ImportOptions,
): Promise<ImportReport> {
  const { entries, refused } = await readEntries(sheet);
  const report = emptyReport();
  const rollBack = new Error('The import is not to be written.');
  try {
    await changeLibrary(library, options, async (tx, change) => {
      for (let at = 0; at < entries.length; at += rowsAtOnce) {
        const portion = entries.slice(at, at + rowsAtOnce);
        const outcomes = await saveEntries(
          tx,
          portion.map(({ entry }) => entry),
          change,
        );
        for (const [index, outcome] of outcomes.entries()) {
          const { row = 0, entry } = portion[index] ?? {};
          if (outcome instanceof LibraryError) refused.push({ row, reason: outcome.message });
          else if (entry !== undefined) count(report, row, entry, outcome);
        }
        options.onProgress?.(at + portion.length, entries.length);
      }
      if (options.dryRun || (refused.length > 0 && !options.keepGoing)) throw rollBack;
      report.written = true;
    });
  } catch (error) {
    if (error !== rollBack) throw error;
  }
  report.refused = refused.toSorted((a, b) => a.row - b.row);
  report.refused_count = refused.length;
  return report;
}

/** So many rows of each kind are listed, for the preview. */
const mostListed = 200;

function emptyReport(): ImportReport {
  const counts = { added: 0, changed: 0, unchanged: 0, refused_count: 0 };
  return { ...counts, added_rows: [], changed_rows: [], refused: [], written: false };
}

function count(
  report: ImportReport,
  row: number,
  entry: EntryFields,
  outcome: Exclude<Outcome, LibraryError>,
): void {
  if (outcome === 'unchanged') {
    report.unchanged += 1;
    return;
  }
  const kind = outcome === 'added' ? 'added' : 'changed';
  const before = outcome === 'added' ? null : outcome.changedFrom.doc_desc;
  report[kind] += 1;
  const listed = report[`${kind}_rows`];
  if (listed.length < mostListed) listed.push({ row, ...entry, doc_desc_before: before });
}

const rowsAtOnce = 5000;
const readAtOnce = 500;

type ReadEntry = { row: number; entry: EntryFields };

/** The rows as tidied entries, and every row that cannot be one with all its reasons. */
async function readEntries(sheet: readonly ImportSheetRow[]): Promise<{
  entries: ReadEntry[];
  refused: ImportReport['refused'];
}> {
  const columns = columnsOf(sheet[0]);
  const entries: ReadEntry[] = [];
  const refused: ImportReport['refused'] = [];
  const firstRows = new Map<string, number>();
  for (const [index, { row, cells }] of sheet.slice(1).entries()) {
    if (index % readAtOnce === readAtOnce - 1) await setImmediate();
    const faults: string[] = [];
    const written = { customer: '', doc_num: '', doc_desc: '', doc_rev: '', language: '' };
    for (const [name, at] of columns) {
      const cell = cells[at] ?? '';
      if (typeof cell === 'string') written[name] = cell;
      else faults.push(`The ${name} ${cell.because}.`);
    }
    const entry = tidyEntry(written);
    if (faults.length === 0) faults.push(...entryFaults(entry));
    const { customer, doc_num, language, doc_rev } = entry;
    const key = JSON.stringify([customerKey(customer), doc_num, language, doc_rev]);
    const first = firstRows.get(key);
    if (faults.length === 0 && first !== undefined) faults.push(`It repeats row ${first}.`);
    if (faults.length > 0) refused.push({ row, reason: faults.join(' ') });
    else {
      firstRows.set(key, row);
      entries.push({ row, entry });
    }
  }
  return { entries, refused };
}

/** Where each column stands; further columns, such as those of an export, are passed over. */
function columnsOf(
  header: ImportSheetRow | undefined,
): Map<(typeof importColumns)[number], number> {
  const names = (header?.cells ?? []).map((cell) => String(cell).trim().toLowerCase());
  const missing = importColumns.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw new LibraryError(
      'bad_request',
      `The first row must name the columns ${importColumns.join(', ')}; missing: ${missing.join(', ')}.`,
    );
  }
  return new Map(importColumns.map((column) => [column, names.indexOf(column)]));
}
