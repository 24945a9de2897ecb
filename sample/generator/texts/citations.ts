import { readTable } from './table-file.ts';
import type { Language } from './words.ts';

const columns = ['doc_num', 'language', 'text'] as const;

/** The standards of the library that a standard cites: some in an older revision, one that is missing. */
export function citationsOf(doc_num: string, language: Language): string[] {
  return readTable('texts/citations.csv', columns)
    .filter(({ cells }) => cells.doc_num === doc_num && cells.language === language)
    .map(({ cells }) => cells.text);
}
