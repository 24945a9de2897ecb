import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { randomNumbersFrom } from '../test/random.ts';
import { sampleDocuments } from '../sample/catalogue.ts';
import type { IndexedEntry } from '../server/search/entry.ts';

/** About as many letters as a page of a standard has. */
const lettersAPage = 2450;
const otherWords = 300_000;
const otherNumbers = 150_000;
const numbersAmongWords = 0.06;

/** One entry in ten has a PDF, of 1 to 19 pages: there are as many pages as entries. */
export type TextDocument = { entry: IndexedEntry; pages: string[] };

/**
 * Entries and pages of a library that does not exist. The most frequent words are those of the sample,
 * in five languages; rarer ones are put together from syllables; how often each occurs follows
 * Zipf's law. Numbers look like those of standards, screws and measures.
 */
export class SearchTexts {
  readonly words = new ByRank(wordsByRank());
  readonly numbers = new ByRank(numbersByRank());

  document(id: number): TextDocument {
    const random = randomNumbersFrom(id);
    const count = id % 10 === 0 ? 1 + (Math.floor(id / 10) % 19) : 0;
    const pages = Array.from({ length: count }, () => this.#page(random));
    return { entry: this.#entry(id, random, count > 0), pages };
  }

  #entry(document_id: number, random: () => number, hasFile: boolean): IndexedEntry {
    const customer_id = 1 + Math.floor(random() ** 3 * 1000);
    return {
      document_id,
      customer_id,
      customer: `Customer ${customer_id}`,
      doc_num: standardNumber(random),
      doc_desc: Array.from({ length: 5 }, () => this.words.draw(random)).join(' '),
      language: ['EN', 'DE', 'FR', 'ES', 'JA', null][Math.floor(random() ** 2 * 6)] ?? null,
      doc_rev: String(1 + (document_id % 4)),
      is_latest: document_id % 3 !== 0,
      is_withdrawn: false,
      extraction: 1,
      hash: hasFile ? String(document_id) : null,
      text_state: 'searched',
    };
  }

  #page(random: () => number): string {
    const words: string[] = [];
    for (let letters = 0; letters < lettersAPage;) {
      const word =
        random() < numbersAmongWords ? this.numbers.draw(random) : this.words.draw(random);
      const end = random();
      const written = words.length === 0 || end < 0.05 ? capital(word) : word;
      words.push(end < 0.03 ? `${written}.\n` : end < 0.08 ? `${written},` : written);
      letters += word.length + 1;
    }
    return words.join(' ');
  }
}

/** Things of which the first is drawn most often, by Zipf's law. */
class ByRank {
  readonly all: readonly string[];
  readonly #upTo: Float64Array;

  constructor(all: readonly string[]) {
    let sum = 0;
    this.all = all;
    this.#upTo = Float64Array.from(all, (_, rank) => (sum += (rank + 2.7) ** -1.15));
  }

  draw(random: () => number): string {
    const drawn = random() * (this.#upTo.at(-1) ?? 0);
    let [low, high] = [0, this.all.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#upTo[middle] ?? 0) < drawn) low = middle + 1;
      else high = middle;
    }
    return this.all[low] ?? '';
  }
}

function numbersByRank(): string[] {
  const random = randomNumbersFrom(16);
  const numbers = new Set<string>();
  while (numbers.size < otherNumbers) numbers.add(numberIn(random));
  return [...numbers];
}

function wordsByRank(): string[] {
  const times = new Map<string, number>();
  for (const [word] of sampleTexts().matchAll(/\p{L}{2,}/gu)) {
    times.set(word, (times.get(word) ?? 0) + 1);
  }
  const known = [...times].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  const random = randomNumbersFrom(15);
  const words = new Set(known);
  while (words.size < known.length + otherWords) words.add(madeWord(random, known));
  return [...words];
}

function sampleTexts(): string {
  return readdirSync(sampleDocuments)
    .map((name) => path.join(sampleDocuments, name))
    .map((file) => execFileSync('pdftotext', ['-q', file, '-'], { encoding: 'utf8' }))
    .join('\n');
}

/** Like a rare word: of syllables, or a compound. */
function madeWord(random: () => number, known: readonly string[]): string {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  if (random() < 0.3) return pick(known).toLowerCase() + pick(known).toLowerCase();
  const syllables = Array.from({ length: 2 + Math.floor(random() * 3) }, () => {
    return pick(beginnings) + pick(vowels) + pick(ends);
  });
  return syllables.join('');
}

const beginnings = 'b br c ch d dr f fl g gr h k kl l m n p pr qu r s sch st t tr v w z'.split(' ');
const vowels = 'a e i o u a e i o u a e i o u ä ö ü ei au ie'.split(' ');
const ends = ' n r s t l m ng ck ft nd x'.split(' ');

function standardNumber(random: () => number): string {
  const letters = ['NV', 'GMW', 'VW', 'KES-D-', 'TRK', 'CAMS-', 'DIN EN', 'ISO', 'QX', 'PF'];
  const digits = String(Math.floor(random() * 1_000_000));
  return `${letters[Math.floor(random() * letters.length)]} ${digits}`;
}

function numberIn(random: () => number): string {
  const whole = (most: number) => Math.floor(random() ** 3 * most);
  const kind = random();
  if (kind < 0.35) return String(whole(2000));
  if (kind < 0.6) return `${whole(100)},${whole(100)}`;
  if (kind < 0.7) return `M${2 + whole(40)}x${1 + whole(3)}.${whole(10)}`;
  if (kind < 0.8) return standardNumber(random);
  if (kind < 0.9) return `${whole(20)}.${whole(20)}.${whole(20)}`;
  return `0${whole(100_000)}-${'ABCDEF'[whole(6)]}-${whole(100)}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
