import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Filter } from './filter.ts';

/** How many documents found are of one kind. */
export type KindCount = {
  customer_id: number;
  language: string;
  is_latest: number;
  documents: number;
};

/** The rows of a document's pages, from the first to the last. */
export type Span = { row: number; first: number; last: number };

/** What is asked of the tables of the full text. */
export class IndexReader {
  readonly #rows: StatementSync;
  readonly #pages: StatementSync;
  readonly #spans: StatementSync;
  readonly #kindsOfMatch: StatementSync;
  readonly #kindsOfRows: StatementSync;
  readonly #documents: StatementSync;
  readonly #scans: StatementSync;

  constructor(file: DatabaseSync) {
    const prepare = (statement: string) => file.prepare(statement);
    // FTS5 only begins at a row that comes as an integer; a number of JavaScript comes as a real.
    this.#rows = prepare(
      `select rowid from text_words
       where text_words match ? and rowid > cast(? as integer) limit ?`,
    );
    this.#pages = prepare(
      `select rowid from text_pages
       where text_pages match ? and rowid between cast(? as integer) and cast(? as integer)`,
    );
    this.#rows.setReturnArrays(true);
    this.#pages.setReturnArrays(true);
    this.#spans = prepare(
      `select row, first_page, pages from json_each(?) as found
       cross join text_documents on text_documents.row = found.value
       where pages > 0 order by first_page`,
    );
    const kinds = (found: string) =>
      `select customer_id, language, is_latest, counted.documents as documents
       from (select kind_id, count(*) as documents from (${found}) as found
         cross join text_documents on text_documents.row = found.row group by kind_id) as counted
       join text_kinds on text_kinds.id = counted.kind_id`;
    this.#kindsOfMatch = prepare(
      kinds('select rowid as row from text_words where text_words match ? limit ?'),
    );
    this.#kindsOfRows = prepare(kinds('select value as row from json_each(?)'));
    this.#documents = prepare('select documents from text_size');
    this.#scans = prepare(
      `select sum(scans) as scans from text_kinds
       where scans > 0 and (?1 is null or customer_id = ?1) and (?2 is null or language = ?2)
       and (?3 = 0 or is_latest = 1)`,
    );
  }

  /** The first documents after one that fulfil a match, in the order of their rows: the newest first. */
  rows(match: string, after: number, limit: number): number[] {
    return this.#rows.all(match, after, limit).map(firstOf);
  }

  /** The rows of pages that fulfil a match. */
  pages(match: string, first: number, last: number): number[] {
    return last < first ? [] : this.#pages.all(match, first, last).map(firstOf);
  }

  /** Where the pages of documents are, in their order; without those that have none. */
  spans(rows: readonly number[]): Span[] {
    return this.#spans.all(JSON.stringify(rows)).map((span) => {
      const first = Number(span['first_page']);
      return { row: Number(span['row']), first, last: first + Number(span['pages']) - 1 };
    });
  }

  /** Of what kinds the first documents are that fulfil a match. */
  kindsOfMatch(match: string, most: number): KindCount[] {
    return this.#kindsOfMatch.all(match, most).map(asKindCount);
  }

  kindsOfRows(rows: readonly number[]): KindCount[] {
    return this.#kindsOfRows.all(JSON.stringify(rows)).map(asKindCount);
  }

  /** How many documents there are. */
  documents(): number {
    return Number(this.#documents.get()?.['documents'] ?? 0);
  }

  /** How many documents within a filter have no text. */
  scansWithin({ customer_id, language, latest }: Filter): number {
    const found = this.#scans.get(customer_id, language, latest ? 1 : 0);
    return Number(found?.['scans'] ?? 0);
  }
}

/** Its rows are arrays, which the types of Node do not tell. */
function firstOf(row: Record<string, SQLOutputValue>): number {
  return Number(Object.values(row)[0]);
}

function asKindCount(row: Record<string, SQLOutputValue>): KindCount {
  return {
    customer_id: Number(row['customer_id']),
    language: String(row['language']),
    is_latest: Number(row['is_latest']),
    documents: Number(row['documents']),
  };
}
