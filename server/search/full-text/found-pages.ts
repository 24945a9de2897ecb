import type { Clause } from './clauses.ts';
import { pagesWithAny, pagesWithPhrase, phraseBytes } from './document-stream.ts';
import type { IndexReader } from './index-reader.ts';
import { asGoodAsTyped } from './match.ts';
import type { Plan } from './plan.ts';

export type FoundPages = {
  /** Those with the most of the words, in their order. */
  pages: number[];
  /** Which part of the words the best page has, from 0 to 1. */
  share: number;
};

/** Which pages of a document fulfil something. */
export type PagesIn = (stream: Uint8Array) => number[];

/** The pages of documents on which a plan's words are. */
export class PageFinder {
  readonly #index: IndexReader;
  readonly #clauses: { typed: PagesIn; like: PagesIn }[];

  constructor(index: IndexReader, plan: Plan) {
    this.#index = index;
    this.#clauses = plan.clauses.map((clause) => ({
      typed: pagesOf(clause, asGoodAsTyped),
      like: pagesOf(clause),
    }));
  }

  pagesOf(row: number): FoundPages {
    const stream = this.#index.stream(row);
    if (stream === null) return { pages: [], share: 0 };
    const clausesOf = new Map<number, number>();
    for (const { typed, like } of this.#clauses) {
      const found = typed(stream);
      // What is only like the word counts where the word itself is nowhere.
      for (const page of found.length > 0 ? found : like(stream)) {
        clausesOf.set(page, (clausesOf.get(page) ?? 0) + 1);
      }
    }
    const most = Math.max(0, ...clausesOf.values());
    const best = [...clausesOf].filter(([, clauses]) => clauses === most);
    const pages = best.map(([page]) => page).sort((a, b) => a - b);
    return { pages, share: most / this.#clauses.length };
  }
}

/** How the pages are found on which a clause is fulfilled; the words of a phrase have to follow each other. */
export function pagesOf(clause: Clause, leastWorth = 0): PagesIn {
  if (clause.what === 'phrase') {
    const phrase = phraseBytes(clause.ids);
    return (stream) => (phrase === null ? [] : pagesWithPhrase(stream, phrase));
  }
  if (clause.what === 'any') {
    const options = clause.options.filter(({ worth }) => worth >= leastWorth);
    const ids = new Set(options.map(({ id }) => id));
    return (stream) => (ids.size === 0 ? [] : pagesWithAny(stream, ids));
  }
  const one = pagesOf(clause.one, leastWorth);
  const all = clause.all.map((inner) => pagesOf(inner, leastWorth));
  return (stream) => [...new Set([...one(stream), ...onAll(all, stream)])];
}

function onAll(all: readonly PagesIn[], stream: Uint8Array): number[] {
  const [first, ...others] = all.map((pages) => pages(stream));
  return others.reduce((left, pages) => left.filter((page) => pages.includes(page)), first ?? []);
}
