import { setImmediate } from 'node:timers/promises';
import { type ImportField, importFieldNames } from '#contract/import-headings.ts';
import type { ImportReport, ImportRow } from '#contract/importing.ts';
import { LibraryError } from '#contract/errors.ts';
import { revisionFacts } from '#contract/revision-words.ts';
import type { Change, Library } from '../changes/change.ts';
import type { Tx } from '../db/schema.ts';
import { transact } from '../db/transactions.ts';
import type { PackedList } from '../spreadsheet/packed-list.ts';
import { customerKey } from '../catalogue/customers.ts';
import { fileKeyOf, isSameDocument } from '../catalogue/documents.ts';
import { type EntryBefore, type Outcome, saveEntries } from '../catalogue/entries.ts';
import { absentFromSheet } from './absent.ts';
import { type ById, readIds, renameEntries } from './by-id.ts';
import { type ColumnChoice, columnsOf, type ImportSheet, missingColumns } from './columns.ts';
import { findLostZeros, zerosLost } from './lost-zeros.ts';
import { rememberedHeadings, rememberHeadings } from './remembered-headings.ts';
import { findRepeats, findSharedFiles } from './repeats.ts';
import { readEntries, type SheetEntry } from './rows.ts';
import {
  changingStatuses,
  portionsOfStatuses,
  readStatuses,
  warningOfStatus,
} from './sheet-statuses.ts';
import {
  rowsAtOnce,
  writeWhole,
  type WriteOptions,
  type WritePortion,
  type WriteStep,
} from '../undo/write-whole.ts';

/** How far an import is. `reading`: rows of the sheet are made entries, before they are checked against the library. */
export type ImportStep = {
  step: WriteStep['step'] | 'reading';
  done: number;
  total: number;
};

export type ImportOptions = Omit<WriteOptions, 'onStep'> & {
  /** What each column holds; without it the headings say so. */
  columns?: ColumnChoice | undefined;
  /** What columns with these headings hold, by headingKey. */
  headings?: ReadonlyMap<string, ImportField | null> | undefined;
  onStep?: ((step: ImportStep) => void) | undefined;
};

/** Adds and updates entries from a spreadsheet's rows: all of them or none. */
export async function importRows(
  library: Library,
  sheet: ImportSheet,
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
  const read = await readEntries(sheet, columns, (done, total) =>
    options.onStep?.({ step: 'reading', done, total }),
  );
  const repeats = await findRepeats(read.entries);
  const byId = await readIds(db, read.entries, ({ row }) => repeats.has(row));
  const statuses = await readStatuses(
    read.entries,
    ({ row }) => repeats.has(row) || byId.refused.has(row),
  );
  const changing = await changingStatuses(db, read.entries, statuses.said);
  const outcomes = new Outcomes([...repeats, ...byId.refused, ...statuses.refused]);
  const total = read.entries.length - outcomes.size;
  const isFaulty = read.refused.length + outcomes.size > 0;
  const portions = await portionsToWrite(read.entries, byId, outcomes);
  const { written, change_id } = await writeWhole(
    library,
    [...portions, ...portionsOfStatuses(changing)],
    {
      ...options,
      dryRun: options.dryRun || (isFaulty && !options.keepGoing), // the report covers the others, too
      onStep: (step) => options.onStep?.({ ...step, total }),
    },
  );
  report.written = written;
  report.change_id = change_id;
  if (written && (options.columns !== undefined || headings.size > 0)) {
    const stamp = { user: options.user, at: new Date(library.now()) };
    await transact(db, (tx) => rememberHeadings(tx, columns.columns, stamp));
  }
  const refused = [...read.refused];
  for await (const some of read.entries.inPortions()) {
    for (const one of some) {
      const outcome = outcomes.get(one.row);
      if (outcome instanceof LibraryError) refused.push({ row: one.row, reason: outcome.message });
      else if (outcome !== undefined) count(report, one, outcome);
    }
  }
  report.refused = refused.toSorted((a, b) => a.row - b.row);
  report.refused_count = refused.length;
  for (const one of changing) {
    report.warnings.push({ row: one.of.row, warning: warningOfStatus(one) });
  }
  report.warnings.push(...statuses.unknown);
  const isAdded = ({ row }: SheetEntry) => outcomes.get(row) === 'added';
  for (const [row, warning] of await findLostZeros(db, read.entries, isAdded)) {
    report.warnings.push({ row, warning });
  }
  report.warnings = report.warnings.toSorted((a, b) => a.row - b.row);
  report.warnings_count = report.warnings.length;
  if (options.dryRun) Object.assign(report, await absentFromSheet(db, read));
  return report;
}

/** What became of an entry; a changed one with what the report says of it. */
type SavedRow = LibraryError | 'added' | 'unchanged' | ChangedRow;
type ChangedRow = {
  isRenamed: boolean;
  warnings: readonly string[];
  /** Null if it is not listed. */
  before: EntryBefore | null;
};

/** Most changed rows of a long sheet are of this kind, and take no memory. */
const changedUnlisted: ChangedRow = { isRenamed: false, warnings: [], before: null };

/** What became of the entries, by their rows. */
class Outcomes extends Map<number, SavedRow> {
  /** The changed rows that are listed; a portion may be written twice. */
  readonly #listed = new Set<number>();

  add(one: SheetEntry, outcome: Outcome): void {
    const isChanged = typeof outcome === 'object' && !(outcome instanceof LibraryError);
    this.set(one.row, isChanged ? this.#changedRow(one, outcome.changedFrom) : outcome);
  }

  #changedRow(one: SheetEntry, changedFrom: EntryBefore): ChangedRow {
    if (this.#listed.size < mostListed) this.#listed.add(one.row);
    const before = this.#listed.has(one.row) ? changedFrom : null;
    const warnings = warningsOf(one, changedFrom);
    const renamed = isRenamed(one, changedFrom);
    if (before === null && warnings.length === 0 && !renamed) return changedUnlisted;
    return { isRenamed: renamed, warnings, before };
  }
}

/**
 * The entries that are not refused yet, as portions that do not depend on each other: the first has all that are
 * renamed, all that take the place of one, and all whose place one takes; the next have those that share a file.
 */
async function portionsToWrite(
  entries: PackedList<SheetEntry>,
  { renamings }: ById,
  outcomes: Outcomes,
): Promise<WritePortion[]> {
  const places = new Set(renamings.flatMap(({ of, before }) => [of.entry, before].map(fileKeyOf)));
  const isShared = await findSharedFiles(entries);
  const apart = new Set([...outcomes.keys(), ...renamings.map(({ of }) => of.row)]);
  const near: SheetEntry[] = [];
  const sharing: SheetEntry[] = [];
  const rest: WritePortion[] = [];
  for (const { read } of entries.portions()) {
    const others = read().filter(({ row }) => !apart.has(row));
    for (const one of others) {
      const fileKey = fileKeyOf(one.entry);
      if (!places.has(fileKey) && !isShared(fileKey)) continue;
      apart.add(one.row);
      (places.has(fileKey) ? near : sharing).push(one);
    }
    const isHere = ({ row }: SheetEntry) => !apart.has(row);
    rest.push({
      rows: others.filter(isHere).length,
      write: (tx, change) => save(tx, read().filter(isHere), outcomes, change),
    });
    await setImmediate();
  }
  const first: WritePortion = {
    rows: renamings.length + near.length,
    write: async (tx, change) => {
      const renamed = await renameEntries(tx, renamings, change);
      for (const [of, outcome] of renamed) outcomes.add(of, outcome);
      const isRefused = await save(tx, near, outcomes, change);
      return isRefused || [...renamed.values()].some(isRefusal);
    },
  };
  const shared = inOneFile(sharing).map((some): WritePortion => ({
    rows: some.length,
    write: (tx, change) => save(tx, some, outcomes, change),
  }));
  return [first, ...shared, ...rest].filter(({ rows }) => rows > 0);
}

/** Gives whether an entry was refused. */
async function save(
  tx: Tx,
  some: readonly SheetEntry[],
  outcomes: Outcomes,
  change: Change,
): Promise<boolean> {
  const saved = await saveEntries(
    tx,
    some.map(({ entry }) => entry),
    change,
  );
  for (const [index, outcome] of saved.entries()) {
    const one = some[index];
    if (one !== undefined) outcomes.add(one, outcome);
  }
  return saved.some(isRefusal);
}

function isRefusal(outcome: Outcome): boolean {
  return outcome instanceof LibraryError;
}

/** Portions of about a size; entries that share a file are in one, as they may refuse each other. */
function inOneFile(entries: readonly SheetEntry[]): SheetEntry[][] {
  const portions: SheetEntry[][] = [];
  let portion: SheetEntry[] = [];
  for (const sharing of Map.groupBy(entries, ({ entry }) => fileKeyOf(entry)).values()) {
    portion.push(...sharing);
    if (portion.length < rowsAtOnce) continue;
    portions.push(portion);
    portion = [];
  }
  return portion.length === 0 ? portions : [...portions, portion];
}

/** The most rows of each kind that the preview lists. */
const mostListed = 200;

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
  { row, entry, spoilt }: SheetEntry,
  saved: Exclude<SavedRow, LibraryError>,
): void {
  if (saved === 'unchanged') {
    report.unchanged += 1;
    return;
  }
  const listed = { row, ...entry };
  if (saved === 'added') {
    report.added += 1;
    if (report.added_rows.length < mostListed) report.added_rows.push({ ...listed, before: null });
  } else {
    report.changed += 1;
    if (saved.isRenamed) report.renamed += 1;
    if (saved.before !== null)
      report.changed_rows.push({ ...listed, before: fieldsOf(saved.before) });
  }
  const warnings = saved === 'added' ? spoilt : saved.warnings;
  for (const warning of warnings) report.warnings.push({ row, warning });
}

function fieldsOf(before: EntryBefore): ImportRow['before'] {
  const { customer, doc_num, doc_desc, language, doc_rev, issued_on = null } = before;
  const said = revisionFacts.filter((fact) => before[fact]).map((fact) => [fact, before[fact]]);
  const facts = { issued_on, ...Object.fromEntries(said) };
  return { customer, doc_num, doc_desc, language, doc_rev, ...facts };
}

function isRenamed({ entry }: SheetEntry, before: EntryBefore): boolean {
  return (
    !isSameDocument(entry, before) || customerKey(entry.customer) !== customerKey(before.customer)
  );
}

const factNames = {
  ...importFieldNames,
  stated_kind: importFieldNames.kind,
  stated_amends: importFieldNames.amends,
};

/** What a librarian should look at before the row is imported as it is. */
function warningsOf(one: SheetEntry, before: EntryBefore): string[] {
  const { entry, modified_at } = one;
  const warnings: string[] = [];
  if (isRenamed(one, before)) warnings.push(...one.spoilt);
  const lost = zerosLost(entry, before);
  if (lost !== null) warnings.push(lost);
  if (entry.doc_desc === '' && before.doc_desc !== '') {
    warnings.push('This row clears the description.');
  }
  for (const fact of revisionFacts) {
    if (entry[fact] !== null || !before[fact]) continue;
    const name = fact === 'issued_on' ? 'day of issue' : `cell "${factNames[fact]}"`;
    warnings.push(`This row clears the ${name}, ${before[fact]}.`);
  }
  if (
    modified_at !== null &&
    before.modified_at !== undefined &&
    modified_at !== before.modified_at
  ) {
    const by = before.modified_by_user ?? 'someone';
    warnings.push(`${by} changed this entry after the export of the sheet.`);
  }
  return warnings;
}
