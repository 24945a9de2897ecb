import { hash } from 'node:crypto';
import { codeKey, compact, foldText, withoutLeadingZeros } from '../folding.ts';
import type { IndexedEntry } from '../entry.ts';
import { runsOf, wordsOf, wordsWithJoined } from './words.ts';

/** What an entry is found by, folded; each is words with blanks between, as it is stored. */
export type Label = {
  /**
   * The whole number without signs. Two, where a zero leads only as long as its sign is there:
   * `TRK 06/011` is typed `trk611`, `trk6011` and `trk06011`.
   */
  keys: string;
  /** Its parts between signs, and their runs of letters and digits. */
  parts: string;
  /** Of the whole description, in short: whoever types or pastes it means this entry. */
  title: string;
  /** Of the description and the customer. */
  words: string;
  language: string;
  revision: string;
  /** The revision as it is written: how it is called puts it in order. */
  doc_rev: string;
  is_latest: 0 | 1;
};

export function labelOf(entry: IndexedEntry): Label {
  const number = wordsOf(entry.doc_num);
  const keys = [codeKey(entry.doc_num), withoutLeadingZeros(compact(foldText(entry.doc_num)))];
  const words = [...wordsWithJoined(entry.doc_desc), ...wordsWithJoined(entry.customer)];
  return {
    keys: asText(keys.map((key) => key.slice(0, mostKeyLetters))),
    parts: asText([...number, ...number.flatMap(runsOf)]),
    title: titleKey(entry.doc_desc),
    words: asText(words.slice(0, mostWords)),
    language: asText(wordsOf(entry.language ?? '')),
    revision: asText(wordsWithJoined(entry.doc_rev)),
    doc_rev: entry.doc_rev,
    is_latest: entry.is_latest ? 1 : 0,
  };
}

// A number has as many letters as a line can hold; a description is a line, not a page.
const mostKeyLetters = 200;
const mostWords = 60;

/** A description without signs, as a few letters. */
export function titleKey(text: string): string {
  return hash('sha1', compact(foldText(text)), 'hex').slice(0, 12);
}

function asText(words: readonly string[]): string {
  return [...new Set(words)].join(' ');
}
