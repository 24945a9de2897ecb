import type { IndexReader } from './index-reader.ts';
import { asGoodAsTyped, pageMatchOf } from './match.ts';
import type { Plan } from './plan.ts';

export type FoundPages = {
  /** Those with the most of the words, in their order. */
  pages: number[];
  /** Which part of the words the best page has, from 0 to 1. */
  share: number;
};

/** The pages of documents on which a plan's words are. */
export class PageFinder {
  readonly #index: IndexReader;
  readonly #matches: { typed: string | null; like: string | null }[];

  constructor(index: IndexReader, plan: Plan) {
    this.#index = index;
    this.#matches = plan.clauses.map((clause) => ({
      typed: pageMatchOf(clause, asGoodAsTyped),
      like: pageMatchOf(clause),
    }));
  }

  pagesOf(row: number): FoundPages {
    const [span] = this.#index.spans([row]);
    if (span === undefined) return { pages: [], share: 0 };
    const clausesOf = new Map<number, number>();
    for (const match of this.#matches) {
      for (const page of this.#pagesWith(match, span.first, span.last)) {
        clausesOf.set(page, (clausesOf.get(page) ?? 0) + 1);
      }
    }
    const most = Math.max(0, ...clausesOf.values());
    const best = [...clausesOf].filter(([, clauses]) => clauses === most);
    const pages = best.map(([page]) => page - span.first + 1).sort((a, b) => a - b);
    return { pages, share: most / this.#matches.length };
  }

  /** What is only like the word counts where the word itself is nowhere. */
  #pagesWith(
    { typed, like }: { typed: string | null; like: string | null },
    first: number,
    last: number,
  ): number[] {
    const pages = typed === null ? [] : this.#index.pages(typed, first, last);
    if (pages.length > 0 || like === null || like === typed) return pages;
    return this.#index.pages(like, first, last);
  }
}
