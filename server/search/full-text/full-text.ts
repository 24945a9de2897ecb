import type { SearchAnswer } from '#contract/search.ts';
import type { Engine, Facts, Filter } from '../engine.ts';
import { allOf } from '../expressions.ts';
import type { Clause } from './clauses.ts';
import { type Counts, countsOf } from './counts.ts';
import { Dictionary } from './dictionary.ts';
import { didYouMean, planQuery } from './plan.ts';
import { parseQuery, type Query } from './query.ts';
import { type Ranked, ranked } from './ranking.ts';
import type { SearchedParts } from './snippet.ts';
import { StrictEntries } from './strict-entries.ts';

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
  /** The words of the query that the document does not have. */
  lacks: string[];
  /** Which content of the document is in the index. */
  hash: string | null;
  is_scan: boolean;
};

export type TextAnswer = Counts & {
  hits: TextHit[];
  /** How many documents follow that have only some of the words; they are not in `total`. */
  relaxed: number;
  did_you_mean: string[];
  words_left_out: number;
  scans_not_searched: number;
  /** Documents whose PDF is not read yet. */
  unread: number;
  unreadable: SearchAnswer['unreadable'];
  next: string | null;
  words: string[];
  /** What of the query may be the number of a document, as it was typed. */
  numbers: string[];
  /** What snippets mark; plain data, fit to be sent between threads. */
  searchedParts: SearchedParts;
};

/** So many are looked at to show the best of them. */
const mostPages = 8;
const mostOfValues = 2;

/** Answers from the full text as it is in the file at each call. */
export class FullText {
  readonly #engine: Engine;
  readonly #dictionary: Dictionary;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#dictionary = new Dictionary(engine.file);
  }

  search(request: TextRequest): TextAnswer {
    this.#dictionary.begin();
    const { customer_id, language, latest, limit } = request;
    const filter = { customer_id, language, latest };
    const query = parseQuery(request.q);
    const plan = planQuery(query, this.#dictionary);
    const strict = new StrictEntries(this.#engine, plan);
    const best = ranked(this.#engine, strict, plan.wanted, query, filter);
    const relaxed = best.flatMap(({ row, isStrict }) => (isStrict ? [] : [row]));
    const relaxedFacts = this.#engine.factsOf(relaxed);
    const isCut = plan.wanted.some((clause) => clause.isCut);
    const from = placeIn(request.after);
    const shown = best.slice(from, from + limit + 1);
    if (relaxed.length === 0) {
      // Below all that were ranked the others, newest first.
      const known = new Set(best.map(({ row }) => row));
      const rest = strict.rows(filter, from + limit + 1 + known.size);
      const others = rest.filter((row) => !known.has(row)).map((row) => ({ row, isStrict: true }));
      const after = Math.max(0, from - best.length);
      shown.push(...others.slice(after, after + limit + 1 - shown.length));
    }
    const notSearched = this.#engine.notSearched(filter);
    return {
      ...countsOf(strict.counted(), filter, relaxedFacts, isCut),
      hits: this.#hitsOf(shown.slice(0, limit), plan.wanted),
      relaxed: relaxed.length,
      did_you_mean: didYouMean(request.q, plan),
      words_left_out: query.leftOut,
      scans_not_searched: notSearched('scan'),
      unread: notSearched('unread'),
      unreadable: {
        broken: notSearched('broken'),
        encrypted: notSearched('encrypted'),
        too_large: notSearched('too_large'),
      },
      next: shown.length > limit ? String(from + limit) : null,
      words: wordsOf(query),
      numbers: plan.wanted
        .filter(({ written, isValue }) => /\p{Nd}/u.test(written) && !isValue)
        .map(({ written }) => written),
      searchedParts: plan.wanted.flatMap(({ rows }, part) => rows.map((row) => ({ part, row }))),
    };
  }

  #hitsOf(shown: readonly Ranked[], clauses: readonly Clause[]): TextHit[] {
    const facts = this.#engine.factsOf(shown.map(({ row }) => row));
    const byRow = new Map(facts.map((one) => [one.row, one]));
    return shown.flatMap(({ row, isStrict }) => {
      const entry = byRow.get(row);
      if (entry === undefined) return [];
      const lacks = isStrict ? [] : clauses.filter((clause) => !this.#has(entry, clause));
      const pages = this.#pagesOf(entry.content, clauses);
      return {
        document_id: row,
        pages: pages.slice(0, mostPages),
        pages_found: pages.length,
        lacks: lacks.map(({ written }) => written),
        hash: entry.hash,
        is_scan: entry.is_scan === 1,
      };
    });
  }

  /** Whether an entry has what a clause wants, in its text, number or title. */
  #has({ row, content }: Facts, { inEntries, inContents, isPhrase, onPages }: Clause): boolean {
    if (inEntries !== null && this.#engine.has('entry_tokens', inEntries, row)) return true;
    if (content === null || inContents === null) return false;
    if (!this.#engine.has('content_tokens', inContents, content)) return false;
    return !isPhrase || this.#engine.pagesOf(content, onPages ?? '').length > 0;
  }

  /** The pages with the most of what is wanted, after those with a value. */
  #pagesOf(content: number | null, clauses: readonly Clause[]): number[] {
    const of = (match: string | null) =>
      content === null || match === null ? [] : this.#engine.pagesOf(content, match);
    const all = of(allOf(clauses.map(({ onPages }) => onPages)));
    if (all.length > 0) return all;
    const found = clauses.map((clause) => ({ clause, pages: of(clause.onPages) }));
    const counts = new Map<number, number>();
    for (const page of found.flatMap(({ pages }) => pages)) {
      counts.set(page, (counts.get(page) ?? 0) + 1);
    }
    const most = Math.max(...counts.values());
    const best = [...counts].flatMap(([page, count]) => (count === most ? [page] : []));
    const values = found.flatMap(({ clause, pages }) => (clause.isValue ? pages : []));
    const isShown = values.length === 0 || values.some((page) => best.includes(page));
    return [...(isShown ? [] : values.slice(0, mostOfValues)), ...best.sort((a, z) => a - z)];
  }
}

/** The place of the first hit of a page of results; 0 for what is no cursor of ours. */
function placeIn(cursor: string | null): number {
  return /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : 0;
}

/** The words of a query, as the viewer's find takes them: without bounds, which no text has. */
function wordsOf({ parts }: Query): string[] {
  const plain = parts.filter((part) => !(part.what === 'value' && part.isBound));
  return [...new Set(plain.filter(({ isExcluded }) => !isExcluded).map(({ written }) => written))];
}
