import type { DatabaseSync } from 'node:sqlite';
import { ideograph, kindOf } from './letters.ts';
import { ManyRows } from './many-rows.ts';
import { partCount, partOf, partWord } from './marks.ts';
import { blocksOf, forgetLastKey, keyOf, NumberList } from './posting-blocks.ts';
import type { Pairs } from './sort-words.ts';

// Which terms have a part, begin so or are near is found by their letters three by three, with ^ before
// and $ after each. These are words of the index as well, and the terms that have them are their rows.

/** So many are put in order at once: they are in memory. */
const mostPairs = 10_000_000;

/** The words of all three letters of a text that follow each other; none of a shorter one. */
export function partsOf(text: string): number[] {
  const words = new Set<number>();
  for (let at = 2; at < text.length; at++) {
    const part = partOf(text.charCodeAt(at - 2), text.charCodeAt(at - 1), text.charCodeAt(at));
    words.add(partWord(part));
  }
  return [...words];
}

/** The parts of terms whose ids follow each other. */
export function partsOfTerms(terms: readonly string[], firstId: number): Pairs {
  const [words, rows] = [new NumberList(), new NumberList()];
  for (const [at, term] of terms.entries()) {
    if (!hasParts(term)) continue;
    for (const word of partsOf(`^${term}$`)) {
      words.push(word);
      rows.push(firstId + at);
    }
  }
  return { words: words.all, rows: rows.all };
}

/** Writes the parts of many terms that come in the order of their ids, as those of a new index. */
export class NewParts {
  readonly #file: DatabaseSync;
  readonly #blocks: ManyRows;
  readonly #parts = new NumberList();
  readonly #ids = new NumberList();
  /** By part: how many of its terms wait to be written, and the last of them. */
  readonly #counts = new Int32Array(partCount);
  readonly #last = new Int32Array(partCount);

  constructor(file: DatabaseSync) {
    this.#file = file;
    this.#blocks = new ManyRows(
      file,
      'insert into postings (key, rows)',
      `(${keyOf('?', '?')}, ?)`,
    );
  }

  add(terms: readonly string[], firstId: number): void {
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at] ?? '';
      if (hasParts(term)) this.#add(term, firstId + at);
    }
    if (this.#ids.length > mostPairs) this.finish();
  }

  /** Writes those that wait: counted before, each has its place. */
  finish(): void {
    const ids = new Int32Array(this.#ids.length);
    const ends = new Int32Array(partCount);
    for (let part = 0, end = 0; part < partCount; part++) {
      ends[part] = end;
      end += this.#counts[part] ?? 0;
    }
    for (let at = 0; at < ids.length; at++) {
      const part = this.#parts.numbers[at] ?? 0;
      const place = ends[part] ?? 0;
      ids[place] = this.#ids.numbers[at] ?? 0;
      ends[part] = place + 1;
    }
    for (let part = 0, from = 0; part < partCount; part++) {
      const to = ends[part] ?? 0;
      if (to > from) this.#write(partWord(part), ids.subarray(from, to));
      from = to;
    }
    this.#blocks.finish();
    forgetLastKey(this.#file);
    this.#parts.length = this.#ids.length = 0;
    this.#counts.fill(0);
  }

  #add(term: string, id: number): void {
    let first = 0;
    let second = caret;
    for (let at = 0; at <= term.length; at++) {
      const third = at < term.length ? term.charCodeAt(at) : dollar;
      if (at > 0) this.#addPart(partOf(first, second, third), id);
      first = second;
      second = third;
    }
  }

  #addPart(part: number, id: number): void {
    if (this.#last[part] === id) return;
    this.#last[part] = id;
    this.#counts[part] = (this.#counts[part] ?? 0) + 1;
    this.#parts.push(part);
    this.#ids.push(id);
  }

  #write(word: number, ids: Int32Array): void {
    for (const { first, bytes } of blocksOf(ids)) this.#blocks.add(word, first, bytes);
  }
}

const caret = 0x5e;
const dollar = 0x24;
const firstIdeograph = 0x1100;

/** Pairs of ideographs are parts already. */
function hasParts(term: string): boolean {
  return term.charCodeAt(0) < firstIdeograph || kindOf(term) !== ideograph;
}
