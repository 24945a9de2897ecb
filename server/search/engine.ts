import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { TextState } from './entry.ts';
import { pagesOfContent } from './index/tables.ts';
import type { Label } from './quick-open/label.ts';

/** What is known of an entry but its texts. */
export type Facts = {
  row: number;
  customer_id: number;
  language: string;
  is_latest: number;
  is_withdrawn: number;
  /** Without signs. */
  number: string;
  content: number | null;
  hash: string | null;
  pages: number;
  is_scan: number;
};

/** How many entries have these in common. */
export type Group = Pick<Facts, 'customer_id' | 'language' | 'is_latest'> & { count: number };

export type Filter = {
  customer_id: number | null;
  /** The empty text for entries without a language; null for all. */
  language: string | null;
  /** Only the newest revisions. */
  latest: boolean;
};

export type SqlValue = string | number;
/** A condition of SQL, and what stands for its question marks. */
export type Condition = { sql: string; values: SqlValue[] };

/** Which entries are searched at all: the one place for it. Every limit comes after. */
export function within({ customer_id, language, latest }: Filter): Condition {
  const conditions: [string, SqlValue[]][] = [];
  if (customer_id !== null) conditions.push(['entries.customer_id = ?', [customer_id]]);
  if (language !== null) conditions.push(['entries.language = ?', [language]]);
  if (latest) conditions.push(['entries.is_latest = 1', []]);
  const sql = conditions.map(([one]) => one).join(' and ') || 'true';
  return { sql, values: conditions.flatMap(([, values]) => values) };
}

/** Asks the tables of entries and pages. */
export class Engine {
  readonly file: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(file: DatabaseSync) {
    this.file = file;
  }

  /** As many as there are entries and texts. */
  get size(): number {
    const found = this.#get('select max(entries, contents) as size from totals');
    return Number(found?.['size'] ?? 0);
  }

  /** The entries, newest first, whose numbers and titles match. */
  labelled(match: string, limit: number, filter: Filter): number[] {
    const condition = within(filter);
    return numbersIn(
      this.#get(
        `select group_concat(row) as found from (select entries.row from entry_tokens
         cross join entries on entries.row = entry_tokens.rowid
         where entry_tokens match ? and ${condition.sql} order by entry_tokens.rowid desc limit ?)`,
        match,
        ...condition.values,
        limit,
      ),
    );
  }

  /** Contents by the score of their best page, of so many pages that fit best. */
  bestContents(match: string, limit: number, filter: Filter): Map<number, number> {
    const { sql, values } = within(filter);
    const contents = `select content from entries where ${sql} and content is not null`;
    const some = sql === 'true' ? sql : `rowid / ${pagesOfContent} in (${contents})`;
    const found = this.#all(
      `select content, max(score) as score from (
         select rowid / ${pagesOfContent} as content, -bm25(page_tokens) as score from page_tokens
         where page_tokens match ? and ${some} order by score desc, rowid limit ?) group by content`,
      match,
      ...(sql === 'true' ? [] : values),
      limit,
    );
    return new Map(found.map(({ content, score }) => [Number(content), Number(score)]));
  }

  /** The pages of a content that fit. */
  pagesOf(content: number, match: string): number[] {
    const from = content * pagesOfContent;
    return numbersIn(
      this.#get(
        `select group_concat(page) as found from (select rowid % ${pagesOfContent} as page from page_tokens
         where page_tokens match ? and rowid between cast(? as integer) and cast(? as integer)
         order by rowid)`,
        match,
        from,
        from + pagesOfContent - 1,
      ),
    );
  }

  // node:sqlite gives SQLite numbers as reals, and FTS5 does not go to a row by a real: it would read them all.
  has(table: 'content_tokens' | 'entry_tokens', match: string, row: number): boolean {
    const sql = `select 1 from ${table} where ${table} match ? and rowid = cast(? as integer)`;
    return this.#get(sql, match, row) !== undefined;
  }

  factsOf(rows: readonly number[]): Facts[] {
    return this.#all(factsBy('row'), JSON.stringify(rows)) as unknown as Facts[]; // the columns it names
  }

  /** The entries of contents. */
  entriesOf(contents: readonly number[], filter: Filter): Facts[] {
    const { sql, values } = within(filter);
    const found = this.#all(
      `${factsBy('content')} where ${sql}`,
      JSON.stringify(contents),
      ...values,
    );
    return found as unknown as Facts[];
  }

  /** What quick open knows of entries. */
  labelsOf(rows: readonly number[]): { row: number; is_latest: number; label: Label }[] {
    const found = this.#all(
      'select row, is_latest, label from json_each(?) cross join entries on row = value',
      JSON.stringify(rows),
    );
    return found.map(({ row, is_latest, label }) => ({
      row: Number(row),
      is_latest: Number(is_latest),
      label: JSON.parse(String(label)) as Label, // index-writer.ts
    }));
  }

  /** How many documents have no text that could be searched, by reason. */
  notSearched(filter: Filter): (state: TextState | 'scan') => number {
    const { sql, values } = within(filter);
    const found = this.#all(
      `select text_state as state, count(*) as count from entries where text_state <> 'searched' and ${sql} group by 1
       union all select state, count(*) from texts cross join entries on entries.content = texts.id
       where state in ('scan', 'failed') and ${sql} group by 1`,
      ...values,
      ...values,
    );
    return (wanted) => Number(found.find(({ state }) => state === wanted)?.['count'] ?? 0);
  }

  #all(sql: string, ...values: SqlValue[]): Record<string, unknown>[] {
    return this.#statement(sql).all(...values);
  }

  #get(sql: string, ...values: SqlValue[]): Record<string, unknown> | undefined {
    return this.#statement(sql).get(...values);
  }

  #statement(sql: string): StatementSync {
    const statement = this.#prepared.get(sql) ?? this.file.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

function factsBy(column: 'row' | 'content'): string {
  return `select entries.row, customer_id, language, is_latest, is_withdrawn, number, content, texts.hash, coalesce(pages, 0) as pages,
      coalesce(texts.state = 'scan', 0) as is_scan
    from json_each(?) cross join entries on entries.${column} = value left join texts on texts.id = entries.content`;
}

/** Numbers come as one text: a row of JavaScript for each would take three times as long. */
function numbersIn(row: Record<string, unknown> | undefined): number[] {
  const found = row?.['found'];
  return typeof found === 'string' ? found.split(',').map(Number) : [];
}
