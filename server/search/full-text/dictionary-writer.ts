import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ideograph, kindOf } from './letters.ts';

/** Keeps the dictionary of terms while documents are written. */
export class DictionaryWriter {
  /** Not yet written: by how much each term's number of documents grew. */
  readonly #grown = new Map<string, number>();
  readonly #update: StatementSync;
  readonly #insert: StatementSync;
  readonly #insertParts: StatementSync;

  constructor(file: DatabaseSync) {
    this.#update = file.prepare('update terms set documents = documents + ? where term = ?');
    this.#insert = file.prepare('insert into terms (term, documents) values (?, ?)');
    this.#insertParts = file.prepare('insert into term_parts (rowid, term) values (?, ?)');
  }

  /** Another document has these terms. */
  add(terms: Iterable<string>): void {
    for (const term of terms) this.#grown.set(term, (this.#grown.get(term) ?? 0) + 1);
  }

  /** A document that was counted before now has these terms: only new ones count. */
  addAgain(terms: Iterable<string>): void {
    for (const term of terms) if (!this.#grown.has(term)) this.#grown.set(term, 0);
  }

  finish(): void {
    // In their order, as neighbours are in the same pages of the file.
    const added = [...this.#grown]
      .sort(byTerm)
      .filter(([term, grown]) => !this.#wasThere(term, grown));
    // The most frequent first, so that the first terms of a list are about the most frequent ones.
    for (const [term, grown] of added.sort((a, b) => b[1] - a[1])) {
      const { lastInsertRowid } = this.#insert.run(term, Math.max(grown, 1));
      if (kindOf(term) !== ideograph) this.#insertParts.run(lastInsertRowid, `^${term}$`);
    }
    this.#grown.clear();
  }

  #wasThere(term: string, grown: number): boolean {
    return this.#update.run(grown, term).changes > 0;
  }
}

function byTerm([a]: [string, number], [b]: [string, number]): number {
  return a < b ? -1 : 1;
}
