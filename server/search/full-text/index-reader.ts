import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { type Filter, namesOfFilter } from './filter.ts';
import { filterWord } from './marks.ts';
import { PostingsReader, PostingStatements } from './postings-reader.ts';

/** How many documents found are of one kind. */
export type KindCount = {
  customer_id: number;
  language: string;
  is_latest: number;
  documents: number;
};

/** What is asked of the tables of the full text. */
export class IndexReader {
  readonly #postings: PostingStatements;
  readonly #filter: StatementSync;
  readonly #stream: StatementSync;
  readonly #latestOf: StatementSync;
  readonly #kindsOfRows: StatementSync;
  readonly #documents: StatementSync;
  readonly #scans: StatementSync;

  constructor(file: DatabaseSync) {
    const prepare = (statement: string) => file.prepare(statement);
    this.#postings = new PostingStatements(file);
    this.#filter = prepare('select id from text_filters where name = ?');
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

  /** What finds documents for one search. */
  postings(): PostingsReader {
    return new PostingsReader(this.#postings);
  }

  /** The words that documents within a filter have; null for one that no document has. */
  wordsOfFilter(filter: Filter): (number | null)[] {
    return namesOfFilter(filter).map((name) => {
      const id = this.#filter.get(name)?.['id'];
      return id === undefined ? null : filterWord(Number(id));
    });
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
