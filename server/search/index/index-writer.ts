import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { IndexedEntry } from '../entry.ts';
import { codeKey } from '../folding.ts';
import { readValueKey, stemmed, type Token, tokensOf } from '../full-text/tokens.ts';
import { labelOf } from '../quick-open/label.ts';
import { pagesOfContent, searchedTables } from './tables.ts';

/** A content whose text is not in the index, or an older extraction of it. */
export type MissingText = { id: number; hash: string; wanted: number };

type TextFacts = { pages: number; state: 'searched' | 'scan' | 'failed' };

const mostKnownTerms = 500_000;
const pagesAtOnce = 1000;
const plainNumber = /^[0-9.]+$/;

/**
 * Writes entries, and the texts of contents, in a transaction of the caller; a new writer belongs after a rollback, as
 * this one knows terms that are then not there.
 */
export class IndexWriter {
  readonly #file: DatabaseSync;
  readonly #known = { texts: new Set<string>(), labels: new Set<string>() };
  readonly #statements: Statements;
  readonly #unmerged = [...searchedTables];
  #isMerging = false;

  constructor(file: DatabaseSync) {
    this.#file = file;
    file.exec('create temp table if not exists last_fts_removal (id integer primary key)');
    const prepared = Object.entries(statements).map(([name, sql]) => [name, file.prepare(sql)]);
    this.#statements = Object.fromEntries(prepared) as Statements; // the same names
    const { dropPage, dropTokens, dropEntryTokens } = this.#statements;
    // FTS5 leaves the id of a row of its own behind as the last one that was inserted, too large for a number of
    // JavaScript: the next `run` of any statement would throw. `afterDrop` puts a small one in its place.
    for (const one of [dropPage, dropTokens, dropEntryTokens]) one.setReadBigInts(true);
  }

  /** Adds an entry, or replaces it; no text is written for that. */
  putEntry(entry: IndexedEntry): void {
    const { intern, addEntry, addEntryTokens, count } = this.#statements;
    const { customer_id, language, is_latest, is_withdrawn, doc_num, text_state, hash } = entry;
    const content = hash === null ? null : Number(intern.get(hash, entry.extraction)?.['id']);
    const before = this.#dropEntry(entry.document_id);
    const label = labelOf(entry);
    const flags = [is_latest, is_withdrawn].map(Number) as [number, number];
    const facts = [entry.document_id, customer_id, language ?? '', ...flags] as const;
    addEntry.run(...facts, codeKey(doc_num), text_state, content, JSON.stringify(label));
    const number = [...label.keys, ...label.parts];
    const beside = [...label.words, ...label.language, ...label.revision];
    for (const word of [...number, ...beside]) this.#addTerm(word, 'labels');
    const columns = [
      [...this.#labelTokens(doc_num), ...number],
      this.#labelTokens(entry.doc_desc),
      beside,
    ];
    addEntryTokens.run(entry.document_id, ...columns.map((tokens) => tokens.join(' ')));
    count.run(1, 0, 0);
    if (before !== null && before !== content) this.#dropUnused(before);
  }

  removeEntry(document_id: number): void {
    const content = this.#dropEntry(document_id);
    if (content !== null) this.#dropUnused(content);
  }

  /** Some contents without their text, newest first: what is new is found while all others are written. */
  missing(limit: number): MissingText[] {
    return this.#statements.missing.all(limit) as unknown as MissingText[]; // the columns it names
  }

  /** `pages` are the texts of a PDF, from page 1. */
  putText(text: MissingText, pages: readonly string[]): void {
    const shown = pages.slice(0, pagesOfContent - 1);
    const state = shown.every((page) => page.trim() === '') ? 'scan' : 'searched';
    this.#setText(text, { pages: shown.length, state });
    const { addPage, addTokens, count } = this.#statements;
    const tokens = new Set<string>();
    for (const [at, page] of shown.entries()) {
      const found = tokensOf(page);
      const [row, beside] = [found.row, found.beside].map((some) =>
        some.map((token) => this.#note(token, tokens)).join(' '),
      );
      addPage.run(text.id * pagesOfContent + at + 1, row ?? '', beside ?? '');
    }
    addTokens.run(text.id, [...tokens].join(' '));
    count.run(0, 1, shown.length);
  }

  /** A text that cannot be written is left out until it is extracted anew. */
  failText(text: MissingText): void {
    this.#setText(text, { pages: 0, state: 'failed' });
    this.#statements.count.run(0, 1, 0);
  }

  /**
   * Puts some of a whole new index in good order for its readers; false when all of it is. It is FTS5's `optimize` in
   * portions: a negative number of pages begins it, positive ones go on while they change anything.
   */
  mergeSome(): boolean {
    const [table] = this.#unmerged;
    if (table === undefined) return false;
    const before = this.#changes();
    const pages = this.#isMerging ? pagesAtOnce : -pagesAtOnce;
    this.#file.exec(`insert into ${table} (${table}, rank) values ('merge', ${pages})`);
    this.#isMerging = this.#changes() - before >= 2;
    if (!this.#isMerging) this.#unmerged.shift();
    return true;
  }

  #changes(): number {
    return Number(this.#statements.changes.get()?.['changes']);
  }

  /** How a page has a token; each is noted once for the content, a word with its stem. */
  #note(token: Token, tokens: Set<string>): string {
    const stem = stemmed(token.key);
    if (tokens.has(token.key)) return stem;
    tokens.add(token.key).add(stem);
    this.#addToken(token);
    return stem;
  }

  #labelTokens(text: string): string[] {
    const { row, beside } = tokensOf(text);
    for (const token of [...row, ...beside]) this.#addToken(token);
    return [...row, ...beside].map(({ key }) => stemmed(key)).concat(row.map(({ key }) => key));
  }

  /** Pairs of characters are looked up as they are, and need no dictionary. */
  #addToken({ key, lane, half }: Token): void {
    if (lane === 'value') {
      const { kind, number, unit, bound } = readValueKey(key);
      this.#statements.addValue.run(kind, number, unit, bound, half ?? 0, key);
    } else if (lane !== 'ideographs' && !plainNumber.test(key)) this.#addTerm(key, 'texts');
  }

  #addTerm(term: string, of: 'texts' | 'labels'): void {
    const known = this.#known[of];
    if (known.has(term)) return;
    if (known.size > mostKnownTerms) known.clear();
    known.add(term);
    const isLabel = of === 'labels' ? 1 : 0;
    const { addTerm, addParts } = this.#statements;
    const { changes, lastInsertRowid } = addTerm.run(term, isLabel);
    // With its beginning and its end as letters.
    if (changes > 0) addParts.run(2 * Number(lastInsertRowid) + isLabel, `^${term}$`);
  }

  /** Which content it had. */
  #dropEntry(document_id: number): number | null {
    const { contentOf, dropEntry, dropEntryTokens, afterDrop, count } = this.#statements;
    const found = contentOf.get(document_id);
    if (found === undefined) return null;
    dropEntryTokens.run(document_id);
    afterDrop.run();
    dropEntry.run(document_id);
    count.run(-1, 0, 0);
    return found['content'] === null ? null : Number(found['content']);
  }

  #dropUnused(content: number): void {
    if (this.#statements.isUsed.get(content) !== undefined) return;
    this.#dropText(content);
    this.#statements.dropContent.run(content);
  }

  #setText({ id, wanted }: MissingText, { pages, state }: TextFacts): void {
    this.#dropText(id);
    this.#statements.setText.run(wanted, pages, state, id);
  }

  #dropText(id: number): void {
    const { textOf, dropPage, dropTokens, afterDrop, count } = this.#statements;
    const found = textOf.get(id);
    if (found === undefined) return;
    const pages = Number(found['pages']);
    for (let page = 1; page <= pages; page++) dropPage.run(id * pagesOfContent + page);
    dropTokens.run(id);
    afterDrop.run();
    count.run(0, -1, -pages);
  }
}

const statements = {
  contentOf: 'select content from entries where row = ?',
  addEntry: 'insert into entries values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  dropEntry: 'delete from entries where row = ?',
  addEntryTokens: 'insert into entry_tokens (rowid, number, title, beside) values (?, ?, ?, ?)',
  dropEntryTokens: 'delete from entry_tokens where rowid = ?',
  intern: `insert into texts (hash, wanted) values (?, ?)
    on conflict (hash) do update set wanted = excluded.wanted returning id`,
  isUsed: 'select 1 from entries where content = ? limit 1',
  dropContent: 'delete from texts where id = ?',
  missing: `select id, hash, wanted from texts where version is not wanted
    order by id desc limit ?`,
  setText: 'update texts set version = ?, pages = ?, state = ? where id = ?',
  textOf: 'select pages from texts where id = ? and version is not null',
  addPage: 'insert into page_tokens (rowid, row, beside) values (?, ?, ?)',
  dropPage: 'delete from page_tokens where rowid = ?',
  addTokens: 'insert into content_tokens (rowid, tokens) values (?, ?)',
  dropTokens: 'delete from content_tokens where rowid = ?',
  changes: 'select total_changes() as changes',
  afterDrop: 'replace into temp.last_fts_removal (id) values (1)',
  count: 'update totals set entries = entries + ?, contents = contents + ?, pages = pages + ?',
  addTerm: 'insert or ignore into terms (term, is_label) values (?, ?)',
  addParts: 'insert into term_parts (rowid, term) values (?, ?)',
  addValue: 'insert or ignore into text_values values (?, ?, ?, ?, ?, ?)',
};

type Statements = Record<keyof typeof statements, StatementSync>;
