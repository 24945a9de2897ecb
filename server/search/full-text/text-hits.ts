import { anyOf, type Engine, lastPageRow, pageRowOf, placeOf } from '../engine.ts';
import { asGoodAsTyped, type Clause, inDocuments, onPages, optionsOf } from './clauses.ts';
import type { Wanted } from './plan.ts';
import { isValueKey } from './values.ts';

// BM25, for each page and for each document; and pairs of words that are near each other (Rasolofo and Savoy, 2003).
const k1 = 1.2;
const b = 0.75;
const nearWithin = 5;
const nearWorth = 1;
/** A page that has all words comes before documents that have them on several. */
const allWorth = 0.5;
/** Words on several pages are worth less than on one. */
const spreadWorth = 0.8;

/** The most positions of words that are read; those of common words only where a rarer one is, too. */
const mostInstances = 10_000;
const mostPages = 5000;
/** Places of a word in a document that has it, as a guess. */
const placesADocument = 4;
/** As many pages are scored with their lengths, and with what is near. */
const mostScored = 500;

/** What was found on a page: how often each clause, and where. Page 0 is the number and the description. */
type Hits = {
  row: number;
  page: number;
  times: number[];
  /** Of each clause the term that is nearest to what was typed; 1 for what was typed. */
  worths: number[];
  places: { offset: number; clause: number }[];
};

/** How much a clause tells: the fewer documents fulfil it, the more. */
export function rarityOf(clause: Clause, documents: number): number {
  const options = optionsOf(clause);
  const good = options.filter(({ worth }) => worth >= asGoodAsTyped);
  const found = sum((good.length > 0 ? good : options).map((one) => one.documents));
  const having = Math.min(clause.what === 'any' ? found : clause.documents, documents);
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5));
}

/** Where the words of a query are, and how well documents fit. */
export class TextHits {
  /** By document: by its best page or as a whole, whichever is better. */
  readonly scores = new Map<number, number>();
  readonly #engine: Engine;
  readonly #wanted: readonly Wanted[];
  readonly #pages = new Map<number, Hits>();
  readonly #ofDocuments: Map<number, Hits[]>;
  /** The clauses of which not all places were read. */
  readonly #common = new Set<number>();

  constructor(engine: Engine, wanted: readonly Wanted[], rarities: readonly number[]) {
    this.#engine = engine;
    this.#wanted = wanted;
    this.#read();
    this.#ofDocuments = Map.groupBy(this.#pages.values(), ({ row }) => row);
    this.#score(rarities);
  }

  /** The pages of a document with the most of the wanted words, in their order. */
  pagesOf(row: number): number[] {
    const clauses = new Map<number, Set<number>>();
    const add = (page: number, clause: number) =>
      clauses.set(page, (clauses.get(page) ?? new Set()).add(clause));
    for (const { page, times } of this.#ofDocuments.get(row) ?? []) {
      if (page > 0) times.forEach((_, clause) => add(page, clause));
    }
    for (const clause of this.#common) {
      for (const page of this.#pagesWith(row, clause)) add(page, clause);
    }
    const most = Math.max(0, ...[...clauses.values()].map(({ size }) => size));
    const pagesWith = (fits: (has: Set<number>) => boolean) =>
      [...clauses].flatMap(([page, has]) => (fits(has) ? [page] : [])).sort((one, z) => one - z);
    const best = pagesWith(({ size }) => size === most);
    // A value is shown where it is, also if the other words are on other pages.
    const values = pagesWith((has) => [...has].some((clause) => this.#isValue(clause)));
    const isShown = values.length === 0 || values.some((page) => best.includes(page));
    return isShown ? best : [...values.slice(0, 2), ...best];
  }

  #isValue(clause: number): boolean {
    const wanted = this.#wanted[clause];
    return wanted !== undefined && optionsOf(wanted.clause).some(({ term }) => isValueKey(term));
  }

  /** Whether a document has what a clause wants. */
  has(row: number, clause: number): boolean {
    const wanted = this.#wanted[clause]?.clause;
    const isRead = this.#ofDocuments.get(row)?.some(({ times }) => times[clause] !== undefined);
    // Of `02091 C 71` the `C` alone may have been read.
    if (wanted === undefined || (isRead && wanted.what !== 'either')) return isRead ?? false;
    const isAsked = isRead || this.#common.has(clause);
    const match = isAsked ? inDocuments(wanted, '', isRead ? 0 : asGoodAsTyped) : null;
    return match !== null && this.#engine.hasDocument(match, row);
  }

  #pagesWith(row: number, clause: number): number[] {
    const wanted = this.#wanted[clause];
    const match = wanted === undefined ? null : onPages(wanted.clause, asGoodAsTyped);
    if (match === null) return [];
    const [from, to] = [pageRowOf(row, 1), pageRowOf(row + 1, 0) - 1];
    return this.#engine.pages(match, from, to, to - from).map((pageRow) => placeOf(pageRow).page);
  }

  #score(rarities: readonly number[]): void {
    const totals = this.#engine.totals();
    const best = [...this.#pages]
      .filter(([, { page }]) => page > 0)
      .map(([pageRow, hits]) => ({ pageRow, hits, score: bm25(hits, rarities, 1) }))
      .sort((one, other) => other.score - one.score || one.pageRow - other.pageRow)
      .slice(0, mostScored);
    const lengths = this.#engine.lengthsOf(best.map(({ pageRow }) => pageRow));
    const mean = totals.words / Math.max(1, totals.pages - totals.documents);
    for (const { pageRow, hits } of best) {
      const length = (lengths.get(pageRow) ?? mean) / mean;
      const near = nearWorth * nearness(hits, rarities, length);
      const hasAll = hits.times.filter(Boolean).length === rarities.length;
      this.#raise(
        hits.row,
        bm25(hits, rarities, length) + near + (hasAll ? allWorth * sum(rarities) : 0),
      );
    }
    const onSeveral = [...this.scores.keys()].flatMap((row) => {
      const hits = this.#ofDocuments.get(row)?.filter(({ page }) => page > 0) ?? [];
      return hits.length < 2 ? [] : [{ row, hits }];
    });
    const facts = this.#engine.factsOf(onSeveral.map(({ row }) => row));
    const meanOfDocuments = totals.words / Math.max(1, totals.documents);
    for (const { row, hits } of onSeveral) {
      const times = rarities.map((_, at) => sum(hits.map((one) => one.times[at] ?? 0)));
      const worths = rarities.map((_, at) => Math.max(...hits.map((one) => one.worths[at] ?? 0)));
      const length = (facts.get(row)?.words ?? meanOfDocuments) / meanOfDocuments;
      const near = hits.map((one) => nearness(one, rarities, 1));
      const score = bm25({ times, worths }, rarities, length) + nearWorth * Math.max(...near);
      this.#raise(row, spreadWorth * score);
    }
  }

  #raise(row: number, score: number): void {
    this.scores.set(row, Math.max(this.scores.get(row) ?? 0, score));
  }

  /** Of words that are too common it is only known where a rarer one is. */
  #read(): void {
    const rarestFirst = this.#wanted
      .map(({ clause }, at) => ({ clause, at }))
      .sort((one, other) => one.clause.documents - other.clause.documents);
    let left = mostInstances;
    const read: string[] = [];
    for (const { clause, at } of rarestFirst) {
      const isCommon = clause.documents * placesADocument > left;
      if (isCommon) this.#common.add(at);
      const match = onPages(clause, isCommon ? asGoodAsTyped : 0);
      if (match === null) continue;
      const others = isCommon ? anyOf(read) : null;
      if (others !== null || clause.what === 'phrase') {
        const both = others === null ? match : `${match} AND ${others}`;
        const pages = this.#engine.pages(both, 0, lastPageRow, mostPages);
        for (const pageRow of pages) this.#add(pageRow, at, 1, -1);
      } else {
        const count = this.#readInstances(clause, at, left);
        if (count >= left) this.#common.add(at);
        left -= count;
      }
      if (!isCommon || read.length === 0) read.push(match);
    }
  }

  #readInstances(clause: Clause, at: number, most: number): number {
    let count = 0;
    for (const { term, worth } of optionsOf(clause)) {
      if (count >= most) break;
      for (const { pageRow, offset } of this.#engine.instances(term, most - count)) {
        this.#add(pageRow, at, worth, offset);
        count++;
      }
    }
    return count;
  }

  #add(pageRow: number, clause: number, worth: number, offset: number): void {
    let hits = this.#pages.get(pageRow);
    if (hits === undefined) {
      this.#pages.set(pageRow, (hits = { ...placeOf(pageRow), times: [], worths: [], places: [] }));
    }
    hits.times[clause] = (hits.times[clause] ?? 0) + worth;
    hits.worths[clause] = Math.max(hits.worths[clause] ?? 0, worth);
    if (offset >= 0) hits.places.push({ offset, clause });
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

/** `length`: as a part of the mean. */
function bm25(
  { times, worths }: Pick<Hits, 'times' | 'worths'>,
  rarities: readonly number[],
  length: number,
): number {
  const k = k1 * (1 - b + b * length);
  return rarities.reduce((all, rarity, at) => {
    const many = times[at] ?? 0;
    return all + (rarity * (worths[at] ?? 0) * many * (k1 + 1)) / (many + k);
  }, 0);
}

function nearness({ places }: Hits, rarities: readonly number[], length: number): number {
  if (rarities.length < 2) return 0;
  const inOrder = places.toSorted((one, other) => one.offset - other.offset);
  const sums = new Map<number, number>();
  for (const [at, { offset, clause }] of inOrder.entries()) {
    const before = inOrder[at - 1];
    if (before === undefined || before.clause === clause) continue;
    const distance = Math.max(1, offset - before.offset);
    if (distance > nearWithin) continue;
    const add = (to: number, other: number) =>
      sums.set(to, (sums.get(to) ?? 0) + (rarities[other] ?? 0) / distance ** 2);
    add(clause, before.clause);
    add(before.clause, clause);
  }
  const k = k1 * (1 - b + b * length);
  return [...sums].reduce(
    (all, [clause, near]) =>
      all + (Math.min(1, rarities[clause] ?? 0) * near * (k1 + 1)) / (near + k),
    0,
  );
}
