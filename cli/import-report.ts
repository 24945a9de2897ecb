import { importFieldNames } from '#contract/import-headings.ts';
import type { ImportReport } from '#contract/importing.ts';
import { noLanguage } from '#contract/file-name.ts';

/** Prints what an import did, or would do. */
export function printImport(report: ImportReport, dryRun: boolean): void {
  if (report.missing.length > 0) {
    printMissing(report);
    return;
  }
  for (const { row, reason } of report.refused) console.error(`row ${row}: ${reason}`);
  for (const { row, warning } of report.warnings) console.error(`row ${row}: check: ${warning}`);
  if (dryRun) printAbsent(report);
  const { added, changed, renamed, unchanged, refused_count, written } = report;
  const others =
    renamed > 0 ? ` (${renamed} with another number, revision, language or customer)` : '';
  const counts = `${added} added, ${changed} changed${others}, ${unchanged} unchanged, ${refused_count} refused`;
  if (written) console.log(`Imported: ${counts}.`);
  else if (dryRun) console.log(`Dry run: nothing was written. An import would give: ${counts}.`);
  else
    console.log(
      `Nothing was written. Correct the rows above, or use --keep-going. The sheet: ${counts}.`,
    );
}

function printMissing({ missing, columns }: ImportReport): void {
  const names = missing.map((field) => `${importFieldNames[field]} (${field})`).join(', ');
  const headings = columns.map(({ heading }) => heading).join(', ');
  console.error(`The sheet lacks a column for: ${names}. Its headings: ${headings}.`);
  console.error('Name it with --column "HEADING=FIELD".');
}

function printAbsent({ absent, absent_count, absent_customers }: ImportReport): void {
  if (absent_count === 0) return;
  console.log('In the library, but not in the sheet:');
  for (const { customer, doc_num, language, doc_rev } of absent) {
    console.log(`  ${customer} · ${doc_num} · ${language ?? noLanguage} · Rev. ${doc_rev}`);
  }
  if (absent_count > absent.length) console.log(`  … and ${absent_count - absent.length} more`);
  for (const { customer, absent: count, entries } of absent_customers) {
    console.log(`${customer}: ${count} of ${entries} entries are not in the sheet.`);
  }
}
