import { type Engine, marksOf, type TermsOf } from '../engine.ts';
import { editsBetween } from './edits.ts';

/** A word or code, and in how many documents it is. */
export type Term = { term: string; documents: number };

/** How many terms are looked at for a part of a word, or a mistyped one. */
const mostLookedAt = 200;
const mostCompared = 10_000;
/** No term has more. */
const mostLetters = 100;

/** The terms of all documents, or of their labels: numbers, descriptions, customers, languages and revisions. */
export class Dictionary {
  readonly #engine: Engine;
  readonly #of: TermsOf;

  constructor(engine: Engine, of: TermsOf = 'texts') {
    this.#engine = engine;
    this.#of = of;
  }

  /** Null when it is in no document. */
  find(term: string): Term | null {
    return this.#there([term])[0] ?? null;
  }

  /** The terms that begin so, without the one that is just this. */
  beginningWith(prefix: string): Term[] {
    return this.#there(this.#engine.termsFrom(prefix, mostLookedAt, this.#of));
  }

  /** The terms that have this inside, at their beginning or at their end. */
  containing(part: string): Term[] {
    const least = [...part].length + 1;
    const asked = { least, most: mostLetters, limit: mostLookedAt, of: this.#of };
    return this.#there(this.#engine.termsWith(part, asked));
  }

  /** The other forms of a word. */
  formsOf(word: string): Term[] {
    return this.#there(this.#engine.formsOf(word));
  }

  /** The values of a kind between two numbers; without those that say the opposite. */
  valuesBetween(kind: string, least: number, most: number, without: string): Term[] {
    return this.#there(this.#engine.valuesBetween(kind, least, most, without, mostLookedAt));
  }

  /** The terms that differ by so many typing errors at most, nearest first. */
  near(word: string, mostEdits: number): (Term & { edits: number })[] {
    const found = new Map<string, number>();
    const lengths = { least: word.length - mostEdits, most: word.length + mostEdits };
    const asked = { ...lengths, limit: mostCompared, of: this.#of };
    // Of three parts of a word with two errors one is whole; and one error leaves one of two.
    const parts = wholeParts(word, mostEdits);
    const terms = parts.flatMap((part) => this.#engine.termsWith(part, asked));
    // A swap in the middle of four letters leaves neither part whole.
    for (const term of [...terms, word.replace(/^(.)(.)(.)(.)$/u, '$1$3$2$4')]) {
      const edits = editsBetween(word, term, mostEdits);
      if (edits > 0 && edits <= mostEdits) found.set(term, edits);
    }
    return this.#there([...found.keys()])
      .map((term) => ({ ...term, edits: found.get(term.term) ?? 0 }))
      .sort((a, b) => a.edits - b.edits || byDocuments(a, b));
  }

  #there(terms: readonly string[]): Term[] {
    const counts = marksOf(this.#of).map((mark) =>
      this.#engine.documentsWith(terms.map((term) => mark + term)),
    );
    return terms
      .map((term, at) => ({
        term,
        documents: counts.reduce((sum, one) => sum + (one[at] ?? 0), 0),
      }))
      .filter(({ documents }) => documents > 0);
  }
}

/** The more documents the better; the rest is only that the order is always the same. */
export function byDocuments(a: Term, b: Term): number {
  return b.documents - a.documents || (a.term < b.term ? -1 : 1);
}

function wholeParts(word: string, mostEdits: number): string[] {
  const marked = [...`^${word}$`];
  // Two letters that change places are one error that touches two parts: hence the one between.
  const length = Math.max(3, Math.floor((marked.length - mostEdits) / (mostEdits + 1)));
  const parts = [marked.slice(0, length), marked.slice(-length)];
  if (mostEdits === 2) {
    const middle = Math.floor((marked.length - length) / 2);
    parts.push(marked.slice(middle, middle + length));
  }
  return parts.map((part) => part.join(''));
}
