import { customerWord, languageWord, latestWord } from './marks.ts';
import { quoted } from './match.ts';

export type Filter = {
  customer_id: number | null;
  /** The empty text for entries without a language; null for all. */
  language: string | null;
  /** Only the newest revisions. */
  latest: boolean;
};

/** What FTS5 is asked for the documents within a filter. */
export function matchesOfFilter({ customer_id, language, latest }: Filter): string[] {
  const words: string[] = [];
  if (customer_id !== null) words.push(customerWord(customer_id));
  if (language !== null) words.push(languageWord(language));
  if (latest) words.push(latestWord);
  return words.map(quoted);
}
