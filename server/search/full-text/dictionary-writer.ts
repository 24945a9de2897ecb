import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ManyRows } from './many-rows.ts';
import { mostId } from './marks.ts';
import type { Pairs } from './sort-words.ts';
import { NewParts, partsOfTerms } from './term-parts.ts';
import { firstHash, firstOther, hashWith, otherWith, WordTable } from './word-table.ts';

/** Those of a new index are all known up to here; of another some that were asked for. */
const mostKnown = 4_000_000;

/**
 * Keeps the dictionary of terms while documents are written. That of a new index is made at its end, as
 * then each term is written once, with the number of its documents; until then they are in lists.
 */
export class DictionaryWriter {
  readonly #file: DatabaseSync;
  readonly #find: StatementSync;
  readonly #update: StatementSync;
  readonly #insert: StatementSync;
  readonly #insertList: StatementSync;
  readonly #isNew: boolean;
  #known = new WordTable();
  #isAllKnown: boolean;
  /** New ones, whose ids follow each other up to the last, and which are not written yet. */
  #added: string[] = [];
  #last: number;

  /** `isNew`: in how many documents a term is, is told at the end. */
  constructor(file: DatabaseSync, { isNew }: { isNew: boolean }) {
    this.#file = file;
    this.#isNew = isNew;
    this.#find = file.prepare('select id from terms where term = ?');
    this.#update = file.prepare('update terms set documents = documents + ? where id = ?');
    this.#insert = file.prepare('insert into terms (id, term, documents) values (?, ?, ?)');
    this.#insertList = file.prepare('insert into text_new_terms (first, terms) values (?, ?)');
    this.#last = this.#lastWritten();
    this.#isAllKnown = isNew;
    if (isNew) this.#knowAll();
  }

  /**
   * The id of a term. New ones are numbered as they are met: frequent terms are met early, so that
   * their ids are short, and the first terms of a list are about the most frequent ones.
   */
  idOf(term: string): number {
    const { hash, other } = hashesOf(term);
    const known = this.#known.get(hash, other, term.length);
    if (known !== 0) return known;
    const found = this.#isAllKnown ? undefined : this.#find.get(term)?.['id'];
    const id = found === undefined ? this.#add(term) : Number(found);
    this.#known.add(hash, other, term.length, id);
    return id;
  }

  /** The parts of new terms, which are not written yet. */
  newParts(): Pairs {
    return partsOfTerms(this.#added, this.#last - this.#added.length + 1);
  }

  /** Writes new terms, and for those that were known how many documents more, or fewer, have them. */
  write(grown: ReadonlyMap<number, number>): void {
    if (this.#isNew) this.#writeList();
    else this.#writeTerms(grown);
    this.#added = [];
    if (this.#known.size > mostKnown) this.#forget();
  }

  /** Makes the dictionary of a new index; `documents` tells by id in how many each term is. */
  finishNew(documents: Int32Array): void {
    const update = this.#file.prepare('update terms set documents = ? where id = ?');
    for (let id = this.#lastWritten(); id > 0; id--) update.run(documents[id] ?? 0, id);
    this.#takeLists((id) => documents[id] ?? 0);
    this.#file.exec(indexOfTerms);
  }

  get last(): number {
    return this.#last;
  }

  #add(term: string): number {
    if (this.#last >= mostId) throw new Error('There are too many terms for the index.');
    this.#added.push(term);
    return ++this.#last;
  }

  #writeList(): void {
    if (this.#added.length === 0) return;
    this.#insertList.run(this.#last - this.#added.length + 1, JSON.stringify(this.#added));
    if (!this.#isAllKnown) this.#takeLists(() => 0); // they have to be found
  }

  #writeTerms(grown: ReadonlyMap<number, number>): void {
    const firstAdded = this.#last - this.#added.length + 1;
    for (const [at, term] of this.#added.entries()) {
      this.#insert.run(firstAdded + at, term, grown.get(firstAdded + at) ?? 0);
    }
    const known = [...grown].filter(([id, more]) => id < firstAdded && more !== 0);
    for (const [id, more] of known.sort((a, b) => a[0] - b[0])) this.#update.run(more, id);
  }

  /** The last that is a term of its own, in no list. */
  #lastWritten(): number {
    return Number(this.#file.prepare('select max(id) as id from terms').get()?.['id'] ?? 0);
  }

  /** The lists of a new index, each with the id of its first term. */
  *#lists(): Generator<{ first: number; terms: string[] }> {
    const lists = this.#file.prepare('select first, terms from text_new_terms order by first');
    for (const { first, terms } of lists.iterate()) {
      yield { first: Number(first), terms: JSON.parse(String(terms)) as string[] }; // as it was written
    }
  }

  /** Makes terms of those in lists. */
  #takeLists(documentsOf: (id: number) => number): void {
    const rows = new ManyRows(this.#file, 'insert into terms (id, term, documents)', '(?, ?, ?)');
    const parts = new NewParts(this.#file);
    for (const { first, terms } of this.#lists()) {
      for (const [at, term] of terms.entries()) rows.add(first + at, term, documentsOf(first + at));
      parts.add(terms, first);
    }
    rows.finish();
    parts.finish();
    this.#file.exec('delete from text_new_terms');
  }

  /** Then no term has to be looked up, and their index is made at the end, which is much faster. */
  #knowAll(): void {
    this.#file.exec('drop index if exists terms_by_term');
    for (const { id, term } of this.#file.prepare('select id, term from terms').iterate()) {
      this.#know(String(term), Number(id));
    }
    for (const { first, terms } of this.#lists()) {
      for (const [at, term] of terms.entries()) this.#know(term, first + at);
      this.#last = first + terms.length - 1;
    }
  }

  #know(term: string, id: number): void {
    const { hash, other } = hashesOf(term);
    this.#known.add(hash, other, term.length, id);
  }

  #forget(): void {
    if (this.#isAllKnown && this.#isNew) {
      this.#takeLists(() => 0);
      this.#file.exec(indexOfTerms);
    }
    this.#known = new WordTable();
    this.#isAllKnown = false;
  }
}

export const indexOfTerms = 'create unique index if not exists terms_by_term on terms (term)';

function hashesOf(term: string): { hash: number; other: number } {
  let [hash, other] = [firstHash, firstOther];
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at);
    hash = hashWith(hash, unit);
    other = otherWith(other, unit);
  }
  return { hash, other };
}
