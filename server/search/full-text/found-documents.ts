import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clause } from './clauses.ts';
import { type Filter, matchesOfFilter } from './filter.ts';
import { allOf, anyOf, matchOf, pageMatchOf } from './match.ts';
import type { Plan } from './plan.ts';

/** Documents whose phrases are looked up at once: few at first, as mostly the first are enough. */
const firstPortion = 64;
const mostPortion = 8192;

/** The documents that fulfil a plan, in the order of their rows: the newest first. */
export class FoundDocuments {
  readonly #rows: StatementSync;
  readonly #pages: StatementSync;
  readonly #pagesOf: StatementSync;
  readonly #plan: Plan;

  constructor(file: DatabaseSync, plan: Plan) {
    this.#plan = plan;
    this.#rows = file.prepare(
      'select rowid as row from text_words where text_words match ? and rowid > ? limit ?',
    );
    this.#pages = file.prepare(
      'select rowid as page from text_pages where text_pages match ? and rowid between ? and ?',
    );
    this.#pagesOf = file.prepare(
      `select row, first_page, pages from json_each(?) as found
       cross join text_documents on text_documents.row = found.value
       where pages > 0 order by first_page`,
    );
  }

  /** The match of all that has to be in a document; null when nothing can be found. */
  matchOf(filter: Filter, feature: string | null = null): string | null {
    const { clauses, excluded } = this.#plan;
    const wanted = allOf([
      ...clauses.map((clause) => matchOf(clause)),
      ...matchesOfFilter(filter),
      ...(feature === null ? [] : [feature]),
    ]);
    if (wanted === null || clauses.length === 0) return null;
    const unwanted = anyOf(excluded.filter(isWords).map((clause) => matchOf(clause)));
    return unwanted === null ? wanted : `${wanted} NOT ${unwanted}`;
  }

  /** The first rows after one; `feature` is what they have besides. */
  rows(filter: Filter, after: number, limit: number, feature: string | null = null): number[] {
    const match = this.matchOf(filter, feature);
    if (match === null) return [];
    if (!this.needsPages) return this.#rowsOf(match, after, limit);
    const found: number[] = [];
    let last = after;
    for (let size = firstPortion; found.length < limit; size = Math.min(size * 2, mostPortion)) {
      const portion = this.#rowsOf(match, last, size);
      found.push(...this.#withPhrases(portion));
      last = portion.at(-1) ?? last;
      if (portion.length < size) break;
    }
    return found.slice(0, limit);
  }

  /** Whether words have to follow each other, which only pages know. */
  get needsPages(): boolean {
    const { clauses, excluded } = this.#plan;
    return [...clauses, ...excluded].some((clause) => phrasesOf(clause).length > 0);
  }

  #rowsOf(match: string, after: number, limit: number): number[] {
    return this.#rows.all(match, after, limit).map(({ row }) => Number(row));
  }

  #withPhrases(rows: number[]): number[] {
    const { clauses, excluded } = this.#plan;
    let left = rows;
    for (const phrase of clauses.flatMap(phrasesOf)) {
      const having = this.#having(phrase, left);
      left = left.filter((row) => having.has(row));
    }
    for (const phrase of excluded.flatMap(phrasesOf)) {
      const having = this.#having(phrase, left);
      left = left.filter((row) => !having.has(row));
    }
    return left;
  }

  /** Which of the rows have a phrase. */
  #having(phrase: Clause, rows: number[]): Set<number> {
    const match = pageMatchOf(phrase);
    if (match === null || rows.length === 0) return new Set();
    const spans = this.#pagesOf.all(JSON.stringify(rows)).map((span) => ({
      row: Number(span['row']),
      first: Number(span['first_page']),
      last: Number(span['first_page']) + Number(span['pages']) - 1,
    }));
    const having = new Set<number>();
    for (const near of nearSpans(spans)) {
      const pages = this.#pages.all(match, near[0]?.first ?? 0, near.at(-1)?.last ?? 0);
      let at = 0;
      for (const { page } of pages) {
        while ((near[at]?.last ?? Infinity) < Number(page)) at++;
        const span = near[at];
        if (span !== undefined && span.first <= Number(page)) having.add(span.row);
      }
    }
    return having;
  }
}

type Span = { row: number; first: number; last: number };

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

/** The phrases that have to be there whatever else is; those of alternatives are taken as words. */
function phrasesOf(clause: Clause): Clause[] {
  return clause.what === 'phrase' ? [clause] : [];
}

function isWords(clause: Clause): boolean {
  return clause.what !== 'phrase';
}
