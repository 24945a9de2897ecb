import { type Static, Type } from 'typebox';
import { type DocumentIdentity, fileNameFault, noLanguage } from './file-name.ts';

export const Customer = Type.Object({ customer: Type.String() });
export type Customer = Static<typeof Customer>;

export const DocumentEntry = Type.Object({
  doc_num: Type.String(),
  doc_desc: Type.String(),
  doc_rev: Type.String(),
  language: Type.Union([Type.String(), Type.Null()]),
  created_by_user: Type.String(),
  modified_by_user: Type.String(),
  created_at: Type.String(),
  modified_at: Type.String(),
});
export type DocumentEntry = Static<typeof DocumentEntry>;

export const listCustomers = {
  method: 'GET',
  url: '/vue-egd-lib/api/customers',
  response: Type.Object({ data: Type.Array(Customer) }),
} as const;

export const listDocuments = {
  method: 'GET',
  url: '/vue-egd-lib/api/documents',
  query: Type.Object({ customer: Type.String({ minLength: 1, maxLength: 1000 }) }),
  response: Type.Object({ data: Type.Array(DocumentEntry) }),
} as const;

export const readPdf = {
  url: '/document/egd-lib/:name',
  params: Type.Object({ name: Type.String() }),
  query: Type.Object({ download: Type.Optional(Type.String()) }),
} as const;

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
  doc_num: 'standard number (doc_num)',
  doc_desc: 'description (doc_desc)',
  language: 'language',
  doc_rev: 'revision (doc_rev)',
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

/** Every reason why a tidied entry cannot be kept, in words; none when it can. */
export function entryFaults(entry: EntryFields): string[] {
  const faults: string[] = [];
  for (const field of ['customer', 'doc_num', 'doc_rev'] as const) {
    if (entry[field] === '') faults.push(`The ${fieldNames[field]} is missing.`);
  }
  for (const field of Object.keys(entryLimits) as (keyof EntryFields)[]) {
    const text = entry[field] ?? '';
    if ([...text].length > entryLimits[field]) {
      faults.push(`The ${fieldNames[field]} is longer than ${entryLimits[field]} characters.`);
    }
    if (unprintable.test(text)) {
      faults.push(`The ${fieldNames[field]} holds a character that cannot be printed.`);
    }
  }
  const nameFault = faults.length === 0 ? fileNameFault(entry) : null;
  return nameFault === null ? faults : [nameFault];
}

const unprintable = /\p{Cc}|\p{Surrogate}|\uFFFD/u;

function tidy(text: string): string {
  return text.normalize('NFC').trim();
}

// A spreadsheet cell often holds line breaks; in a list and a card they are blanks.
function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
