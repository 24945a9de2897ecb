import type { Clause, PhraseClause } from './clauses.ts';
import { phraseBytes } from './document-stream.ts';
import type { Filter } from './filter.ts';
import { pagesOfPhrase } from './found-pages.ts';
import type { IndexReader, TextKind } from './index-reader.ts';
import { allOf, anyOf, matchOf } from './match.ts';
import type { Plan } from './plan.ts';
import type { Match, PostingsReader } from './postings-reader.ts';

/** Documents whose phrases are looked up at once: few at first, as mostly the first are enough. */
const firstPortion = 64;
const mostPortion = 4096;

/**
 * Common words that hardly ever follow each other: so many bytes of documents are looked through (about
 * ten thousand pages), the newest first.
 */
const mostRead = 8_000_000;

const mostFirst = 1000;
/** Phrases have to be looked up on their pages. */
const mostFirstWithPhrases = 200;

/** What documents have besides: a match that stands for one of the plan's clauses, or for none. */
export type Besides = { match: Match; clause: Clause | null };

/** The documents that fulfil a plan, in the order of their rows: the newest first. */
export class FoundDocuments {
  readonly #index: IndexReader;
  readonly #postings: PostingsReader;
  readonly #plan: Plan;
  /** Whether words have to follow each other, which only pages know. */
  readonly hasPhrases: boolean;
  /** How one of the phrases is written that has to be there; empty when there is none. */
  readonly #phrase: Uint8Array;
  readonly #wanted: ReturnType<typeof pagesOfPhrase>[];
  readonly #unwanted: ReturnType<typeof pagesOfPhrase>[];
  /** Bytes of documents in which phrases were looked up. */
  #read = 0;
  readonly #first = new Map<string, number[]>();
  readonly #kinds = new Map<string, (TextKind | null)[]>();
  /** By row: whether its phrases are there. */
  readonly #known = new Map<number, boolean>();

  constructor(index: IndexReader, plan: Plan) {
    this.#index = index;
    this.#postings = index.postings();
    this.#plan = plan;
    const phrases = plan.clauses.filter(isPhrase);
    this.#phrase = phraseBytes(phrases[0]?.ids ?? []) ?? new Uint8Array();
    this.#wanted = phrases.map(pagesOfPhrase);
    this.#unwanted = plan.excluded.filter(isPhrase).map(pagesOfPhrase);
    this.hasPhrases = this.#wanted.length + this.#unwanted.length > 0;
  }

  /** Not all documents could be looked at: there may be more than were found. */
  get isCut(): boolean {
    return this.#read > mostRead;
  }

  /** The match of all words that have to be in a document; null when nothing can be found. */
  matchOf(filter: Filter, besides: Besides | null = null): Match | null {
    const { clauses, excluded } = this.#plan;
    if (clauses.length === 0) return null;
    const wanted = allOf([
      ...clauses.map((clause) => (clause === besides?.clause ? besides.match : matchOf(clause))),
      ...this.#index.wordsOfFilter(filter),
      ...(besides?.clause === null ? [besides.match] : []),
    ]);
    const unwanted = anyOf(
      excluded.filter((clause) => !isPhrase(clause)).map((clause) => matchOf(clause)),
    );
    return wanted === null || unwanted === null ? wanted : { wanted, unwanted };
  }

  /** Further is not counted, nor ranked. */
  get mostFirst(): number {
    return this.hasPhrases ? mostFirstWithPhrases : mostFirst;
  }

  /** The first rows of all: read once, for all that is done with them. */
  first(filter: Filter): number[] {
    const key = JSON.stringify(filter);
    const rows = this.#first.get(key) ?? this.rows(filter, 0, this.mostFirst);
    this.#first.set(key, rows);
    return rows;
  }

  /** Of what kinds these are. */
  kindsOfFirst(filter: Filter): (TextKind | null)[] {
    const key = JSON.stringify(filter);
    const kinds = this.#kinds.get(key) ?? this.#index.kindsOf(this.first(filter));
    this.#kinds.set(key, kinds);
    return kinds;
  }

  /** The first rows after one. */
  rows(filter: Filter, after: number, limit: number): number[] {
    const match = this.matchOf(filter);
    if (match === null) return [];
    if (!this.hasPhrases) return this.#postings.rows(match, after, limit);
    const found: number[] = [];
    let last = after;
    for (let size = firstPortion; found.length < limit; size = Math.min(size * 2, mostPortion)) {
      const portion = this.#postings.rows(match, last, size);
      found.push(...this.withPhrases(portion));
      last = portion.at(-1) ?? last;
      if (portion.length < size || this.isCut) break;
    }
    return found.slice(0, limit);
  }

  /** The first rows that have something besides; their phrases are not looked up. */
  rowsHaving(besides: Besides, filter: Filter, limit: number): number[] {
    const match = this.matchOf(filter, besides);
    return match === null ? [] : this.#postings.rows(match, 0, limit);
  }

  /** Those of the rows in which the words of each phrase follow each other. */
  withPhrases(rows: readonly number[]): number[] {
    if (!this.hasPhrases) return [...rows];
    this.#lookUp(rows.filter((row) => !this.#known.has(row)));
    return rows.filter((row) => this.#known.get(row));
  }

  /** SQLite tells where the phrase may be: what it hands over has to be tidied up again. */
  #lookUp(rows: readonly number[]): void {
    for (const { row, bytes, hasPhrase } of this.#index.streamsWith(rows, this.#phrase)) {
      if (this.isCut) return;
      this.#read += bytes;
      this.#known.set(row, hasPhrase && this.#fulfils(row));
    }
  }

  /** Whether each phrase that has to be in a document is, and none that must not be. */
  #fulfils(row: number): boolean {
    const stream = this.#index.stream(row);
    if (stream === null) return false;
    return (
      this.#wanted.every((pages) => pages(stream).length > 0) &&
      this.#unwanted.every((pages) => pages(stream).length === 0)
    );
  }
}

/** Phrases within alternatives are taken as words. */
function isPhrase(clause: Clause): clause is PhraseClause {
  return clause.what === 'phrase';
}
