import type { ImportField } from '#contract/import-headings.ts';
import type { ImportReport, ImportRow } from '#contract/importing.ts';
import { LibraryError } from '#contract/errors.ts';
import { changeLibrary, type Library, recordedId } from '../audit/change.ts';
import { customerKey } from './customers.ts';
import { isSameDocument } from './documents.ts';
import { type EntryBefore, type Outcome, saveEntries } from './entries.ts';
import { absentFromSheet } from './import-sheet/absent.ts';
import { readIds, renameEntries } from './import-sheet/by-id.ts';
import {
  type ColumnChoice,
  columnsOf,
  type ImportSheetRow,
  missingColumns,
} from './import-sheet/columns.ts';
import { findLostZeros, zerosLost } from './import-sheet/lost-zeros.ts';
import { rememberedHeadings, rememberHeadings } from './import-sheet/remembered-headings.ts';
import { readEntries, type SheetEntry } from './import-sheet/rows.ts';

export type ImportOptions = {
  user: string;
  dryRun?: boolean;
  keepGoing?: boolean;
  /** What each column holds; without it the headings say so. */
  columns?: ColumnChoice | undefined;
  /** What columns with these headings hold, by headingKey. */
  headings?: ReadonlyMap<string, ImportField | null>;
  onProgress?: (done: number, total: number) => void;
};

/** Adds and updates entries from a spreadsheet's rows, in one transaction: all of them or none. */
export async function importRows(
  library: Library,
  sheet: readonly ImportSheetRow[],
  options: ImportOptions,
): Promise<ImportReport> {
  const { db } = library;
  const { headings = new Map() } = options;
  const remembered = new Map([...(await rememberedHeadings(db)), ...headings]);
  const columns = columnsOf(sheet, { chosen: options.columns, remembered });
  const report = emptyReport();
  report.header_row = columns.headerRow;
  report.columns = columns.columns;
  report.missing = columns.missing;
  if (columns.missing.length > 0) {
    if (options.dryRun) return report;
    throw missingColumns(columns);
  }
  const read = await readEntries(sheet, columns);
  const byId = await readIds(db, read.entries);
  const outcomes = new Map<SheetEntry, Outcome>();
  const rollBack = new Error('The import is not to be written.');
  try {
    const made = await changeLibrary(library, options, async (tx, change) => {
      const renamed = await renameEntries(tx, byId.renamings, change);
      outcomes.clear(); // the transaction may be made again
      for (const [of, outcome] of [...byId.refused, ...renamed]) outcomes.set(of, outcome);
      const others = read.entries.filter((one) => !outcomes.has(one));
      for (let at = 0; at < others.length; at += rowsAtOnce) {
        const portion = others.slice(at, at + rowsAtOnce);
        const saved = await saveEntries(
          tx,
          portion.map(({ entry }) => entry),
          change,
        );
        for (const [index, one] of portion.entries()) {
          const outcome = saved[index];
          if (outcome !== undefined) outcomes.set(one, outcome);
        }
        options.onProgress?.(at + portion.length, others.length);
      }
      const isRefused = [...outcomes.values()].some((outcome) => outcome instanceof LibraryError);
      const faulty = isRefused || read.refused.length > 0;
      if (options.dryRun || (faulty && !options.keepGoing)) throw rollBack;
      if (options.columns !== undefined || headings.size > 0) {
        await rememberHeadings(tx, columns.columns, { user: options.user, at: change.at });
      }
      report.written = true;
    });
    report.change_id = recordedId(made);
  } catch (error) {
    if (error !== rollBack) throw error;
  }
  const refused = [...read.refused];
  for (const one of read.entries) {
    const outcome = outcomes.get(one);
    if (outcome instanceof LibraryError) refused.push({ row: one.row, reason: outcome.message });
    else if (outcome !== undefined) count(report, one, outcome);
  }
  report.refused = refused.toSorted((a, b) => a.row - b.row);
  report.refused_count = refused.length;
  const added = read.entries.filter((one) => outcomes.get(one) === 'added');
  for (const [{ row }, warning] of await findLostZeros(db, added, read.entries)) {
    report.warnings.push({ row, warning });
  }
  report.warnings = report.warnings.toSorted((a, b) => a.row - b.row);
  report.warnings_count = report.warnings.length;
  if (options.dryRun) Object.assign(report, await absentFromSheet(db, read));
  return report;
}

/** So many rows of each kind are listed, for the preview. */
const mostListed = 200;
const rowsAtOnce = 5000;

function emptyReport(): ImportReport {
  return {
    header_row: 1,
    columns: [],
    missing: [],
    added: 0,
    changed: 0,
    renamed: 0,
    unchanged: 0,
    added_rows: [],
    changed_rows: [],
    refused: [],
    refused_count: 0,
    warnings: [],
    warnings_count: 0,
    absent: [],
    absent_count: 0,
    absent_customers: [],
    written: false,
    change_id: null,
  };
}

function count(
  report: ImportReport,
  one: SheetEntry,
  outcome: Exclude<Outcome, LibraryError>,
): void {
  if (outcome === 'unchanged') {
    report.unchanged += 1;
    return;
  }
  const { row, entry } = one;
  const kind = outcome === 'added' ? 'added' : 'changed';
  const before = outcome === 'added' ? null : outcome.changedFrom;
  report[kind] += 1;
  if (before !== null && isRenamed(one, before)) report.renamed += 1;
  for (const warning of warningsOf(one, before)) report.warnings.push({ row, warning });
  const listed = report[`${kind}_rows`];
  if (listed.length < mostListed) listed.push({ row, ...entry, before: fieldsOf(before) });
}

function fieldsOf(before: EntryBefore | null): ImportRow['before'] {
  if (before === null) return null;
  const { customer, doc_num, doc_desc, language, doc_rev } = before;
  return { customer, doc_num, doc_desc, language, doc_rev };
}

function isRenamed({ entry }: SheetEntry, before: EntryBefore): boolean {
  return (
    !isSameDocument(entry, before) || customerKey(entry.customer) !== customerKey(before.customer)
  );
}

/** What a librarian should look at before the row is taken as it stands. */
function warningsOf(one: SheetEntry, before: EntryBefore | null): string[] {
  if (before === null) return one.spoilt;
  const { entry, modified_at } = one;
  const warnings: string[] = [];
  if (isRenamed(one, before)) warnings.push(...one.spoilt);
  const lost = zerosLost(entry, before);
  if (lost !== null) warnings.push(lost);
  if (entry.doc_desc === '' && before.doc_desc !== '') {
    warnings.push('The description becomes empty.');
  }
  if (
    modified_at !== null &&
    before.modified_at !== undefined &&
    modified_at !== before.modified_at
  ) {
    const by = before.modified_by_user ?? 'someone';
    warnings.push(`${by} changed this entry after the sheet was written.`);
  }
  return warnings;
}
