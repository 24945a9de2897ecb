import { type Clause, idsOf, type PhraseClause } from './clauses.ts';
import { pagesWithPhrase, phraseBytes, TermFinder } from './document-stream.ts';
import type { IndexReader } from './index-reader.ts';
import { asGoodAsTyped } from './match.ts';
import type { Plan } from './plan.ts';

export type FoundPages = {
  /** Those with the most of the words; first where these are most often. */
  pages: number[];
  /** Which part of the words the best page has, from 0 to 1. */
  share: number;
};

/** The pages of documents on which a plan's words are. */
export class PageFinder {
  readonly #index: IndexReader;
  readonly #terms: TermFinder;
  readonly #clauses: { typed: PagesIn; like: PagesIn }[];

  constructor(index: IndexReader, { clauses }: Plan) {
    this.#index = index;
    this.#terms = new TermFinder(new Set(clauses.flatMap(idsOf)));
    this.#clauses = clauses.map((clause) => ({
      typed: pagesOf(clause, asGoodAsTyped),
      like: pagesOf(clause, 0),
    }));
  }

  pagesOf(row: number): FoundPages {
    const stream = this.#index.stream(row);
    if (stream === null) return { pages: [], share: 0 };
    const document = { stream, pagesOfTerms: this.#terms.pagesIn(stream) };
    const clausesOf = new Map<number, number>();
    for (const { typed, like } of this.#clauses) {
      const found = typed(document);
      // What is only like the word counts where the word itself is nowhere.
      for (const page of found.length > 0 ? found : like(document)) {
        clausesOf.set(page, (clausesOf.get(page) ?? 0) + 1);
      }
    }
    const most = Math.max(0, ...clausesOf.values());
    const best = [...clausesOf].filter(([, clauses]) => clauses === most);
    const times = timesByPage(document);
    const pages = best
      .map(([page]) => page)
      .sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0) || a - b);
    return { pages, share: most / this.#clauses.length };
  }
}

/** Which pages of a document fulfil a clause, each once. */
type PagesIn = (document: ReadDocument) => number[];
type ReadDocument = { stream: Uint8Array; pagesOfTerms: TermPages };
type TermPages = ReadonlyMap<number, ReadonlyMap<number, number>>;

function timesByPage({ pagesOfTerms }: ReadDocument): Map<number, number> {
  const times = new Map<number, number>();
  for (const pages of pagesOfTerms.values()) {
    for (const [page, count] of pages) times.set(page, (times.get(page) ?? 0) + count);
  }
  return times;
}

function pagesOf(clause: Clause, leastWorth: number): PagesIn {
  if (clause.what === 'phrase') {
    const pages = pagesOfPhrase(clause);
    return ({ stream }) => pages(stream);
  }
  if (clause.what === 'any') {
    const options = clause.options.filter(({ worth }) => worth >= leastWorth);
    const ids = new Set(options.map(({ id }) => id));
    return ({ pagesOfTerms }) => {
      const having = [...pagesOfTerms]
        .filter(([id]) => ids.has(id))
        .map(([, pages]) => [...pages.keys()]);
      return having.length === 1 ? (having[0] ?? []) : [...new Set(having.flat())];
    };
  }
  const one = pagesOf(clause.one, leastWorth);
  const all = clause.all.map((inner) => pagesOf(inner, leastWorth));
  return (document) => [...new Set([...one(document), ...onAll(all, document)])];
}

/** How the pages are found on which the words of a phrase follow each other. */
export function pagesOfPhrase({ ids }: PhraseClause): (stream: Uint8Array) => number[] {
  const phrase = phraseBytes(ids);
  return (stream) => (phrase === null ? [] : pagesWithPhrase(stream, phrase));
}

function onAll(all: readonly PagesIn[], document: ReadDocument): number[] {
  const [first, ...others] = all.map((pages) => pages(document));
  return others.reduce((left, pages) => left.filter((page) => pages.includes(page)), first ?? []);
}
