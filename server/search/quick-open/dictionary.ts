import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Engine } from '../engine.ts';
import { slipsOf } from './slips.ts';
import { numberPart, wholeWord } from './tokens.ts';

/** A word or number, and how many entries have it. */
export type LabelTerm = { term: string; entries: number };

/** The words and numbers of entries: those of the engine's dictionary that labels have. */
export class LabelDictionary {
  readonly #engine: Engine;
  readonly #entries: StatementSync;

  constructor(file: DatabaseSync, engine: Engine) {
    this.#engine = engine;
    this.#entries = file.prepare(
      `with asked as (select value from json_each(?))
       select term, sum(doc) as entries from (
         select term, doc from asked cross join newest_label_terms on term = value
         union all select term, doc from asked cross join older_label_terms on term = value
       ) group by term`,
    );
  }

  /** The words that go on after this start, the frequent ones first. */
  wordsStartingWith(start: string): LabelTerm[] {
    return this.#words(this.#engine.termsFrom(start, mostLooked, 'labels'));
  }

  /** The words in which these three letters or more are, the frequent ones first. */
  wordsContaining(letters: string): LabelTerm[] {
    const asked = { least: letters.length, most: 100, limit: mostLooked, of: 'labels' as const };
    return this.#words(this.#engine.termsWith(letters, asked));
  }

  /** The words and numbers that this is but for a slip, the likely ones first. */
  nearTo(word: string): string[] {
    if (word.length < fewestLetters || word.length > mostLetters) return [];
    const near: string[] = [];
    for (const slip of slipsOf(word, this.#knownLetters(word))) {
      if (this.#engine.isLabelWord(slip)) near.push(slip);
      if (near.length === mostNear) break;
    }
    return near;
  }

  /** With how many of its letters some word or number begins: the slip is there or before. */
  #knownLetters(word: string): number {
    let [known, unknown] = [0, word.length + 1];
    while (unknown - known > 1) {
      const middle = Math.floor((known + unknown) / 2);
      const start = word.slice(0, middle);
      const isKnown =
        this.#engine.isLabelWord(start) || this.#engine.termsFrom(start, 1, 'labels').length > 0;
      if (isKnown) known = middle;
      else unknown = middle;
    }
    return known;
  }

  /** A part of a number, if there is one; none otherwise. */
  number(number: string): LabelTerm[] {
    const token = numberPart(number);
    return this.#there([token]).map(({ entries }) => ({ term: number, entries }));
  }

  /** A word of a description, a customer, a language or a revision, if there is one; none otherwise. */
  word(word: string): LabelTerm[] {
    return this.#there([wholeWord(word)]);
  }

  #words(terms: readonly string[]): LabelTerm[] {
    return this.#there(terms.map(wholeWord))
      .sort((a, b) => b.entries - a.entries || (a.term < b.term ? -1 : 1))
      .slice(0, mostWords);
  }

  #there(tokens: readonly string[]): LabelTerm[] {
    const found = this.#entries.all(JSON.stringify(tokens));
    return found.map(({ term, entries }) => ({ term: String(term), entries: Number(entries) }));
  }
}

// A start or a part of so many words is not worth more: what is typed next makes them fewer.
const mostLooked = 1000;
const mostWords = 100;

// Of three letters every other word of three letters is a slip; nobody misspells a word of thirty by one.
const fewestLetters = 4;
const mostLetters = 30;

// Where more numbers are near, they are near to anything.
const mostNear = 40;
