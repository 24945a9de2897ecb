import type { DatabaseSync, StatementSync } from 'node:sqlite';
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
  readonly #pages: StatementSync;
  readonly #rowsOf: StatementSync;
  readonly #matches: { typed: string | null; like: string | null }[];

  constructor(file: DatabaseSync, plan: Plan) {
    this.#pages = file.prepare(
      'select rowid as row from text_pages where text_pages match ? and rowid between ? and ?',
    );
    this.#rowsOf = file.prepare('select first_page, pages from text_documents where row = ?');
    this.#matches = plan.clauses.map((clause) => ({
      typed: pageMatchOf(clause, asGoodAsTyped),
      like: pageMatchOf(clause),
    }));
  }

  pagesOf(row: number): FoundPages {
    const clausesOf = new Map<number, number>();
    const found = this.#rowsOf.get(row);
    const first = Number(found?.['first_page'] ?? 0);
    const last = first + Number(found?.['pages'] ?? 0) - 1;
    for (const { typed, like } of this.#matches) {
      const asTyped = this.#pagesWith(typed, first, last);
      const pages =
        asTyped.length > 0 || typed === like ? asTyped : this.#pagesWith(like, first, last);
      for (const page of pages) clausesOf.set(page, (clausesOf.get(page) ?? 0) + 1);
    }
    const most = Math.max(0, ...clausesOf.values());
    const pages = [...clausesOf].filter(([, clauses]) => clauses === most).map(([page]) => page);
    return { pages: pages.sort((a, b) => a - b), share: most / this.#matches.length };
  }

  #pagesWith(match: string | null, first: number, last: number): number[] {
    if (match === null || last < first) return [];
    return this.#pages.all(match, first, last).map(({ row }) => Number(row) - first + 1);
  }
}
