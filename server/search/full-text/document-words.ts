import type { IndexedEntry } from '../entry.ts';
import { ByKind, type Kind } from './by-kind.ts';
import { Copies } from './copies.ts';
import { listsOf, StreamWriter } from './document-stream.ts';
import { namesOfFilter } from './filter.ts';
import { filterWord, inNumber, inTitle, often, termWord } from './marks.ts';
import { NumberList } from './posting-blocks.ts';
import { TermCounts } from './term-counts.ts';
import { type TermIds, Vocabulary } from './vocabulary.ts';

/** A word is frequent in a document when it is there so often, and this share of all its words. */
const leastTimes = 3;
const leastShare = 0.003;

/** A document as the index has it: its terms where they stand, and its words (marks.ts), each once. */
export type WrittenDocument = { stream: Uint8Array; words: Int32Array };

type Marked = { number: ArrayLike<number>; title: ArrayLike<number> };

/** Turns documents into what the index has of them. */
export class DocumentWords {
  readonly #vocabulary: Vocabulary;
  readonly #filters: TermIds;
  readonly #stream = new StreamWriter();
  readonly #streams = new Copies<Uint8Array>((length) => new Uint8Array(length));
  readonly #words = new NumberList();
  readonly #wordLists = new Copies<Int32Array>((length) => new Int32Array(length));
  readonly #markedNumber: number[] = [];
  readonly #markedTitle: number[] = [];
  /** The words of what documents are filtered by. */
  readonly #kinds = new ByKind<number[]>();
  /** By a term: how often it is in the texts of the present document. */
  readonly #times = new TermCounts();

  constructor(terms: TermIds, filters: TermIds) {
    this.#vocabulary = new Vocabulary(terms);
    this.#filters = filters;
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
    return this.#written(this.#wordsOf(entry, marked, words));
  }

  /** A document with other fields, and the texts that it had. */
  relabel(entry: IndexedEntry, before: Uint8Array): WrittenDocument {
    this.#vocabulary.forgetIfFull();
    const marked = this.#mark(entry);
    const lists = [...listsOf(before)].slice(2);
    for (const ids of lists) this.#stream.list(ids);
    const words = this.#countTerms(lists);
    return this.#written(this.#wordsOf(entry, marked, words));
  }

  /** The words of a document that was written so. */
  wordsOf(stream: Uint8Array, kind: Kind): Int32Array {
    const [number = [], title = [], ...lists] = listsOf(stream);
    for (const id of [...number, ...title]) this.#times.touch(id);
    return this.#wordLists.of(this.#wordsOf(kind, { number, title }, this.#countTerms(lists)));
  }

  #written(words: Int32Array): WrittenDocument {
    return { stream: this.#streams.of(this.#stream.take()), words: this.#wordLists.of(words) };
  }

  #countTerms(lists: readonly number[][]): number {
    let words = 0;
    for (const [at, ids] of lists.entries()) {
      const isRow = at % 2 === 0;
      if (isRow) words += ids.length;
      if (isRow) this.#times.addAll(ids, ids.length);
      else for (const id of ids) this.#times.touch(id);
    }
    return words;
  }

  #mark({ doc_num, doc_desc }: IndexedEntry): Marked {
    const number = this.#termsIn(doc_num, this.#markedNumber);
    for (const id of this.#vocabulary.idsInOne(doc_num)) if (!number.includes(id)) number.push(id);
    const marked = { number, title: this.#termsIn(doc_desc, this.#markedTitle) };
    for (const ids of [marked.number, marked.title]) {
      this.#stream.list(ids);
      for (let at = 0; at < ids.length; at++) this.#times.touch(ids[at] ?? 0);
    }
    return marked;
  }

  /** Each once. */
  #termsIn(text: string, into: number[]): number[] {
    into.length = 0;
    this.#vocabulary.read(text);
    const { row, length, beside } = this.#vocabulary;
    for (let at = 0; at < length; at++) {
      const id = row[at] ?? 0;
      if (!into.includes(id)) into.push(id);
    }
    for (let at = 0; at < beside.length; at++) {
      const id = beside[at] ?? 0;
      if (!into.includes(id)) into.push(id);
    }
    return into;
  }

  #wordsOfKind(kind: Kind): readonly number[] {
    let words = this.#kinds.get(kind);
    if (words === undefined) {
      const { customer_id, language, is_latest: latest } = kind;
      const names = namesOfFilter({ customer_id, language: language ?? '', latest });
      words = names.map((name) => filterWord(this.#filters.idOf(name)));
      this.#kinds.set(kind, words);
    }
    return words;
  }

  /** They are overwritten by the next. */
  #wordsOf(kind: Kind, { number, title }: Marked, words: number): Int32Array {
    const list = this.#words;
    list.length = 0;
    for (const word of this.#wordsOfKind(kind)) list.push(word);
    for (let at = 0; at < number.length; at++) list.push(termWord(number[at] ?? 0, inNumber));
    for (let at = 0; at < title.length; at++) list.push(termWord(title[at] ?? 0, inTitle));
    const least = Math.max(leastTimes, words * leastShare);
    const { counted, length } = this.#times;
    for (let at = 0; at < length; at++) {
      const id = counted[at] ?? 0;
      list.push(termWord(id));
      if (this.#times.of(id) >= least) list.push(termWord(id, often));
    }
    this.#times.clear();
    return list.all;
  }
}
