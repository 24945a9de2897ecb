import type { DatabaseSync } from 'node:sqlite';

// The tables of the index, on SQLite's FTS5. We cut texts into tokens ourselves (full-text/tokens.ts), as node:sqlite
// takes no tokenizer of ours: FTS5 gets them with blanks between. Of a word a page has its stem (`~coat`); a content
// and an entry have the word, too.

/** Makes the tables, which are empty. No text is kept. */
export function createTables(file: DatabaseSync): void {
  const options = `content = '', contentless_delete = 1, tokenize = "ascii tokenchars '.=!#<>~@%+-'"`;
  file.exec(`
    -- The content of a PDF, by the hash of its bytes: what is written of it stays until nothing refers to it. Version:
    -- of the extraction that is indexed; null before. Failed: it could not be indexed.
    create table texts (
      id integer primary key, hash text not null unique, wanted integer not null, version integer,
      pages integer not null default 0,
      state text not null default 'waiting' check (state in ('waiting', 'searched', 'scan', 'failed'))
    ) strict;
    create index texts_missing on texts (id) where version is not wanted;
    create index texts_without_words on texts (state) where state in ('scan', 'failed');
    -- One row a page: its tokens as they follow each other, and what is beside them.
    create virtual table page_tokens using fts5 (row, beside, ${options});
    -- One row a content: each token once.
    create virtual table content_tokens using fts5 (tokens, detail = none, ${options});
    create virtual table content_terms using fts5vocab (content_tokens, row);

    create table entries (
      row integer primary key, customer_id integer not null, language text not null, is_latest integer not null,
      is_withdrawn integer not null, number text not null, text_state text not null,
      content integer references texts, label text not null
    ) strict;
    create index entries_of_content on entries (content) where content is not null;
    create index entries_of_customer on entries (customer_id);
    create index entries_without_text on entries (text_state, customer_id, language, is_latest)
      where text_state <> 'searched';
    -- The tokens of number and title as they follow each other; beside: customer, language, revision.
    create virtual table entry_tokens using fts5 (number, title, beside, prefix = '1 2', ${options});
    create virtual table entry_terms using fts5vocab (entry_tokens, row);

    create table totals (entries integer not null, contents integer not null, pages integer not null) strict;
    insert into totals values (0, 0, 0);
    -- Every word and code that was ever there; whether it is there now is what FTS5 says. Plain numbers are left out, as
    -- nobody types a part of one. Those of labels are rows of their own, for quick open, and have plain numbers.
    create table terms (
      id integer primary key, term text not null, is_label integer not null, unique (term, is_label)
    ) strict;
    -- Their letters three by three; a term has the row of twice its id, plus one if it is of labels.
    create virtual table term_parts using fts5 (
      term, content = '', detail = none, columnsize = 0, tokenize = 'trigram case_sensitive 1'
    );
    create table text_values (
      kind text not null, number real not null, unit integer not null, bound text not null, half real not null,
      term text not null, primary key (kind, number, unit, bound)
    ) strict, without rowid;
  `);
  for (const table of searchedTables) {
    file.exec(`insert into ${table} (${table}, rank) values ('hashsize', ${heldBackBytes})`);
  }
}

export const searchedTables = ['page_tokens', 'content_tokens', 'entry_tokens', 'term_parts'];

/** FTS5 writes fewer and larger portions than by its default of 1 MB, which is twice as slow. */
const heldBackBytes = 32 * 2 ** 20;

/** A page has the row of its content times this, plus its number. */
export const pagesOfContent = 2 ** 14;
