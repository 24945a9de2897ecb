import {
  allOf,
  anyOf,
  type Engine,
  type Expression,
  type Filter,
  filterToken,
  type Group,
  lastPageRow,
  placeOf,
  quoted,
} from '../engine.ts';
import { type Clause, inDocuments, onPages } from './clauses.ts';
import type { Plan } from './plan.ts';

/** As many are counted. */
const mostCounted = 5000;
/** Words may be on many pages and hardly ever follow each other: then not all pages are looked at. */
const mostPhrasePages = 20_000;

/** The documents that have all of what a query wants, and nothing that it excludes. */
export class StrictDocuments {
  readonly #engine: Engine;
  readonly #wanted: Expression;
  readonly #excluded: Expression;
  readonly #withPhrases: Set<number>[];
  readonly #withoutPhrases: Set<number>[];
  /** There may be more, which were not looked at. */
  isCut = false;

  constructor(engine: Engine, { wanted, excluded }: Plan) {
    this.#engine = engine;
    const clauses = wanted.map(({ clause }) => clause);
    // The rarest first: FTS5 goes through its documents, and looks for each in the lists of the others.
    const byRarity = clauses.toSorted((a, b) => a.documents - b.documents);
    this.#wanted = allOf(byRarity.map((clause) => inDocuments(clause)));
    this.#excluded = anyOf(
      excluded.filter(({ what }) => what !== 'phrase').map((clause) => inDocuments(clause)),
    );
    this.#withPhrases = this.#wanted === null ? [] : this.#phraseSets(clauses);
    this.#withoutPhrases = this.#phraseSets(excluded);
  }

  /** How many there are of each customer, language and newest; `isLeast`: there may be more. */
  counted(): { groups: Group[]; isLeast: boolean } {
    const match = this.#match(noFilter);
    if (match === null) return { groups: [], isLeast: this.isCut };
    const hasPhrases = this.#withPhrases.length + this.#withoutPhrases.length > 0;
    const groups = hasPhrases
      ? this.#engine.groupsAmong(this.rows(noFilter, -1, mostCounted))
      : this.#engine.groupsOf(match, mostCounted);
    const count = groups.reduce((all, group) => all + group.count, 0);
    return { groups, isLeast: count >= mostCounted || this.isCut };
  }

  /** Within a filter, after a row, up to a limit. */
  rows(filter: Filter, after: number, limit: number): number[] {
    const match = this.#match(filter);
    const rows: number[] = [];
    if (match === null) return rows;
    let from = after;
    while (rows.length < limit && from < Infinity) {
      const found = this.#engine.documents(match, from, limit);
      rows.push(...found.filter((row) => this.#fitsPhrases(row)));
      from = found.length < limit ? Infinity : (found.at(-1) ?? Infinity);
    }
    return rows.slice(0, limit);
  }

  has(filter: Filter, row: number): boolean {
    const match = this.#match(filter);
    return match !== null && this.#engine.hasDocument(match, row) && this.#fitsPhrases(row);
  }

  /** Whether it has something that must not be there. */
  isExcluded(row: number): boolean {
    if (this.#withoutPhrases.some((rows) => rows.has(row))) return true;
    return this.#excluded !== null && this.#engine.hasDocument(this.#excluded, row);
  }

  #match(filter: Filter): Expression {
    const match = allOf([this.#wanted, ...filterExpressions(filter)]);
    return match === null || this.#excluded === null ? match : `${match} NOT ${this.#excluded}`;
  }

  #fitsPhrases(row: number): boolean {
    return (
      this.#withPhrases.every((rows) => rows.has(row)) &&
      !this.#withoutPhrases.some((rows) => rows.has(row))
    );
  }

  #phraseSets(clauses: readonly Clause[]): Set<number>[] {
    return clauses
      .filter(({ what }) => what === 'phrase')
      .map((clause) => {
        const match = onPages(clause);
        const pages =
          match === null ? [] : this.#engine.pages(match, 0, lastPageRow, mostPhrasePages);
        if (pages.length === mostPhrasePages) this.isCut = true;
        return new Set(pages.map((pageRow) => placeOf(pageRow).row));
      });
  }
}

const noFilter: Filter = { customer_id: null, language: null, latest: false };

function filterExpressions({ customer_id, language, latest }: Filter): string[] {
  const tokens = [
    ...(customer_id === null ? [] : [filterToken.customer(customer_id)]),
    ...(language === null ? [] : [filterToken.language(language)]),
    ...(latest ? [filterToken.latest] : []),
  ];
  return tokens.map(quoted);
}

export function isWithin(
  { customer_id, language, latest }: Filter,
  facts: { customer_id: number; language: string; is_latest: number },
): boolean {
  return (
    (customer_id === null || customer_id === facts.customer_id) &&
    (language === null || language === facts.language) &&
    (!latest || facts.is_latest === 1)
  );
}
