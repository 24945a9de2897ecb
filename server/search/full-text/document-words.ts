import type { IndexedEntry } from '../entry.ts';
import { listsOf, StreamWriter } from './document-stream.ts';
import { customerWord, inNumber, inTitle, languageWord, latestWord, often } from './marks.ts';
import { TermCounts } from './term-counts.ts';
import { codeKeys } from './tokens.ts';
import { type TermIds, Vocabulary } from './vocabulary.ts';
import { WordList } from './word-list.ts';

/** A word is frequent in a document when it is there so often, and this share of all its words. */
const leastTimes = 3;
const leastShare = 0.003;

/** A document as the index has it: its terms where they stand, and once each with marks. */
export type WrittenDocument = { stream: Uint8Array; words: string };

type Marked = { number: number[]; title: number[] };

/** Turns documents into what the index has of them; and counts in how many each term is. */
export class DocumentWords {
  readonly #vocabulary: Vocabulary;
  readonly #stream = new StreamWriter();
  readonly #words = new WordList();
  /** By a term: one more than how often it is in the texts of the present document. */
  readonly #times = new TermCounts();
  /** By a term: how many documents more of this portion have it, or fewer. */
  readonly #grown = new TermCounts();

  readonly #counts: boolean;

  constructor(terms: TermIds, { counts = true } = {}) {
    this.#vocabulary = new Vocabulary(terms);
    this.#counts = counts;
  }

  /** A document by its texts. */
  read(entry: IndexedEntry, texts: readonly string[]): WrittenDocument {
    this.#vocabulary.forgetIfFull();
    const marked = this.#mark(entry);
    let words = 0;
    for (const text of texts) {
      this.#vocabulary.read(text);
      const { row, length, beside } = this.#vocabulary;
      words += length;
      this.#stream.list(row, length);
      this.#stream.list(beside);
      this.#times.addAll(row, length);
      for (const id of beside) this.#times.touch(id);
    }
    return this.#written(entry, marked, words);
  }

  /** A document with other fields, and the texts that it had. */
  relabel(entry: IndexedEntry, before: Uint8Array): WrittenDocument {
    this.#vocabulary.forgetIfFull();
    const marked = this.#mark(entry);
    let words = 0;
    for (const [at, ids] of [...listsOf(before)].slice(2).entries()) {
      const isRow = at % 2 === 0;
      if (isRow) words += ids.length;
      this.#stream.list(ids);
      if (isRow) this.#times.addAll(ids, ids.length);
      else for (const id of ids) this.#times.touch(id);
    }
    return this.#written(entry, marked, words);
  }

  /** A document is gone, or comes again otherwise. */
  forget(stream: Uint8Array): void {
    if (!this.#counts) return;
    for (const id of new Set([...listsOf(stream)].flat())) this.#grown.add(id, -1);
  }

  /** The terms, each with how many documents more, or fewer, have it. */
  takeGrown(): Map<number, number> {
    const grown = new Map(this.#grown.counted.map((id) => [id, this.#grown.of(id)]));
    this.#grown.clear();
    return grown;
  }

  #mark({ doc_num, doc_desc }: IndexedEntry): Marked {
    const number = this.#termsIn(doc_num);
    for (const key of codeKeys(doc_num)) number.add(this.#vocabulary.idOf(key));
    const marked = { number: [...number], title: [...this.#termsIn(doc_desc)] };
    for (const ids of [marked.number, marked.title]) {
      this.#stream.list(ids);
      for (const id of ids) this.#times.touch(id);
    }
    return marked;
  }

  #termsIn(text: string): Set<number> {
    this.#vocabulary.read(text);
    const { row, length, beside } = this.#vocabulary;
    return new Set([...row.subarray(0, length), ...beside]);
  }

  #written(entry: IndexedEntry, marked: Marked, words: number): WrittenDocument {
    const { customer_id, language, is_latest } = entry;
    const list = this.#words;
    list.add(customerWord(customer_id));
    list.add(languageWord(language ?? ''));
    if (is_latest) list.add(latestWord);
    for (const id of marked.number) list.addTerm(id, inNumber);
    for (const id of marked.title) list.addTerm(id, inTitle);
    const least = Math.max(leastTimes, words * leastShare);
    for (const id of this.#times.counted) {
      list.addTerm(id);
      if (this.#times.of(id) >= least) list.addTerm(id, often);
      if (this.#counts) this.#grown.add(id, 1);
    }
    this.#times.clear();
    return { stream: this.#stream.take(), words: list.take() };
  }
}
