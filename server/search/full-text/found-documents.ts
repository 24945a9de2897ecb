import type { Clause } from './clauses.ts';
import { type Filter, matchesOfFilter } from './filter.ts';
import type { IndexReader, Span } from './index-reader.ts';
import { allOf, anyOf, matchOf, pageMatchOf } from './match.ts';
import type { Plan } from './plan.ts';

/** Documents whose phrases are looked up at once: few at first, as mostly the first are enough. */
const firstPortion = 64;
const mostPortion = 4096;

/** What documents have besides: a match that stands for one of the plan's clauses, or for none. */
export type Besides = { match: string; clause: Clause | null };

/** The documents that fulfil a plan, in the order of their rows: the newest first. */
export class FoundDocuments {
  readonly #index: IndexReader;
  readonly #plan: Plan;
  /** Whether words have to follow each other, which only pages know. */
  readonly hasPhrases: boolean;
  /** By row: whether its phrases are there. */
  readonly #known = new Map<number, boolean>();

  constructor(index: IndexReader, plan: Plan) {
    this.#index = index;
    this.#plan = plan;
    this.hasPhrases = [...plan.clauses, ...plan.excluded].some(isPhrase);
  }

  /** The match of all words that have to be in a document; null when nothing can be found. */
  matchOf(filter: Filter, besides: Besides | null = null): string | null {
    const { clauses, excluded } = this.#plan;
    if (clauses.length === 0) return null;
    const wanted = allOf([
      ...clauses.map((clause) => (clause === besides?.clause ? besides.match : matchOf(clause))),
      ...matchesOfFilter(filter),
      ...(besides?.clause === null ? [besides.match] : []),
    ]);
    const unwanted = anyOf(
      excluded.filter((clause) => !isPhrase(clause)).map((clause) => matchOf(clause)),
    );
    return wanted === null || unwanted === null ? wanted : `${wanted} NOT ${unwanted}`;
  }

  /** The first rows after one. */
  rows(filter: Filter, after: number, limit: number): number[] {
    const match = this.matchOf(filter);
    if (match === null) return [];
    if (!this.hasPhrases) return this.#index.rows(match, after, limit);
    const found: number[] = [];
    let last = after;
    for (let size = firstPortion; found.length < limit; size = Math.min(size * 2, mostPortion)) {
      const portion = this.#index.rows(match, last, size);
      found.push(...this.withPhrases(portion));
      last = portion.at(-1) ?? last;
      if (portion.length < size) break;
    }
    return found.slice(0, limit);
  }

  /** The first rows that have something besides; their phrases are not looked up. */
  rowsHaving(besides: Besides, filter: Filter, limit: number): number[] {
    const match = this.matchOf(filter, besides);
    return match === null ? [] : this.#index.rows(match, 0, limit);
  }

  /** Those of the rows in which the words of each phrase follow each other. */
  withPhrases(rows: readonly number[]): number[] {
    if (!this.hasPhrases) return [...rows];
    const { clauses, excluded } = this.#plan;
    const unknown = rows.filter((row) => !this.#known.has(row));
    let left = unknown;
    for (const phrase of clauses.filter(isPhrase)) {
      const having = this.#having(phrase, left);
      left = left.filter((row) => having.has(row));
    }
    for (const phrase of excluded.filter(isPhrase)) {
      const having = this.#having(phrase, left);
      left = left.filter((row) => !having.has(row));
    }
    const there = new Set(left);
    for (const row of unknown) this.#known.set(row, there.has(row));
    return rows.filter((row) => this.#known.get(row));
  }

  /** Which of the rows have a phrase. */
  #having(phrase: Clause, rows: readonly number[]): Set<number> {
    const match = pageMatchOf(phrase);
    const having = new Set<number>();
    if (match === null || rows.length === 0) return having;
    for (const spans of nearSpans(this.#index.spans(rows))) {
      let at = 0;
      for (const page of this.#index.pages(match, spans[0]?.first ?? 0, spans.at(-1)?.last ?? 0)) {
        while ((spans[at]?.last ?? Infinity) < page) at++;
        const span = spans[at];
        if (span !== undefined && span.first <= page) having.add(span.row);
      }
    }
    return having;
  }
}

/** Spans with few other pages between them are asked for at once: there may be many in wide gaps. */
function nearSpans(spans: readonly Span[]): Span[][] {
  const groups: Span[][] = [];
  for (const span of spans) {
    const before = groups.at(-1)?.at(-1);
    if (before !== undefined && span.first - before.last <= 200) groups.at(-1)?.push(span);
    else groups.push([span]);
  }
  return groups;
}

/** Phrases within alternatives are taken as words. */
function isPhrase(clause: Clause): boolean {
  return clause.what === 'phrase';
}
