// No schema here: the console imports it whole.

// What Excel makes of a standard number or a revision that it takes for a date or a quantity.

/** The value of a cell whose formula fails, in an English or German Excel. */
export const spreadsheetError =
  /^#(N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|NV|BEZUG!|WERT!|ZAHL!|ÜBERLAUF!)$/i;

const month = '(jan|feb|mar|mrz|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)(\\p{L}*\\.?)';
const dates = [
  new RegExp(`^\\d{1,2}\\.?[- ]${month}([- ]\\d{2,4})?$`, 'iu'), // 12-May, 12. Mai, 1-Jan-26
  new RegExp(`^${month}[- ]\\d{2,4}$`, 'iu'), // May-12
  /^\d{1,2}[./]\d{1,2}[./]\d{4}$/, // 01.02.2026
  /^\d{4}-\d{2}-\d{2}( 00:00:00)?$/,
];
const shortened = /^\d([.,]\d+)?E\+\d+$/i; // 1E+10

const identity = { doc_num: 'standard number', doc_rev: 'revision', language: 'language' } as const;

/** Describes what looks spoilt in an entry. It may be right anyway. */
export function spoiltBySpreadsheet(
  entry: Partial<Record<keyof typeof identity, string | null>>,
): string[] {
  const found: string[] = [];
  for (const [field, name] of Object.entries(identity) as [keyof typeof identity, string][]) {
    const value = entry[field] ?? '';
    if (dates.some((date) => date.test(value))) {
      found.push(`The ${name} ${value} looks like a date that Excel made of a number.`);
    } else if (shortened.test(value)) {
      found.push(`The ${name} ${value} looks like a long number that Excel shortened.`);
    }
  }
  return found;
}
