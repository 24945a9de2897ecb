import {
  type Condition,
  type Engine,
  type Filter,
  type Group,
  type SqlValue,
  within,
} from '../engine.ts';
import { allOf } from '../expressions.ts';
import { pagesOfContent } from '../index/tables.ts';
import type { Clause } from './clauses.ts';
import type { Plan } from './plan.ts';

const everything: Filter = { customer_id: null, language: null, latest: false };

/** The entries that have all of what a query wants, in their text, number or title, and nothing that it excludes. */
export class StrictEntries {
  readonly #engine: Engine;
  readonly #excluded: readonly Clause[];

  constructor(engine: Engine, { wanted, excluded }: Plan) {
    this.#engine = engine;
    this.#excluded = excluded;
    // A table of the connection: it is rolled back with the read.
    engine.file.exec(`create temp table if not exists strict
      (row integer primary key, customer_id integer, language text, is_latest integer)`);
    engine.file.exec('delete from temp.strict');
    if (wanted.length === 0) return;
    this.#add(inText(wanted));
    this.#add(inLabel(wanted));
    if (wanted.length > 1) this.#addMixed(wanted);
    for (const { sql, values } of excluded.map(anywhere)) {
      const gone = `delete from temp.strict where row in (select entries.row from entries where ${sql})`;
      this.#run(gone, values);
    }
  }

  /** How many there are of each customer, language and newest. */
  counted(): Group[] {
    const found = this.#engine.file.prepare(
      'select customer_id, language, is_latest, count(*) as count from temp.strict group by 1, 2, 3',
    );
    return found.all() as unknown as Group[]; // the columns it names
  }

  /** Within a filter, newest first. */
  rows(filter: Filter, limit: number): number[] {
    const { sql, values } = within(filter);
    const found = this.#engine.file.prepare(
      `select row from temp.strict as entries where ${sql} order by row desc limit ?`,
    );
    return found.all(...values, limit).map(({ row }) => Number(row));
  }

  /** Which of these are among them. */
  among(rows: readonly number[]): Set<number> {
    return this.#those('select row from json_each(?) cross join temp.strict on row = value', rows);
  }

  /** Which of these have something that must not be there. */
  excludedOf(rows: readonly number[]): Set<number> {
    const excluded = this.#excluded.map(anywhere);
    if (excluded.length === 0) return new Set();
    return this.#those(
      `select entries.row from json_each(?) cross join entries on entries.row = value
       where ${excluded.map(({ sql }) => `(${sql})`).join(' or ')}`,
      rows,
      excluded.flatMap(({ values }) => values),
    );
  }

  /** Those that have some of the words in their text alone, and the others in number and title. */
  #addMixed(clauses: readonly Clause[]): void {
    const masks = new Map<number, number>();
    for (const [at, { inEntries }] of clauses.entries()) {
      if (inEntries === null) continue;
      for (const row of this.#engine.labelled(inEntries, -1, everything)) {
        masks.set(row, (masks.get(row) ?? 0) | (1 << at));
      }
    }
    for (const [mask, some] of Map.groupBy(masks, ([, mask]) => mask)) {
      const rest = clauses.filter((_, at) => (mask & (1 << at)) === 0);
      if (rest.length === 0) continue; // these are in
      const text = inText(rest);
      const rows = JSON.stringify(some.map(([row]) => row));
      const sql = `${text.sql} and entries.row in (select value from json_each(?))`;
      this.#add({ sql, values: [...text.values, rows] });
    }
  }

  #add({ sql, values }: Condition): void {
    this.#run(
      `insert or ignore into temp.strict select entries.row, customer_id, language, is_latest
       from entries where ${sql}`,
      values,
    );
  }

  #run(sql: string, values: readonly SqlValue[]): void {
    this.#engine.file.prepare(sql).run(...values);
  }

  #those(sql: string, rows: readonly number[], values: readonly SqlValue[] = []): Set<number> {
    const found = this.#engine.file.prepare(sql).all(JSON.stringify(rows), ...values);
    return new Set(found.map(({ row }) => Number(row)));
  }
}

const nowhere: Condition = { sql: 'false', values: [] };

/** All of them in the text, not necessarily on one page. */
function inText(clauses: readonly Clause[]): Condition {
  // The rarest first: FTS5 goes through its texts, and looks for each in the lists of the others.
  const byRarity = clauses.toSorted((a, z) => a.documents - z.documents);
  const match = allOf(byRarity.map(({ inContents }) => inContents));
  if (match === null) return nowhere;
  const phrases = clauses.flatMap(({ isPhrase, onPages }) => (isPhrase ? [onPages ?? ''] : []));
  const ofText =
    'entries.content in (select rowid from content_tokens where content_tokens match ?)';
  const ofPhrase = `entries.content in (select rowid / ${pagesOfContent} from page_tokens where page_tokens match ?)`;
  const sql = [ofText, ...phrases.map(() => ofPhrase)].join(' and ');
  return { sql, values: [match, ...phrases] };
}

function inLabel(clauses: readonly Clause[]): Condition {
  const match = allOf(clauses.map(({ inEntries }) => inEntries));
  if (match === null) return nowhere;
  const sql = 'entries.row in (select rowid from entry_tokens where entry_tokens match ?)';
  return { sql, values: [match] };
}

function anywhere(clause: Clause): Condition {
  const both = [inText([clause]), inLabel([clause])];
  return {
    sql: both.map(({ sql }) => `(${sql})`).join(' or '),
    values: both.flatMap(({ values }) => values),
  };
}
