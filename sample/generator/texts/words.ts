import { parseWords } from './parse-words.ts';
import { readTable } from './table-file.ts';
import { readSampleFile } from './text-file.ts';

const languages = ['EN', 'DE', 'FR', 'ES', 'JA'] as const;

export type Language = (typeof languages)[number];

/** What stands on every standard whatever its subject, and the computed values in it. */
const wordValues = {
  standard: [],
  contents: [],
  page: ['page', 'pages'],
  number: [],
  revision: [],
  date: [],
  prepared: [],
  checked: [],
  approved: [],
  supersedes: [],
  none: [],
  history: [],
  change: [],
  firstIssue: [],
  changed: ['clauses'],
  editorial: [],
  table: [],
  figure: [],
  note: [],
  printed: [],
  confidential: [],
  scope: [],
  references: [],
  terms: [],
  referencesIntro: [],
  termsIntro: [],
} as const;

export type Words = Record<keyof typeof wordValues, string>;

export function isLanguage(code: string): code is Language {
  return languages.some((language) => language === code);
}

export function readWords(language: Language): Words {
  const file = `texts/words/${language.toLowerCase()}.txt`;
  return parseWords(file, readSampleFile(file), wordValues);
}

/** What is written inside figures, by its English words; what has no translation stays English. */
export function readFigureWords(language: Language): Map<string, string> {
  const rows = readTable('texts/words/figures.csv', languages);
  return new Map(rows.map(({ cells }) => [cells.EN, cells[language] || cells.EN]));
}
