import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { stemmer as englishStem } from '@orama/stemmers/english';
import { stemmer as germanStem } from '@orama/stemmers/german';
import type { IndexedEntry, TextState } from './entry.ts';
import { codeKey } from './folding.ts';
import { isCode, tokensOf, type Token } from './full-text/tokens.ts';
import { readValueKey } from './full-text/values.ts';
import { type Label, labelOf } from './quick-open/label.ts';

// The index of entries and texts on SQLite's FTS5, for quick open and full text. We cut the texts into tokens ourselves (full-text/tokens.ts), as node:sqlite takes
// no tokenizer of ours: FTS5 gets them with blanks between.

/** Makes the tables, which are empty. No text is kept. */
export function createTexts(file: DatabaseSync): void {
  const options = `content = '', contentless_delete = 1, tokenize = "ascii tokenchars '.=!#<>~@%+-'"`;
  file.exec(`
    -- One row a page: its tokens as they follow each other, and what is beside them. Page 0 has number and description.
    create virtual table text_pages using fts5 (row, beside, ${options});
    -- One row a document: each token once; those of its label also with a sign, and its filters.
    create virtual table text_documents using fts5 (tokens, detail = none, ${options});
    create virtual table text_instances using fts5vocab (text_pages, instance);
    create virtual table text_terms using fts5vocab (text_documents, row);
    create table text_facts (
      row integer primary key, customer_id integer not null, language text not null,
      is_latest integer not null, pages integer not null, words integer not null, number text not null,
      text_state text not null, hash text, label text not null, news text not null
    ) strict;
    create index text_not_searched on text_facts (text_state, customer_id, language, is_latest)
      where text_state <> 'searched';
    create table text_totals (documents integer not null, pages integer not null, words integer not null) strict;
    insert into text_totals values (0, 0, 0);
    -- Every word and code that was ever there, with its stems; whether it is there now is what FTS5 says. Plain
    -- numbers are left out, as nobody types a part of one. Those of labels are rows of their own, for quick open,
    -- and have plain numbers.
    create table terms (
      id integer primary key, term text not null, english text, german text, is_label integer not null
    ) strict;
    create index terms_of_labels on terms (term) where is_label = 1;
    create index terms_english on terms (english) where english is not null;
    create index terms_german on terms (german) where german is not null;
    -- Their letters three by three; a term has the row of twice its id, plus one if it is of labels.
    create virtual table term_parts using fts5 (
      term, content = '', detail = none, columnsize = 0, tokenize = 'trigram case_sensitive 1'
    );
    create table text_values (
      kind text not null, number real not null, bound text not null, term text not null,
      primary key (kind, number, bound)
    ) strict, without rowid;
  `);
  for (const table of ['text_pages', 'text_documents', 'term_parts']) {
    file.exec(`insert into ${table} (${table}, rank) values ('hashsize', ${heldBackBytes})`);
  }
}

/** FTS5 writes fewer and larger portions than by its default of 1 MB, which is twice as slow. */
const heldBackBytes = 32 * 2 ** 20;

// Rows count down, so that the newest documents come first in the order in which FTS5 reads.
const firstRow = 2 ** 28;
const rowsOfDocument = 2 ** 14;

export function rowOf(document_id: number): number {
  return firstRow - document_id;
}

export function documentOf(row: number): number {
  return firstRow - row;
}

/** The row of a page, and the other way round. */
export function pageRowOf(row: number, page: number): number {
  return row * rowsOfDocument + page;
}

export const lastPageRow = firstRow * rowsOfDocument;

export function placeOf(pageRow: number): { row: number; page: number } {
  return { row: Math.floor(pageRow / rowsOfDocument), page: pageRow % rowsOfDocument };
}

/** What a document is filtered by, as tokens. */
export const filterToken = {
  customer: (id: number) => `@c${id}`,
  language: (language: string) => `@l${Buffer.from(language).toString('hex')}`,
  latest: '@n',
};
export const inNumber = '#';
export const inTitle = '!';
/** In the description, the customer, the language or the revision. */
const besideNumber = '+';
/** Where the words of a label are. */
export const labelMarks = [inNumber, besideNumber];
/** A word of a label begins with these one or two letters; the dictionary would give too many words. */
export const startToken = (letters: string) => `<${letters}`;

// FTS5 expressions. Tokens have no quotation marks in them.

/** A part of an FTS5 query; null finds nothing. */
export type Expression = string | null;

export function quoted(token: string): string {
  return `"${token}"`;
}

export function anyOf(expressions: readonly Expression[]): Expression {
  const possible = [...new Set(expressions.filter((one) => one !== null))];
  return possible.length === 0 ? null : `(${possible.join(' OR ')})`;
}

export function allOf(expressions: readonly Expression[]): Expression {
  const possible = expressions.filter((one) => one !== null);
  if (possible.length < expressions.length || possible.length === 0) return null;
  return `(${possible.join(' AND ')})`;
}

/** What is to be written of a document. */
type Written = {
  entry: IndexedEntry;
  /** What was written, in short: what did not change is not written again. */
  news: string;
  label: Label;
  pages: { row: string; beside: string }[];
  tokens: string;
  words: number;
};

const mostHeldBytes = 32_000_000;
const mostHeldEntries = 20_000;
const mostKnownTerms = 1_000_000;

/**
 * Writes entries and their texts. A portion is kept back until `finish` writes it, in a transaction of the caller; a new
 * writer belongs after a rollback, as this one knows terms that are then not there.
 */
export class EngineWriter {
  readonly #file: DatabaseSync;
  readonly #terms: TermWriter;
  /** By document; null for one that is removed. */
  readonly #held = new Map<number, Written | null>();
  #heldBytes = 0;
  readonly #facts: StatementSync;
  readonly #addFacts: StatementSync;
  readonly #removeFacts: StatementSync;
  readonly #addPage: StatementSync;
  readonly #addDocument: StatementSync;
  readonly #removePage: StatementSync;
  readonly #removeDocument: StatementSync;
  readonly #afterRemoval: StatementSync;
  readonly #count: StatementSync;

  constructor(file: DatabaseSync) {
    this.#file = file;
    this.#terms = new TermWriter(file);
    this.#facts = file.prepare('select pages, words, news from text_facts where row = ?');
    this.#addFacts = file.prepare(
      'insert into text_facts values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#removeFacts = file.prepare('delete from text_facts where row = ?');
    this.#addPage = file.prepare('insert into text_pages (rowid, row, beside) values (?, ?, ?)');
    this.#addDocument = file.prepare('insert into text_documents (rowid, tokens) values (?, ?)');
    this.#removePage = file.prepare('delete from text_pages where rowid = ?');
    this.#removeDocument = file.prepare('delete from text_documents where rowid = ?');
    // FTS5 leaves the id of a row of its own behind as the last one that was inserted, too large for a number of
    // JavaScript: the next `run` of any statement would throw. An insert of our own puts a small one in its place.
    for (const one of [this.#removePage, this.#removeDocument]) one.setReadBigInts(true);
    file.exec('create temp table if not exists last_fts_removal (id integer primary key)');
    this.#afterRemoval = file.prepare('replace into temp.last_fts_removal (id) values (1)');
    this.#count = file.prepare(
      'update text_totals set documents = documents + ?, pages = pages + ?, words = words + ?',
    );
  }

  /** Whether so much is held back that it should be written. */
  get isFull(): boolean {
    return this.#heldBytes > mostHeldBytes || this.#held.size >= mostHeldEntries;
  }

  /** Adds an entry, or replaces it. `pages` are the texts of its PDF, from page 1; empty without one. */
  put(entry: IndexedEntry, pages: readonly string[], news = ''): void {
    const written = { ...writtenOf(entry, pages.slice(0, rowsOfDocument - 1), this.#terms), news };
    this.#held.set(entry.document_id, written);
    this.#heldBytes += written.tokens.length;
    for (const { row, beside } of written.pages) this.#heldBytes += row.length + beside.length;
  }

  remove(document_id: number): void {
    this.#held.set(document_id, null);
  }

  /** Writes what was held back; the last call before each commit. */
  finish(): void {
    // In the order of their rows: FTS5 writes a portion to the file whenever a row is before the last one.
    const held = [...this.#held].sort(([a], [b]) => b - a);
    this.#terms.write(); // while FTS5 says which terms were there before
    for (const [document_id] of held) this.#remove(rowOf(document_id));
    for (const [id, written] of held) if (written !== null) this.#addPages(rowOf(id), written);
    for (const [id, written] of held) {
      if (written !== null) this.#addDocument.run(rowOf(id), written.tokens);
    }
    this.#held.clear();
    this.#heldBytes = 0;
  }

  /** Puts a whole new index in good order for its readers; once, after its last portion. */
  optimize(): void {
    for (const table of ['text_pages', 'text_documents', 'term_parts']) {
      this.#file.exec(`insert into ${table} (${table}) values ('optimize')`);
    }
  }

  /** What is in the index of a document, in short; null if it is not there. */
  newsOf(document_id: number): string | null {
    return (this.#facts.get(rowOf(document_id))?.['news'] as string | undefined) ?? null;
  }

  #addPages(row: number, { entry, news, label, pages, words }: Written): void {
    const { customer_id, language, is_latest, text_state, hash } = entry;
    this.#addFacts.run(
      row,
      customer_id,
      language ?? '',
      is_latest ? 1 : 0,
      pages.length,
      words,
      codeKey(entry.doc_num),
      text_state,
      hash,
      JSON.stringify(label),
      news,
    );
    for (const [page, texts] of pages.entries()) {
      this.#addPage.run(pageRowOf(row, page), texts.row, texts.beside);
    }
    this.#count.run(1, pages.length, words);
  }

  #remove(row: number): void {
    const facts = this.#facts.get(row);
    if (facts === undefined) return;
    const pages = Number(facts['pages']);
    for (let page = 0; page < pages; page++) this.#removePage.run(pageRowOf(row, page));
    this.#removeDocument.run(row);
    this.#afterRemoval.run();
    this.#removeFacts.run(row);
    this.#count.run(-1, -pages, -Number(facts['words']));
  }
}

function writtenOf(
  entry: IndexedEntry,
  pages: readonly string[],
  terms: TermWriter,
): Omit<Written, 'news'> {
  const tokens = new Set<string>();
  const textsOf = (text: string, mark: string | null = null) => {
    const { row, beside } = tokensOf(text);
    for (const token of [...row, ...beside]) {
      if (!tokens.has(token.key)) {
        tokens.add(token.key);
        terms.addToken(token);
      }
      if (mark !== null) tokens.add(mark + token.key);
    }
    return { row: keysOf(row), beside: keysOf(beside), length: row.length };
  };
  const number = textsOf(entry.doc_num, inNumber);
  const title = textsOf(entry.doc_desc, inTitle);
  const first = {
    row: `${number.row} ${title.row}`,
    beside: `${number.beside} ${title.beside}`,
    length: 0,
  };
  const texts = [first, ...pages.map((page) => textsOf(page))];
  const label = labelOf(entry);
  for (const [mark, words] of [
    [inNumber, [...label.keys, ...label.parts]],
    [besideNumber, [...label.words, ...label.language, ...label.revision]],
  ] as const) {
    for (const word of words) {
      for (const token of [mark + word, startToken(word.slice(0, 1)), startToken(word.slice(0, 2))])
        tokens.add(token);
      terms.addLabelWord(word);
    }
  }
  tokens.add(filterToken.customer(entry.customer_id));
  tokens.add(filterToken.language(entry.language ?? ''));
  if (entry.is_latest) tokens.add(filterToken.latest);
  return {
    entry,
    label,
    pages: texts,
    tokens: [...tokens].join(' '),
    words: texts.reduce((sum, { length }) => sum + length, 0),
  };
}

function keysOf(tokens: readonly Token[]): string {
  return tokens.map(({ key }) => key).join(' ');
}

/** Writes each term once. */
class TermWriter {
  readonly #known: Record<TermsOf, Set<string>> = { texts: new Set(), labels: new Set() };
  readonly #new: Record<TermsOf, Set<string>> = { texts: new Set(), labels: new Set() };
  /** Whether all terms of the file are among the known ones, as it was empty. */
  #isAllKnown: boolean;
  readonly #add: StatementSync;
  readonly #addParts: StatementSync;
  readonly #addValue: StatementSync;
  readonly #there: StatementSync;

  constructor(file: DatabaseSync) {
    this.#add = file.prepare(
      'insert into terms (term, english, german, is_label) values (?, ?, ?, ?)',
    );
    this.#addParts = file.prepare('insert into term_parts (rowid, term) values (?, ?)');
    this.#addValue = file.prepare('insert or ignore into text_values values (?, ?, ?, ?)');
    this.#there = file.prepare(among('term', 'text_terms', 'term'));
    this.#isAllKnown = file.prepare('select 1 from terms limit 1').get() === undefined;
  }

  /** Pairs of characters are looked up as they are, and need no dictionary. */
  addToken({ key, lane }: Token): void {
    if (lane !== 'ideographs') this.#note('texts', key);
  }

  addLabelWord(word: string): void {
    this.#note('labels', word);
  }

  /** Before the documents that have them. */
  write(): void {
    for (const kind of ['texts', 'labels'] as const) {
      for (const term of this.#missing(kind)) this.#write(term, kind);
      this.#new[kind].clear();
    }
    if (this.#known.texts.size + this.#known.labels.size < mostKnownTerms) return;
    for (const known of Object.values(this.#known)) known.clear();
    this.#isAllKnown = false;
  }

  #note(of: TermsOf, term: string): void {
    if (this.#known[of].has(term)) return;
    this.#known[of].add(term);
    this.#new[of].add(term);
  }

  /** The new terms that no document in the file has. */
  #missing(of: TermsOf): string[] {
    const terms = [...this.#new[of]].sort();
    if (this.#isAllKnown) return terms;
    const there = new Set<string>();
    for (const mark of marksOf(of)) {
      const asked = JSON.stringify(terms.map((term) => mark + term));
      for (const { term } of this.#there.all(asked)) there.add(String(term).slice(mark.length));
    }
    return terms.filter((term) => !there.has(term));
  }

  #write(term: string, of: TermsOf): void {
    if (of === 'texts') {
      const value = readValueKey(term);
      if (value !== null) this.#addValue.run(value.kind, value.number, value.bound, term);
      if (value !== null || plainNumber.test(term)) return;
    }
    const isLabel = of === 'labels' ? 1 : 0;
    const hasStem = !isLabel && !isCode(term) && term.length >= fewestOfStem;
    // A stem that is the word itself is found as the word.
    const stems = [englishStem, germanStem].map((stem) =>
      hasStem ? other(stem(term), term) : null,
    );
    const { lastInsertRowid: id } = this.#add.run(term, ...stems, isLabel);
    this.#addParts.run(2 * Number(id) + isLabel, bordered(term));
  }
}

function other(stem: string, term: string): string | null {
  return stem === term ? null : stem;
}

const fewestOfStem = 3;
const plainNumber = /^[0-9.]+$/;

/** With its beginning and its end as letters. */
function bordered(term: string): string {
  return `^${term}$`;
}

/** What is known of a document but its texts. */
export type Facts = {
  row: number;
  customer_id: number;
  language: string;
  is_latest: number;
  pages: number;
  words: number;
  /** Without signs. */
  number: string;
  text_state: TextState;
  hash: string | null;
};

/** How many documents have these in common. */
export type Group = Pick<Facts, 'customer_id' | 'language' | 'is_latest'> & { count: number };

export type Filter = {
  customer_id: number | null;
  /** The empty text for entries without a language; null for all. */
  language: string | null;
  /** Only the newest revisions. */
  latest: boolean;
};

export type TermsOf = 'texts' | 'labels';

/** What is before a term in `text_documents`. */
export function marksOf(of: TermsOf): readonly string[] {
  return of === 'labels' ? labelMarks : [''];
}

/** Of how many letters, and how many at most. */
type TermsAsked = { least: number; most: number; limit: number };

/** Where a term is on a page; -1 for what is beside its words. */
export type Instance = { pageRow: number; offset: number };

/** Asks the tables. */
export class Engine {
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #counts = new Map<string, number>();
  #version = -1;

  constructor(file: DatabaseSync) {
    this.#statements = statementsOf(file);
  }

  /** To be called at the beginning of each search: forgets counts that may have changed. */
  begin(): void {
    const version = Number(this.#statements.version.get()?.['data_version']);
    if (version === this.#version && this.#counts.size < mostRemembered) return;
    this.#counts.clear();
    this.#version = version;
  }

  totals(): { documents: number; pages: number; words: number } {
    const found = this.#statements.totals.get();
    const of = (name: string) => Number(found?.[name] ?? 0);
    return { documents: of('documents'), pages: of('pages'), words: of('words') };
  }

  /** In how many documents each of these tokens is; asked together, as opening fts5vocab costs more than a look into it. */
  documentsWith(tokens: readonly string[]): number[] {
    const unknown = tokens.filter((token) => !this.#counts.has(token));
    for (const token of unknown) this.#counts.set(token, 0);
    const found = unknown.length === 0 ? [] : this.#statements.counts.all(JSON.stringify(unknown));
    this.#remember(found);
    return tokens.map((token) => this.#counts.get(token) ?? 0);
  }

  #remember(found: readonly Record<string, unknown>[]): void {
    for (const { term, doc } of found) this.#counts.set(String(term), Number(doc));
  }

  /** Rows of documents after one, newest first. */
  documents(match: string, after: number, limit: number): number[] {
    return numbersIn(this.#statements.documents.get(match, after, limit));
  }

  hasDocument(match: string, row: number): boolean {
    return this.#statements.hasDocument.get(match, row) !== undefined;
  }

  /** Rows of pages between two, these included. */
  pages(match: string, from: number, to: number, limit: number): number[] {
    return numbersIn(this.#statements.pages.get(match, from, to, limit));
  }

  /** Where a term is, the newest documents first. */
  instances(term: string, limit: number): Instance[] {
    const found = this.#statements.instances.get(term, limit)?.['found'];
    if (typeof found !== 'string') return [];
    return found.split(';').map((one) => {
      const at = one.indexOf(' ');
      return { pageRow: Number(one.slice(0, at)), offset: Number(one.slice(at + 1)) };
    });
  }

  /** How many words pages have, by row. */
  lengthsOf(pageRows: readonly number[]): Map<number, number> {
    const found = this.#statements.lengths.all(JSON.stringify(pageRows));
    return new Map(found.map(({ id, sz }) => [Number(id), firstVarint(sz)]));
  }

  factsOf(rows: readonly number[]): Map<number, Facts> {
    // The columns that the statement names.
    const found = this.#statements.facts.all(JSON.stringify(rows)) as unknown as Facts[];
    return new Map(found.map((facts) => [facts.row, facts]));
  }

  /** What quick open knows of documents. */
  labelsOf(rows: readonly number[]): { row: number; is_latest: number; label: Label }[] {
    const found = this.#statements.labels.all(JSON.stringify(rows));
    return found.map(({ row, is_latest, label }) => ({
      row: Number(row),
      is_latest: Number(is_latest),
      label: JSON.parse(String(label)) as Label, // EngineWriter wrote it
    }));
  }

  /** How many documents have no text that could be searched, by reason. */
  notSearched({ customer_id, language, latest }: Filter): (state: TextState) => number {
    const found = this.#statements.notSearched.all(customer_id, language, latest ? 1 : 0);
    return (state) => Number(found.find(({ text_state }) => text_state === state)?.['count'] ?? 0);
  }

  /** How many documents there are of each customer, language and newest, at most `most` in all. */
  groupsOf(match: string, limit: number): Group[] {
    return this.#statements.groups.all(match, limit) as unknown as Group[]; // the columns it names
  }

  groupsAmong(rows: readonly number[]): Group[] {
    return this.#statements.groupsAmong.all(JSON.stringify(rows)) as unknown as Group[];
  }

  /** The terms that begin so, without the one that is just this; `of` labels only, where told. */
  termsFrom(prefix: string, limit: number, of: TermsOf = 'texts'): string[] {
    const from = this.#statements[of === 'labels' ? 'labelsFrom' : 'from'];
    const found = from.all(prefix, `${prefix}\u{10FFFF}`, limit);
    if (of === 'texts') this.#remember(found);
    return termsIn(found);
  }

  /** The terms of this length that have these letters in a row; a `^` and a `$` are their ends. */
  termsWith(
    letters: string,
    { least, most, limit, of = 'texts' }: TermsAsked & { of?: TermsOf },
  ): string[] {
    const all = [...letters];
    const parts = all.slice(2).map((_, at) => quoted(all.slice(at, at + 3).join('')));
    if (parts.length === 0) return [];
    const match = parts.join(' AND ');
    const odd = of === 'labels' ? 1 : 0;
    return termsIn(this.#statements.withParts.all(match, odd, least, most, letters, limit));
  }

  /** The other forms of a word: of the same stem in English or German. */
  formsOf(word: string): string[] {
    if (isCode(word) || word.length < fewestOfStem) return [];
    const stems = [englishStem(word), germanStem(word)];
    const forms = termsIn(this.#statements.forms.all(...stems));
    return [...new Set([...forms, ...stems])].filter((term) => term !== word);
  }

  /** The values of a kind between two numbers that the index has, as terms. */
  valuesBetween(
    kind: string,
    least: number,
    most: number,
    without: string,
    limit: number,
  ): string[] {
    return termsIn(this.#statements.values.all(kind, least, most, without, limit));
  }
}

const mostRemembered = 20_000;

function statementsOf(file: DatabaseSync) {
  // node:sqlite gives SQLite numbers as reals, and FTS5 does not go to a row by a real: it would read them all.
  const integer = 'cast(? as integer)';
  const grouped = 'customer_id, language, is_latest, count(*) as count';
  return {
    version: file.prepare('pragma data_version'),
    totals: file.prepare('select documents, pages, words from text_totals'),
    counts: file.prepare(among('term, doc', 'text_terms', 'term')),
    documents: file.prepare(
      `select group_concat(row) as found from (select rowid as row from text_documents
       where text_documents match ? and rowid > ${integer} order by rowid limit ?)`,
    ),
    hasDocument: file.prepare(
      `select 1 from text_documents where text_documents match ? and rowid = ${integer}`,
    ),
    pages: file.prepare(
      `select group_concat(row) as found from (select rowid as row from text_pages
       where text_pages match ? and rowid between ${integer} and ${integer} order by rowid limit ?)`,
    ),
    instances: file.prepare(
      `select group_concat(doc || ' ' || iif(col = 'row', offset, -1), ';') as found
       from (select doc, col, offset from text_instances where term = ? limit ?)`,
    ),
    lengths: file.prepare(among('text_pages_docsize.id as id, sz', 'text_pages_docsize', 'id')),
    facts: file.prepare(
      among(
        'row, customer_id, language, is_latest, pages, words, number, text_state, hash',
        'text_facts',
        'row',
      ),
    ),
    labels: file.prepare(among('row, is_latest, label', 'text_facts', 'row')),
    notSearched: file.prepare(
      `select text_state, count(*) as count from text_facts where text_state <> 'searched'
       and (?1 is null or customer_id = ?1) and (?2 is null or language = ?2) and (?3 = 0 or is_latest = 1)
       group by text_state`,
    ),
    groups: file.prepare(
      `select ${grouped} from (select rowid as row from text_documents where text_documents match ? limit ?)
       as found cross join text_facts on text_facts.row = found.row group by 1, 2, 3`,
    ),
    groupsAmong: file.prepare(`${among(grouped, 'text_facts', 'row')} group by 1, 2, 3`),
    labelsFrom: file.prepare(
      'select term from terms where is_label = 1 and term > ? and term < ? limit ?',
    ),
    from: file.prepare('select term, doc from text_terms where term > ? and term < ? limit ?'),
    withParts: file.prepare(
      `select term from (select rowid / 2 as id from term_parts where term_parts match ? and rowid % 2 = ?) as found
       cross join terms on terms.id = found.id
       where length(term) between ? and ? and instr('^' || term || '$', ?) > 0 limit ?`,
    ),
    forms: file.prepare(
      'select term from terms where english = ? union select term from terms where german = ?',
    ),
    values: file.prepare(
      `select term from text_values where kind = ? and number between ? and ? and bound <> ? limit ?`,
    ),
  };
}

/** The rows of a table that have one of these values, which come as JSON. */
function among(columns: string, table: string, id: string): string {
  return `select ${columns} from json_each(?) as found cross join ${table} on ${table}.${id} = found.value`;
}

/** Numbers come as one text: a row of JavaScript for each would take three times as long. */
function numbersIn(row: Record<string, unknown> | undefined): number[] {
  const found = row?.['found'];
  return typeof found === 'string' ? found.split(',').map(Number) : [];
}

function termsIn(rows: readonly Record<string, unknown>[]): string[] {
  return rows.map(({ term }) => String(term));
}

/** The first of the sizes that FTS5 keeps of a row: seven bits a byte, the highest first. */
function firstVarint(bytes: unknown): number {
  let number = 0;
  for (const byte of bytes instanceof Uint8Array ? bytes : []) {
    number = number * 128 + (byte & 127);
    if (byte < 128) break;
  }
  return number;
}
