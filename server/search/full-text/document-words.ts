import type { IndexedEntry } from '../entry.ts';
import { customerWord, inNumber, inTitle, languageWord, latestWord, often } from './marks.ts';
import { codeKeys } from './tokens.ts';
import { Vocabulary } from './vocabulary.ts';
import { doubled } from './word-table.ts';

/** A word is frequent in a document when it is there so often, and this share of all its words. */
const leastTimes = 3;
const leastShare = 0.003;

export type WordsOfPage = { words: string; beside: string };

/** The words of documents as the index has them; and in how many documents of a portion each term is. */
export class DocumentWords {
  #vocabulary = new Vocabulary();
  /** By a term's number: how many documents more of this portion have it. */
  #grown = new Map<number, number>();
  /** By a term's number: one more than how often it is in the texts of the present document. */
  #times = new Int32Array(1 << 16);
  /** The terms of the present document. */
  #present: number[] = [];

  /** `wasThere`: a document that was counted before; only its new terms count. */
  read(entry: IndexedEntry, texts: readonly string[], wasThere: boolean) {
    let length = 0;
    const pages = texts.map((text) => {
      const { row, beside } = this.#vocabulary.read(text);
      length += row.length;
      for (const term of row) this.#add(term, 1);
      const others = [...new Set(beside)];
      for (const term of others) this.#add(term, 0);
      return { words: this.#textOf(row), beside: this.#textOf(others) };
    });
    const words = [...this.#marked(entry), ...this.#frequent(length)].join(' ');
    this.#count(wasThere);
    return { pages, words };
  }

  /** The numbers of the terms, each with how many documents more have it; and what they stand for. */
  takeGrown(): { grown: [number, number][]; vocabulary: Vocabulary } {
    const taken = { grown: [...this.#grown], vocabulary: this.#vocabulary };
    this.#grown.clear();
    if (this.#vocabulary.isFull) this.#vocabulary = new Vocabulary();
    return taken;
  }

  #add(term: number, times: number): void {
    while (term >= this.#times.length) this.#times = doubled(this.#times);
    const before = this.#times[term] ?? 0;
    if (before === 0) this.#present.push(term);
    this.#times[term] = before === 0 ? 1 + times : before + times;
  }

  #textOf(terms: readonly number[]): string {
    return terms.map((term) => this.#vocabulary.terms[term]).join(' ');
  }

  #marked({ customer_id, language, is_latest, doc_num, doc_desc }: IndexedEntry): string[] {
    const number = this.#termsIn(doc_num);
    for (const key of codeKeys(doc_num)) number.add(this.#vocabulary.numberOf(key));
    const title = this.#termsIn(doc_desc);
    for (const term of [...number, ...title]) this.#add(term, 0);
    const { terms } = this.#vocabulary;
    return [
      customerWord(customer_id),
      languageWord(language ?? ''),
      ...(is_latest ? [latestWord] : []),
      ...Array.from(number, (term) => `${inNumber}${terms[term]}`),
      ...Array.from(title, (term) => `${inTitle}${terms[term]}`),
    ];
  }

  #termsIn(text: string): Set<number> {
    const { row, beside } = this.#vocabulary.read(text);
    return new Set([...row, ...beside]);
  }

  /** All terms of the present document, and once more those that are frequent in it. */
  #frequent(length: number): string[] {
    const { terms } = this.#vocabulary;
    const least = Math.max(leastTimes, length * leastShare);
    const frequent = this.#present.filter((term) => (this.#times[term] ?? 0) - 1 >= least);
    return [
      ...this.#present.map((term) => terms[term] ?? ''),
      ...frequent.map((term) => `${often}${terms[term]}`),
    ];
  }

  #count(wasThere: boolean): void {
    for (const term of this.#present) {
      this.#times[term] = 0;
      this.#grown.set(term, (this.#grown.get(term) ?? 0) + (wasThere ? 0 : 1));
    }
    this.#present = [];
  }
}
