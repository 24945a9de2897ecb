import type { DatabaseSync } from 'node:sqlite';

/**
 * Makes the tables of the full text, which is empty. No text is kept: words come to FTS5 as they are
 * sought (tokens.ts), so that its tokenizer only has to part them at spaces.
 */
export function createTexts(file: DatabaseSync): void {
  for (const statement of statements) file.exec(statement);
}

const ours = `tokenize = "ascii tokenchars '.^=#@'", content = '', contentless_delete = 1`;

const statements = [
  // The words of each page in their order, and beside them what was put together from them.
  `create virtual table text_pages using fts5(words, beside, detail = full, ${ours})`,
  // The words of each document, once; with marks for where they stand (marks.ts).
  `create virtual table text_words using fts5(words, detail = none, ${ours})`,
  // Bigger portions of an index in memory make fewer pieces of it on the disk.
  `insert into text_pages (text_pages, rank) values ('hashsize', 33554432)`,
  `insert into text_words (text_words, rank) values ('hashsize', 33554432)`,
  // By what answers are filtered and counted: how many documents and scans of each kind there are.
  `create table text_kinds (
    id integer primary key,
    customer_id integer not null,
    language text not null,
    is_latest integer not null,
    documents integer not null,
    scans integer not null,
    unique (customer_id, language, is_latest)
  )`,
  `create index text_kinds_with_scans on text_kinds (scans) where scans > 0`,
  `create table text_size (documents integer not null)`,
  `insert into text_size values (0)`,
  // The rows of a document's pages follow each other.
  `create table text_documents (
    row integer primary key,
    kind_id integer not null,
    is_scan integer not null,
    first_page integer not null,
    pages integer not null
  )`,
  // Every word and code, and in how many documents it is: exactly after a rebuild, about that later.
  `create table terms (
    id integer primary key,
    term text not null unique,
    documents integer not null
  )`,
  // Which three letters the terms have, with ^ before and $ after each: for parts, prefixes and typos.
  `create virtual table term_parts using fts5(
    term, detail = none, columnsize = 0, content = '', tokenize = 'trigram case_sensitive 1')`,
];
