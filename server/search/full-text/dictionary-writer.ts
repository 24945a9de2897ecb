import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ideograph, kindOf } from './letters.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Keeps the dictionary of terms while documents are written. */
export class DictionaryWriter {
  readonly #find: StatementSync;
  readonly #update: StatementSync;
  readonly #insert: StatementSync;
  readonly #insertParts: StatementSync;

  constructor(file: DatabaseSync) {
    this.#find = file.prepare('select id from terms where term = ?');
    this.#update = file.prepare('update terms set documents = documents + ? where id = ?');
    this.#insert = file.prepare('insert into terms (term, documents) values (?, ?)');
    this.#insertParts = file.prepare('insert into term_parts (rowid, term) values (?, ?)');
  }

  /**
   * So many documents more have each term; none, when a document that was counted before has it. New
   * terms get their ids in the order of how frequent they are, so that the first terms of a list
   * are about the most frequent ones.
   */
  add(grown: readonly [number, number][], vocabulary: Vocabulary): void {
    const known: [id: number, more: number][] = [];
    const added: [number, number][] = [];
    for (const [term, more] of grown) {
      const id = vocabulary.ids[term] || this.#idOf(vocabulary.terms[term] ?? '');
      if (id === null) added.push([term, more]);
      else known.push([id, more]);
      vocabulary.ids[term] = id ?? 0;
    }
    for (const [id, more] of known) if (more > 0) this.#update.run(more, id);
    added.sort((a, b) => b[1] - a[1]);
    for (const [term, more] of added) {
      const { lastInsertRowid } = this.#insert.run(vocabulary.terms[term] ?? '', Math.max(more, 1));
      vocabulary.ids[term] = Number(lastInsertRowid);
    }
    this.#addParts(added, vocabulary);
  }

  #addParts(added: readonly [number, number][], { terms, ids }: Vocabulary): void {
    for (const [number] of added) {
      const term = terms[number] ?? '';
      if (kindOf(term) !== ideograph) this.#insertParts.run(ids[number] ?? 0, `^${term}$`);
    }
  }

  #idOf(term: string): number | null {
    const id = this.#find.get(term)?.['id'];
    return id === undefined ? null : Number(id);
  }
}
