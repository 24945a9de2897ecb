import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { editsBetween } from './edits.ts';

export type Term = { id: number; term: string; documents: number };

/** How many terms are looked at for a part of a word, or a mistyped one; the most frequent ones. */
const mostLookedAt = 1000;

/** The terms of all documents. */
export class Dictionary {
  readonly #find: StatementSync;
  readonly #between: StatementSync;
  readonly #withParts: StatementSync;

  constructor(file: DatabaseSync) {
    this.#find = file.prepare(
      'select id, term, documents from terms where term = ? and documents > 0',
    );
    this.#between = file.prepare(
      `select id, term, documents from terms
       where term >= ? and term < ? and documents > 0 limit ?`,
    );
    this.#withParts = file.prepare(
      `select terms.id, terms.term, terms.documents from term_parts
       cross join terms on terms.id = term_parts.rowid
       where term_parts match ? and documents > 0 and length(terms.term) between ? and ? limit ?`,
    );
  }

  /** Null when it is in no document. */
  find(term: string): Term | null {
    const [found = null] = asTerms(this.#find.all(term));
    return found;
  }

  /** The terms that begin so, without the one that is just this. */
  beginningWith(prefix: string): Term[] {
    const found =
      letterCount(prefix) < 2
        ? asTerms(this.#between.all(prefix, `${prefix}\u{10FFFF}`, mostLookedAt))
        : this.#having(trigramsOf(`^${prefix}`), 0, 100);
    return found.filter(({ term }) => term.startsWith(prefix) && term !== prefix);
  }

  /** The terms that have this inside, at their beginning or at their end. */
  containing(part: string): Term[] {
    if (letterCount(part) < 3) return [];
    const found = this.#having(trigramsOf(part), part.length + 1, 100);
    return found.filter(({ term }) => term.includes(part));
  }

  /** The terms that differ by so many typing errors at most, nearest first. */
  near(word: string, mostEdits: number): (Term & { edits: number })[] {
    const found = new Map<string, Term & { edits: number }>();
    // Of three parts of a word with two errors one is whole; and one error leaves one of two.
    for (const part of wholeParts(word, mostEdits)) {
      const [least, most] = [word.length - mostEdits, word.length + mostEdits];
      for (const term of this.#having(trigramsOf(part), least, most)) {
        const edits = editsBetween(word, term.term, mostEdits);
        if (edits > 0 && edits <= mostEdits) found.set(term.term, { ...term, edits });
      }
    }
    return [...found.values()].sort((a, b) => a.edits - b.edits || byDocuments(a, b));
  }

  #having(trigrams: string[], leastLetters: number, mostLetters: number): Term[] {
    if (trigrams.length === 0) return [];
    const match = trigrams.map((trigram) => `"${trigram}"`).join(' AND ');
    return asTerms(this.#withParts.all(match, leastLetters, mostLetters, mostLookedAt));
  }
}

/** The more documents the better; the rest is only that the order is always the same. */
export function byDocuments(a: Term, b: Term): number {
  return b.documents - a.documents || (a.term < b.term ? -1 : 1);
}

function asTerms(rows: Record<string, unknown>[]): Term[] {
  return rows.map(({ id, term, documents }) => ({
    id: Number(id),
    term: String(term),
    documents: Number(documents),
  }));
}

function letterCount(text: string): number {
  return [...text].length;
}

function trigramsOf(text: string): string[] {
  const letters = [...text];
  const trigrams = letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''));
  return [...new Set(trigrams)];
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
