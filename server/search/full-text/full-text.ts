import type { SearchAnswer } from '#contract/search.ts';
import { documentOf, type Engine, type Filter } from '../engine.ts';
import { rowsOf } from './clauses.ts';
import { type Counts, countsOf } from './counts.ts';
import { Dictionary } from './dictionary.ts';
import { didYouMean, type Plan, planQuery } from './plan.ts';
import { parseQuery, type Query } from './query.ts';
import { cursorText, inOrder, type Ranked, Ranking, readCursor } from './ranking.ts';
import type { SearchedParts } from './snippet.ts';
import { StrictDocuments } from './strict-documents.ts';

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
  /** What snippets mark; plain data, fit to be sent between threads. */
  searchedParts: SearchedParts;
};

/** So many are looked at to show the best of them. */
const mostPages = 8;

/** Answers from the full text as it is in the file at each call. */
export class FullText {
  readonly #engine: Engine;
  readonly #dictionary: Dictionary;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#dictionary = new Dictionary(engine);
  }

  search(request: TextRequest): TextAnswer {
    this.#engine.begin();
    const { customer_id, language, latest } = request;
    const filter = { customer_id, language, latest };
    const query = parseQuery(request.q);
    const plan = planQuery(query, this.#dictionary);
    const strict = new StrictDocuments(this.#engine, plan);
    const ranking = new Ranking(this.#engine, strict, plan, filter);
    const counts = countsOf(strict, filter, ranking.relaxed);
    const shown = page(request, filter, strict, ranking);
    const notSearched = this.#engine.notSearched(filter);
    const next = shown.length > request.limit ? shown[request.limit - 1] : undefined;
    return {
      ...counts,
      total_is_least: counts.total_is_least || plan.isCut,
      hits: this.#hitsOf(shown.slice(0, request.limit), plan, ranking),
      relaxed: ranking.relaxed.length,
      did_you_mean: didYouMean(request.q, plan),
      words_left_out: query.leftOut,
      scans_not_searched: notSearched('scan'),
      unread: notSearched('unread'),
      unreadable: {
        broken: notSearched('broken'),
        encrypted: notSearched('encrypted'),
        too_large: notSearched('too_large'),
      },
      next: next === undefined ? null : cursorText(next),
      words: wordsOf(query),
      searchedParts: plan.wanted.flatMap(({ clause }, part) =>
        rowsOf(clause).map((row) => ({ part, row })),
      ),
    };
  }

  #hitsOf(shown: readonly Ranked[], { wanted }: Plan, { hits }: Ranking): TextHit[] {
    const facts = this.#engine.factsOf(shown.map(({ row }) => row));
    return shown.map(({ row, tier }) => {
      const lacks = tier === 0 ? wanted.filter((_, clause) => !hits.has(row, clause)) : [];
      const pages = hits.pagesOf(row);
      const { hash = null, text_state } = facts.get(row) ?? {};
      return {
        document_id: documentOf(row),
        pages: pages.slice(0, mostPages),
        pages_found: pages.length,
        lacks: lacks.map(({ written }) => written),
        hash,
        is_scan: text_state === 'scan',
      };
    });
  }
}

/** One more than asked for, to know whether there is a next page: the ranked ones, then the rest. */
function page(
  { after, limit }: TextRequest,
  filter: Filter,
  strict: StrictDocuments,
  { ranked, last }: Ranking,
): Ranked[] {
  const cursor = readCursor(after);
  const most = limit + 1;
  const shown = ranked.filter((one) => cursor === null || inOrder(one, cursor) > 0).slice(0, most);
  if (last === Infinity) return shown;
  const known = new Set(ranked.map(({ row }) => row));
  let from = cursor?.tier === 1 ? Math.max(cursor.row, last) : last;
  while (shown.length < most) {
    const rows = strict.rows(filter, from, most);
    // Below all that were ranked, in the order of their rows.
    for (const row of rows) {
      if (!known.has(row)) shown.push({ row, tier: 1, score: 0, is_latest: 0 });
    }
    if (rows.length < most) break;
    from = rows.at(-1) ?? from;
  }
  return shown.slice(0, most);
}

/** The words of a query, as the viewer's find takes them: without bounds, which no text has. */
function wordsOf({ parts }: Query): string[] {
  const plain = parts.filter((part) => !(part.what === 'value' && part.isBound));
  return [...new Set(plain.filter(({ isExcluded }) => !isExcluded).map(({ written }) => written))];
}
