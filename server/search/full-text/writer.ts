import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { codeKey } from '../folding.ts';
import type { IndexedEntry } from '../entry.ts';
import { FtsRemoval } from '../fts-removal.ts';
import { DictionaryWriter } from './dictionary-writer.ts';
import { KindWriter } from './kind-writer.ts';
import { customerWord, inNumber, inTitle, languageWord, latestWord, often } from './marks.ts';
import { pageRowOf, rowOf } from './rows.ts';
import { type Token, tokensOf } from './tokens.ts';

/**
 * Writes entries and their texts. The caller wraps a portion of calls in one transaction, with
 * `finish` as the last of them.
 */
export class TextWriter {
  readonly #file: DatabaseSync;
  readonly #dictionary: DictionaryWriter;
  readonly #kinds: KindWriter;
  readonly #insertPage: StatementSync;
  readonly #pages: FtsRemoval;
  readonly #insertWords: StatementSync;
  readonly #words: FtsRemoval;

  constructor(file: DatabaseSync) {
    this.#file = file;
    this.#dictionary = new DictionaryWriter(file);
    this.#kinds = new KindWriter(file);
    this.#insertPage = file.prepare(
      'insert into text_pages (rowid, words, beside) values (?, ?, ?)',
    );
    this.#pages = new FtsRemoval(file, 'text_pages');
    this.#insertWords = file.prepare('insert into text_words (rowid, words) values (?, ?)');
    this.#words = new FtsRemoval(file, 'text_words');
  }

  /** Adds an entry, or replaces it. `pages` are the texts of its PDF, from page 1; empty without one. */
  put(entry: IndexedEntry, pages: readonly string[]): void {
    const wasThere = this.#take(entry.document_id);
    const row = rowOf(entry.document_id);
    const words = new DocumentWords(entry);
    for (const [at, text] of pages.entries()) {
      const tokens = tokensOf(text);
      if (tokens.row.length === 0) continue;
      const beside = new Set(tokens.beside.map(keyOf));
      words.addPage(tokens.row, beside);
      this.#insertPage.run(
        pageRowOf(row, at + 1),
        tokens.row.map(keyOf).join(' '),
        [...beside].join(' '),
      );
    }
    this.#insertWords.run(row, words.indexed());
    this.#kinds.put(entry, pages.length);
    if (wasThere) this.#dictionary.addAgain(words.terms());
    else this.#dictionary.add(words.terms());
  }

  remove(document_id: number): void {
    this.#take(document_id);
  }

  /** Writes what was kept back; the last call before each commit. */
  finish(): void {
    this.#dictionary.finish();
  }

  /** Puts a whole new index in good order for its readers; once, after its last portion. */
  optimize(): void {
    for (const table of ['text_pages', 'text_words', 'term_parts']) {
      this.#file.exec(`insert into ${table} (${table}) values ('optimize')`);
    }
  }

  /** Takes an entry out; whether it was there. */
  #take(document_id: number): boolean {
    const pages = this.#kinds.take(document_id);
    if (pages === null) return false;
    const row = rowOf(document_id);
    for (let page = 1; page <= pages; page++) this.#pages.remove(pageRowOf(row, page));
    this.#words.remove(row);
    return true;
  }
}

const keyOf = (token: Token) => token.key;

/** The words of a document, as the index has them. */
class DocumentWords {
  readonly #entry: IndexedEntry;
  readonly #number: Set<string>;
  readonly #title: Set<string>;
  readonly #times = new Map<string, number>();
  readonly #beside = new Set<string>();
  #length = 0;

  constructor(entry: IndexedEntry) {
    this.#entry = entry;
    this.#number = new Set([codeKey(entry.doc_num), ...keysOf(entry.doc_num)]);
    this.#title = new Set(keysOf(entry.doc_desc));
  }

  addPage(row: readonly Token[], beside: ReadonlySet<string>): void {
    for (const { key } of row) this.#times.set(key, (this.#times.get(key) ?? 0) + 1);
    for (const key of beside) this.#beside.add(key);
    this.#length += row.length;
  }

  terms(): Set<string> {
    const terms = new Set([
      ...this.#number,
      ...this.#title,
      ...this.#times.keys(),
      ...this.#beside,
    ]);
    terms.delete('');
    return terms;
  }

  indexed(): string {
    const { customer_id, language, is_latest } = this.#entry;
    const words = [...this.terms(), customerWord(customer_id), languageWord(language ?? '')];
    if (is_latest) words.push(latestWord);
    for (const key of this.#number) words.push(inNumber + key);
    for (const key of this.#title) words.push(inTitle + key);
    const least = Math.max(3, this.#length * 0.003);
    for (const [key, times] of this.#times) if (times >= least) words.push(often + key);
    return words.join(' ');
  }
}

function keysOf(text: string): string[] {
  const { row, beside } = tokensOf(text);
  return [...row, ...beside].map(keyOf);
}
