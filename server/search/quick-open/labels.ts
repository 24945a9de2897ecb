import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EngineWriter } from '../engine.ts';
import type { IndexedEntry } from '../entry.ts';
import { FtsRemoval } from '../fts-removal.ts';
import { type Label, labelOf } from './label.ts';
import { split, tokenSigns, tokensOf } from './tokens.ts';

/** The tables of quick open, in the index file. */
export function createLabels(file: DatabaseSync): void {
  file.exec(`
    create table labels (
      document_id integer primary key, keys text not null, parts text not null, title text not null, words text not null,
      language text not null, revision text not null, doc_rev text not null, is_latest integer not null
    )`);
  for (const table of [newestTable, olderTable]) {
    file.exec(`
      create virtual table ${table} using fts5 (
        tokens, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '${tokenSigns}'"
      );
      insert into ${table} (${table}, rank) values ('hashsize', ${heldBackBytes})`);
  }
  file.exec(`
    create virtual table newest_label_terms using fts5vocab (${newestTable}, row);
    create virtual table older_label_terms using fts5vocab (${olderTable}, row)`);
}

// Entries in their newest revision have a table of their own, which is asked first: of a common
// word the newest are read, and not all of a hundred thousand to be put in order.
export const newestTable = 'newest_labels';
export const olderTable = 'older_labels';

/** The row of a document in these tables, and the other way round: the newest documents come first. */
export function rowOf(document_id: number): number {
  return firstRow - document_id;
}

const firstRow = 2 ** 40;
const mostUnwritten = 20_000;

// Fewer and larger portions are written to the index; the default of 1 MB makes it twice as slow.
const heldBackBytes = 16 * 2 ** 20;

/**
 * Writes what quick open finds entries by. It works within the caller's transaction and holds some
 * of it back: `finish` belongs before every commit, and a new writer after a rollback.
 */
export class LabelWriter {
  readonly #file: DatabaseSync;
  readonly #texts: EngineWriter;
  readonly #read: StatementSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #unwritten = new Map<number, Label>();
  readonly #list: Record<0 | 1, { insert: StatementSync; removal: FtsRemoval }>;

  /** `texts` keeps the dictionary; it has to be finished after this. */
  constructor(file: DatabaseSync, texts: EngineWriter) {
    this.#file = file;
    this.#texts = texts;
    this.#read = file.prepare(`select ${columns.join(', ')} from labels where document_id = ?`);
    this.#insert = file.prepare(
      `insert into labels (document_id, ${columns.join(', ')}) values (?, ${columns.map(() => '?').join(', ')})`,
    );
    this.#delete = file.prepare('delete from labels where document_id = ?');
    const list = (table: string) => ({
      insert: file.prepare(`insert into ${table} (rowid, tokens) values (?, ?)`),
      removal: new FtsRemoval(file, table),
    });
    this.#list = { 1: list(newestTable), 0: list(olderTable) };
  }

  /** Adds an entry, or takes in what changed of it; costs next to nothing where nothing did. */
  put(entry: IndexedEntry): void {
    const label = labelOf(entry);
    const known = this.#known(entry.document_id);
    if (known !== null) {
      if (columns.every((column) => known[column] === label[column])) return;
      this.#remove(entry.document_id, known);
    }
    this.#insert.run(entry.document_id, ...columns.map((column) => label[column]));
    this.#unwritten.set(entry.document_id, label);
    if (this.#unwritten.size >= mostUnwritten) this.#writeTokens();
    const fields = [label.keys, label.parts, label.words, label.language, label.revision];
    this.#texts.addLabelWords(fields.flatMap(split));
  }

  remove(document_id: number): void {
    const known = this.#known(document_id);
    if (known !== null) this.#remove(document_id, known);
  }

  finish(): void {
    this.#writeTokens();
  }

  /** Puts a whole new index in good order for its readers; once, after its last portion. */
  optimize(): void {
    for (const table of [newestTable, olderTable]) {
      this.#file.exec(`insert into ${table} (${table}) values ('optimize')`);
    }
  }

  // In the order of their rows: FTS5 writes a portion to the file whenever a row is before the last one.
  #writeTokens(): void {
    for (const [document_id, label] of [...this.#unwritten].toSorted(([a], [b]) => b - a)) {
      const tokens = [...tokensOf(label)].join(' ');
      this.#list[label.is_latest].insert.run(rowOf(document_id), tokens);
    }
    this.#unwritten.clear();
  }

  #known(document_id: number): Label | null {
    // The table has the columns of a label, which only this class writes.
    return (this.#read.get(document_id) as Label | undefined) ?? null;
  }

  #remove(document_id: number, label: Label): void {
    this.#delete.run(document_id);
    const isWritten = !this.#unwritten.delete(document_id);
    if (isWritten) this.#list[label.is_latest].removal.remove(rowOf(document_id));
  }
}

const columns = [
  'keys',
  'parts',
  'title',
  'words',
  'language',
  'revision',
  'doc_rev',
  'is_latest',
] as const satisfies readonly (keyof Label)[];
