import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Filter } from './filter.ts';

/** How many documents found are of one kind. */
export type KindCount = {
  customer_id: number;
  language: string;
  is_latest: number;
  documents: number;
};

/** What is asked of the tables of the full text. */
export class IndexReader {
  readonly #rows: StatementSync;
  readonly #stream: StatementSync;
  readonly #latestOf: StatementSync;
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
    this.#rows.setReturnArrays(true);
    this.#stream = prepare('select stream from text_streams where row = ?');
    this.#stream.setReturnArrays(true);
    this.#kindsOfRows = prepare(
      `select customer_id, language, is_latest, counted.documents as documents
       from (select kind_id, count(*) as documents from json_each(?) as found
         cross join text_documents on text_documents.row = found.value group by kind_id) as counted
       join text_kinds on text_kinds.id = counted.kind_id`,
    );
    this.#latestOf = prepare(
      `select row from json_each(?) as found
       cross join text_documents on text_documents.row = found.value
       cross join text_kinds on text_kinds.id = kind_id where is_latest = 1`,
    );
    this.#latestOf.setReturnArrays(true);
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

  /** The terms of a document where they stand (document-stream.ts); null when it is not there. */
  stream(row: number): Uint8Array | null {
    const [stream] = Object.values(this.#stream.get(row) ?? []);
    return stream instanceof Uint8Array ? stream : null;
  }

  /** Those of the rows that are newest revisions, in their order. */
  latestOf(rows: readonly number[]): number[] {
    return this.#latestOf.all(JSON.stringify(rows)).map(firstOf);
  }

  /** Of what kinds documents are. */
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
