import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { editsBetween } from './edits.ts';
import { PostingsReader, PostingStatements } from './postings-reader.ts';
import { partsOf } from './term-parts.ts';

export type Term = { id: number; term: string; documents: number };

/** How many terms are looked at for a part of a word, or a mistyped one; the most frequent ones. */
const mostLookedAt = 1000;
/** No term has more. */
const mostLetters = 100;

/** The terms of all documents. */
export class Dictionary {
  readonly #find: StatementSync;
  readonly #between: StatementSync;
  readonly #withIds: StatementSync;
  readonly #postings: PostingStatements;

  constructor(file: DatabaseSync) {
    this.#find = file.prepare(
      'select id, term, documents from terms where term = ? and documents > 0',
    );
    this.#between = file.prepare(
      `select id, term, documents from terms
       where term >= ? and term < ? and documents > 0 limit ?`,
    );
    this.#withIds = file.prepare(
      `select terms.id, term, documents from json_each(?) as found
       cross join terms on terms.id = found.value
       where documents > 0 and length(term) between ? and ? and instr(term, ?) > 0`,
    );
    for (const one of [this.#find, this.#between, this.#withIds]) one.setReturnArrays(true);
    this.#postings = new PostingStatements(file);
  }

  /** Null when it is in no document. */
  find(term: string): Term | null {
    const found = this.#find.get(term);
    return found === undefined ? null : termOf(found);
  }

  /** The terms that begin so, without the one that is just this. */
  beginningWith(prefix: string): Term[] {
    const found =
      letterCount(prefix) < 2
        ? this.#between.all(prefix, `${prefix}\u{10FFFF}`, mostLookedAt).map(termOf)
        : this.#having(`^${prefix}`, { part: prefix });
    return found.filter(({ term }) => term.startsWith(prefix) && term !== prefix);
  }

  /** The terms that have this inside, at their beginning or at their end. */
  containing(part: string): Term[] {
    if (letterCount(part) < 3) return [];
    return this.#having(part, { least: part.length + 1, part });
  }

  /** The terms that differ by so many typing errors at most, nearest first. */
  near(word: string, mostEdits: number): (Term & { edits: number })[] {
    const found = new Map<string, Term & { edits: number }>();
    // Of three parts of a word with two errors one is whole; and one error leaves one of two.
    for (const part of wholeParts(word, mostEdits)) {
      const [least, most] = [word.length - mostEdits, word.length + mostEdits];
      for (const term of this.#having(part, { least, most })) {
        const edits = editsBetween(word, term.term, mostEdits);
        if (edits > 0 && edits <= mostEdits) found.set(term.term, { ...term, edits });
      }
    }
    return [...found.values()].sort((a, b) => a.edits - b.edits || byDocuments(a, b));
  }

  /** Those of so many letters that have this part, and all that follow each other three by three in the text. */
  #having(
    text: string,
    { least = 0, most = mostLetters, part = '' }: { least?: number; most?: number; part?: string },
  ): Term[] {
    const all = partsOf(text);
    if (all.length === 0) return [];
    const postings = new PostingsReader(this.#postings);
    const found: Term[] = [];
    for (let after = 0; found.length < mostLookedAt;) {
      const ids = postings.rows({ all }, after, mostLookedAt);
      const rows = this.#withIds.all(JSON.stringify(ids), least, most, part);
      for (const row of rows) found.push(termOf(row));
      if (ids.length < mostLookedAt) break;
      after = ids.at(-1) ?? after;
    }
    return found.slice(0, mostLookedAt);
  }
}

/** The more documents the better; the rest is only that the order is always the same. */
export function byDocuments(a: Term, b: Term): number {
  return b.documents - a.documents || (a.term < b.term ? -1 : 1);
}

/** Its rows are arrays, which the types of Node do not tell. */
function termOf(row: Record<string, unknown>): Term {
  const [id, term, documents] = Object.values(row);
  return { id: Number(id), term: String(term), documents: Number(documents) };
}

function letterCount(text: string): number {
  return [...text].length;
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
