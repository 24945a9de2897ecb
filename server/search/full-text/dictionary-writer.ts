import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ideograph, kindOf } from './letters.ts';
import { idOfTermWord } from './marks.ts';

const mostKnown = 1_000_000;

/** Counts anew in how many documents each term is. */
export function countTerms(file: DatabaseSync): void {
  file.exec(`create virtual table temp.words_of_texts using fts5vocab(main, text_words, row)`);
  const words = file.prepare('select term, doc from temp.words_of_texts');
  const update = file.prepare('update terms set documents = ?1 where id = ?2 and documents <> ?1');
  const counts: [id: number, documents: number][] = [];
  for (const { term, doc } of words.iterate()) {
    const id = idOfTermWord(String(term));
    if (id !== null) counts.push([id, Number(doc)]);
  }
  for (const [id, documents] of counts.sort((a, b) => a[0] - b[0])) update.run(documents, id);
  file.exec('drop table temp.words_of_texts');
}

/** Keeps the dictionary of terms while documents are written. */
export class DictionaryWriter {
  readonly #find: StatementSync;
  readonly #update: StatementSync;
  readonly #insert: StatementSync;
  readonly #insertParts: StatementSync;
  /** Those that were asked for; forgotten when there are too many. */
  readonly #known = new Map<string, number>();
  /** Of a new index none has to be looked up until some are forgotten. */
  #isAllKnown: boolean;
  /** New ones, and not written yet. */
  #added = new Map<string, number>();
  #last: number;

  constructor(file: DatabaseSync) {
    this.#find = file.prepare('select id from terms where term = ?');
    this.#update = file.prepare('update terms set documents = documents + ? where id = ?');
    this.#insert = file.prepare('insert into terms (id, term, documents) values (?, ?, ?)');
    this.#insertParts = file.prepare('insert into term_parts (rowid, term) values (?, ?)');
    this.#last = Number(file.prepare('select max(id) as id from terms').get()?.['id'] ?? 0);
    this.#isAllKnown = this.#last === 0;
  }

  /**
   * The id of a term. New ones are numbered as they are met: frequent terms are met early, so that
   * their ids are short, and the first terms of a list are about the most frequent ones.
   */
  idOf(term: string): number {
    const known = this.#known.get(term) ?? this.#added.get(term);
    if (known !== undefined) return known;
    const found = this.#isAllKnown ? undefined : this.#find.get(term)?.['id'];
    const id = found === undefined ? ++this.#last : Number(found);
    if (found === undefined) this.#added.set(term, id);
    if (this.#known.size >= mostKnown) {
      this.#known.clear();
      this.#isAllKnown = false;
    }
    this.#known.set(term, id);
    return id;
  }

  /** So many documents more, or fewer, have each term. */
  write(grown: ReadonlyMap<number, number>): void {
    const added = [...this.#added].map(([term, id]) => ({
      term,
      id,
      documents: grown.get(id) ?? 0,
    }));
    const firstAdded = added[0]?.id ?? Infinity;
    for (const { id, term, documents } of added) this.#insert.run(id, term, documents);
    const known = [...grown].filter(([id, more]) => id < firstAdded && more !== 0);
    for (const [id, more] of known.sort((a, b) => a[0] - b[0])) this.#update.run(more, id);
    for (const { id, term } of added) {
      if (kindOf(term) !== ideograph) this.#insertParts.run(id, `^${term}$`);
    }
    this.#added = new Map();
  }
}
