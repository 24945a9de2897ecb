import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Filter, namesOfFilter } from './filter.ts';
import { filterWord } from './marks.ts';
import { PostingsReader, PostingStatements } from './postings-reader.ts';

/** What documents are filtered and counted by. */
export type TextKind = { customer_id: number; language: string; is_latest: boolean };

/** All customers and languages that documents have. */
export type FilterValues = { customer_id: number[]; language: string[] };

type LookedUp = { row: number; bytes: number; hasPhrase: boolean };

/** What is asked of the tables of the full text. */
export class IndexReader {
  readonly #postings: PostingStatements;
  readonly #filter: StatementSync;
  readonly #stream: StatementSync;
  readonly #streamsWith: StatementSync;
  readonly #kindsOfRows: StatementSync;
  readonly #kind: StatementSync;
  /** By id: a kind never changes, but for how many there are. */
  readonly #kinds = new Map<number, TextKind>();
  readonly #documents: StatementSync;
  readonly #scans: StatementSync;
  readonly #kindsThere: StatementSync;

  constructor(file: DatabaseSync) {
    const prepare = (statement: string) => file.prepare(statement);
    this.#postings = new PostingStatements(file);
    this.#filter = prepare('select id from text_filters where name = ?');
    this.#stream = prepare('select stream from text_streams where row = ?');
    this.#stream.setReturnArrays(true);
    this.#streamsWith = prepare(
      `select row, length(stream) as bytes, instr(stream, ?2) > 0 as has_phrase
       from json_each(?1) as found cross join text_streams on row = found.value`,
    );
    // As one text: a row of SQLite for each would take longer than to find them.
    this.#kindsOfRows = prepare(
      `select group_concat(coalesce(kind_id, 0)) as kinds from (
         select kind_id from json_each(?) as found
         left join text_documents on text_documents.row = found.value)`,
    );
    this.#kind = prepare('select customer_id, language, is_latest from text_kinds where id = ?');
    this.#documents = prepare('select documents from text_size');
    this.#kindsThere = prepare(
      'select distinct customer_id, language from text_kinds where documents > 0',
    );
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

  /** Of documents that are there, one by one: how many bytes their terms take, and whether these are among them. */
  *streamsWith(rows: readonly number[], phrase: Uint8Array): Generator<LookedUp> {
    for (const one of this.#streamsWith.iterate(JSON.stringify(rows), phrase)) {
      const { row, bytes, has_phrase } = one;
      yield { row: Number(row), bytes: Number(bytes), hasPhrase: has_phrase === 1 };
    }
  }

  /** Of what kind each of these documents is; null for one that is not there. */
  kindsOf(rows: readonly number[]): (TextKind | null)[] {
    if (rows.length === 0) return [];
    const { kinds } = this.#kindsOfRows.get(JSON.stringify(rows)) ?? {};
    return String(kinds)
      .split(',')
      .map((id) => this.#kindOf(Number(id)));
  }

  /** How many documents there are. */
  documents(): number {
    return Number(this.#documents.get()?.['documents'] ?? 0);
  }

  filterValues(): FilterValues {
    const kinds = this.#kindsThere.all();
    return {
      customer_id: [...new Set(kinds.map((kind) => Number(kind['customer_id'])))],
      language: [...new Set(kinds.map((kind) => String(kind['language'])))],
    };
  }

  /** How many documents within a filter have no text. */
  scansWithin({ customer_id, language, latest }: Filter): number {
    const found = this.#scans.get(customer_id, language, latest ? 1 : 0);
    return Number(found?.['scans'] ?? 0);
  }

  #kindOf(id: number): TextKind | null {
    const known = this.#kinds.get(id);
    if (known !== undefined) return known;
    const found = this.#kind.get(id);
    if (found === undefined) return null;
    const kind = {
      customer_id: Number(found['customer_id']),
      language: String(found['language']),
      is_latest: found['is_latest'] === 1,
    };
    this.#kinds.set(id, kind);
    return kind;
  }
}
