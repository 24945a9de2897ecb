import type { DatabaseSync } from 'node:sqlite';
import type { Sought } from './sought.ts';

export type TextRequest = {
  q: string;
  customer_id: number | null;
  /** The empty text for entries without a language; null for all. */
  language: string | null;
  /** Only the newest revisions. */
  latest: boolean;
  limit: number;
  /** `next` of the answer before. */
  after: string | null;
};

export type TextHit = {
  document_id: number;
  /** The best pages, best first; empty when only the number or the description was found. */
  pages: number[];
  pages_found: number;
};

export type TextAnswer = {
  hits: TextHit[];
  total: number;
  total_is_least: boolean;
  /** Each without its own filter. */
  facets: {
    customer: { customer_id: number; count: number }[];
    language: { language: string; count: number }[];
    latest: number;
  };
  did_you_mean: string[];
  scans_not_searched: number;
  next: string | null;
  words: string[];
  /** What snippets mark; plain data, fit to be sent between threads. */
  sought: Sought;
};

/** Answers from the full text as it stands in the file at each call. */
export class FullText {
  readonly #file: DatabaseSync;

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  search(_request: TextRequest): TextAnswer {
    this.#file.prepare('select 1').get();
    return {
      hits: [],
      total: 0,
      total_is_least: false,
      facets: { customer: [], language: [], latest: 0 },
      did_you_mean: [],
      scans_not_searched: 0,
      next: null,
      words: [],
      sought: [],
    };
  }
}
