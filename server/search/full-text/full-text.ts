import type { DatabaseSync } from 'node:sqlite';
import { type Counts, countsOf } from './counts.ts';
import { cursorText, readCursor } from './cursor.ts';
import { Dictionary } from './dictionary.ts';
import { didYouMean } from './did-you-mean.ts';
import type { Filter } from './filter.ts';
import { FoundDocuments } from './found-documents.ts';
import { type FoundPages, PageFinder } from './found-pages.ts';
import { IndexReader } from './index-reader.ts';
import { planQuery } from './plan.ts';
import { parseQuery } from './query.ts';
import { type Ranked, byScore, rank, rounded } from './ranking.ts';
import { documentOf } from './rows.ts';
import { type Sought, soughtOf, wordsOf } from './sought.ts';

export type TextRequest = Filter & {
  q: string;
  limit: number;
  /** `next` of the answer before. */
  after: string | null;
};

export type TextHit = {
  document_id: number;
  /** The likely best pages; empty when only the number or the description was found. */
  pages: number[];
  pages_found: number;
};

export type TextAnswer = Counts & {
  hits: TextHit[];
  did_you_mean: string[];
  scans_not_searched: number;
  next: string | null;
  words: string[];
  /** What snippets mark; plain data, fit to be sent between threads. */
  sought: Sought;
};

/** So many are looked at to show the best of them. */
const mostPages = 12;
/** The first documents are ordered anew by how near to each other their words are. */
const mostReordered = 20;
const onOnePage = 3;

/** Answers from the full text as it stands in the file at each call. */
export class FullText {
  readonly #index: IndexReader;
  readonly #dictionary: Dictionary;

  constructor(file: DatabaseSync) {
    this.#index = new IndexReader(file);
    this.#dictionary = new Dictionary(file);
  }

  search(request: TextRequest): TextAnswer {
    const { customer_id, language, latest } = request;
    const filter = { customer_id, language, latest };
    const query = parseQuery(request.q);
    const plan = planQuery(query, this.#dictionary);
    const found = new FoundDocuments(this.#index, plan);
    const finder = new PageFinder(this.#index, plan);
    const { ranked, last } = rank(this.#index, found, plan, filter);
    const pagesOf = remembered((row) => finder.pagesOf(row));
    const ordered = reorder(ranked, pagesOf);
    const shown = this.#page(request, filter, found, ordered, last);
    // After the hits: what phrases may be looked up in is limited.
    const counts = countsOf(found, filter, this.#index.filterValues());
    const next = shown.length > request.limit ? shown[request.limit - 1] : undefined;
    return {
      ...counts,
      total_is_least: counts.total_is_least || plan.isCut || found.isCut,
      hits: shown.slice(0, request.limit).map(({ row }) => hitOf(row, pagesOf(row))),
      did_you_mean: didYouMean(request.q, plan, counts.total),
      scans_not_searched: this.#index.scansWithin(filter),
      next: next === undefined ? null : cursorText(next),
      words: wordsOf(query),
      sought: soughtOf(plan),
    };
  }

  /** One more than asked for, to know whether there is a next page: the ranked ones, then the rest. */
  #page(
    request: TextRequest,
    filter: Filter,
    found: FoundDocuments,
    ordered: readonly Ranked[],
    last: number,
  ): Ranked[] {
    const cursor = readCursor(request.after);
    const limit = request.limit + 1;
    const ranked = ordered.filter((one) => cursor === null || byScore(one, cursor) > 0);
    const isRest = cursor !== null && cursor.score < 0;
    const shown = isRest ? [] : ranked.slice(0, limit);
    const known = new Set(ordered.map(({ row }) => row));
    let after = isRest ? Math.max(cursor.row, last) : last;
    while (shown.length < limit) {
      const rows = found.rows(filter, after, limit);
      // Below all that were ranked, in the order of their rows.
      for (const row of rows) if (!known.has(row)) shown.push({ row, score: restScore });
      if (rows.length < limit) break;
      after = rows.at(-1) ?? after;
    }
    return shown.slice(0, limit);
  }
}

const restScore = -1;

function reorder(ranked: readonly Ranked[], pagesOf: (row: number) => FoundPages): Ranked[] {
  const first = ranked.slice(0, mostReordered);
  const others = ranked.slice(mostReordered);
  // They stay before all others, whose pages were not looked at.
  const floor = others[0]?.score ?? 0;
  const anew = first.map(({ row, score }) => ({
    row,
    score: rounded(Math.max(score, floor) + onOnePage * pagesOf(row).share),
  }));
  return [...anew, ...others].sort(byScore);
}

function remembered(pagesOf: (row: number) => FoundPages): (row: number) => FoundPages {
  const known = new Map<number, FoundPages>();
  return (row) => {
    const pages = known.get(row) ?? pagesOf(row);
    known.set(row, pages);
    return pages;
  };
}

function hitOf(row: number, { pages }: FoundPages): TextHit {
  return {
    document_id: documentOf(row),
    pages: pages.slice(0, mostPages),
    pages_found: pages.length,
  };
}
