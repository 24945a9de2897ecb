import { spreadsheetError } from './spoilt-cells.ts';
import { type DocumentIdentity, fileNameFault, noLanguage } from './file-name.ts';

// No schema here: the console imports it whole.

/** One standard number of one customer, as a librarian writes it. */
export type EntryFields = DocumentIdentity & { customer: string; doc_desc: string };

/** Longest text of each field, in characters. */
const entryLimits = {
  customer: 200,
  doc_num: 120,
  doc_desc: 1000,
  language: 20,
  doc_rev: 40,
} as const;

const fieldNames: Record<keyof EntryFields, string> = {
  customer: 'customer',
  doc_num: 'standard number',
  doc_desc: 'description',
  language: 'language',
  doc_rev: 'revision',
};

/** The same entry in its one spelling: NFC, no blanks around, `-` or nothing for no language. */
export function tidyEntry(written: Record<keyof EntryFields, string>): EntryFields {
  const language = tidy(written.language);
  return {
    customer: tidy(onOneLine(written.customer)),
    doc_num: tidy(written.doc_num),
    doc_desc: tidy(onOneLine(written.doc_desc)),
    language: language === '' || language === noLanguage ? null : language,
    doc_rev: tidy(written.doc_rev),
  };
}

/** A field and what is wrong with it, in words. */
export type FieldFault<Field extends string = keyof EntryFields> = { field: Field; fault: string };

/** Every reason why a tidied entry cannot be saved; empty if it can. */
export function entryFaults(entry: EntryFields): string[] {
  return entryFaultsByField(entry).map(({ fault }) => fault);
}

export function entryFaultsByField(entry: EntryFields): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const field of ['customer', 'doc_num', 'doc_rev'] as const) {
    if (entry[field] === '') faults.push({ field, fault: `The ${fieldNames[field]} is missing.` });
  }
  for (const field of Object.keys(entryLimits) as (keyof EntryFields)[]) {
    faults.push(...textFaults(field, entry[field] ?? ''));
  }
  const nameFault = faults.length === 0 ? fileNameFault(entry) : null;
  return nameFault === null ? faults : [{ field: 'doc_num', fault: nameFault }];
}

/** What a customer's name alone can be refused for. */
export function customerFaults(customer: string): FieldFault<'customer'>[] {
  const field = 'customer';
  if (customer === '') return [{ field, fault: 'The customer is missing.' }];
  return textFaults(field, customer);
}

function textFaults<Field extends keyof EntryFields>(field: Field, text: string) {
  const faults: FieldFault<Field>[] = [];
  if ([...text].length > entryLimits[field]) {
    const fault = `The ${fieldNames[field]} is longer than ${entryLimits[field]} characters.`;
    faults.push({ field, fault });
  }
  if (spreadsheetError.test(text)) {
    faults.push({
      field,
      fault: `The ${fieldNames[field]} is ${text}, a spreadsheet error. Correct the cell.`,
    });
  }
  if (unprintable.test(text)) {
    const fault = `The ${fieldNames[field]} contains an unprintable character. Delete it.`;
    faults.push({ field, fault });
  }
  return faults;
}

// Noncharacters such as U+FFFE cannot be in XML, so not in an XLSX export.
const unprintable = /\p{Cc}|\p{Surrogate}|\p{Noncharacter_Code_Point}|\uFFFD/u;

function tidy(text: string): string {
  return text.normalize('NFC').trim();
}

// A spreadsheet cell often holds line breaks; in a list and a card they are blanks.
function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
