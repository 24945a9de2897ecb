import type { EntryFields } from '#contract/entry.ts';
import { noLanguage } from '#contract/file-name.ts';

/** An entry on one line, as the preview of an import lists it. */
export function entryText(of: Omit<EntryFields, 'doc_desc'>): string {
  const { customer, doc_num, language, doc_rev } = of;
  return `${customer} · ${doc_num} · ${language ?? noLanguage} · Rev. ${doc_rev}`;
}
