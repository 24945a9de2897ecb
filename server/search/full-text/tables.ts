import type { DatabaseSync } from 'node:sqlite';
import { indexOfTerms } from './dictionary-writer.ts';

/** Makes the tables of the full text, which is empty. No text is kept. */
export function createTexts(file: DatabaseSync): void {
  for (const statement of statements) file.exec(statement);
}

const statements = [
  // Which documents have a word (marks.ts), and which terms have a part (term-parts.ts), as blocks of rows
  // (posting-blocks.ts).
  `create table postings (key integer primary key, rows blob not null)`,
  // The same of a new index until it is whole (posting-portions.ts), and which rows of portions before
  // one are no longer so.
  `create table text_portions (id integer primary key, bytes blob not null)`,
  `create table text_stale (row integer primary key, portion integer not null)`,
  // The terms that a portion has first, as JSON, until it is whole; their ids follow each other.
  `create table text_new_terms (first integer primary key, terms text not null)`,
  // What answers are filtered by.
  `create table text_filters (id integer primary key, name text not null unique)`,
  // The terms of each document where they stand, page by page (document-stream.ts).
  `create table text_streams (row integer primary key, stream blob not null)`,
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
  `create table text_documents (
    row integer primary key,
    kind_id integer not null,
    is_scan integer not null
  )`,
  // Every word and code that was ever there, and in how many documents it is now.
  `create table terms (
    id integer primary key,
    term text not null,
    documents integer not null
  )`,
  indexOfTerms,
];
