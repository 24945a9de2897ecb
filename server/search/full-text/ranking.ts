import { type Engine, type Facts, type Filter, inNumber, inTitle, quoted } from '../engine.ts';
import { asGoodAsTyped, inDocuments } from './clauses.ts';
import type { Plan } from './plan.ts';
import { isWithin, type StrictDocuments } from './strict-documents.ts';
import { rarityOf, TextHits } from './text-hits.ts';

/** `tier`: 2 has all words, 1 too, but was not scored, 0 has only some of them. */
export type Ranked = { row: number; tier: 0 | 1 | 2; score: number; is_latest: number };

/** Of the documents with all words the newest that are put in order. */
const mostNewest = 500;
/** Where fewer documents have all words, others with most of them follow. */
const fewStrict = 10;
const mostRelaxed = 200;
/** The most documents with a word in their number or description that are scored. */
const mostLabelled = 1000;
/** Besides the newest documents these many of the best are looked at. */
const mostBest = 50;

// A word in a number is worth more than in a description, and there more than in the text, where it is at most k1 + 1.
const worth = {
  wholeNumber: 1000,
  inNumber: { typed: 8, like: 5.5 },
  inTitle: { typed: 2.5, like: 1 },
  /** A few words name a thing, and its description has them; a question describes it. */
  inTitleOfQuestion: { typed: 1, like: 0.5 },
};
const mostNaming = 3;

export class Ranking {
  readonly ranked: Ranked[];
  readonly hits: TextHits;
  readonly #engine: Engine;
  readonly #facts = new Map<number, Facts>();
  /** The last of the newest documents with all words, after which no other was looked at. */
  readonly last: number;

  constructor(engine: Engine, strict: StrictDocuments, plan: Plan, filter: Filter) {
    this.#engine = engine;
    const { documents } = engine.totals();
    const rarities = plan.wanted.map(({ clause }) => rarityOf(clause, documents));
    const newest = strict.rows(filter, -1, mostNewest);
    this.last = newest.length < mostNewest ? Infinity : (newest.at(-1) ?? Infinity);
    this.hits = new TextHits(engine, plan.wanted, rarities);
    const scores = new Map(this.hits.scores);
    this.#addLabels(scores, plan, rarities);
    const byScore = [...scores]
      .sort(([a, one], [z, other]) => other - one || a - z)
      .map(([row]) => row);
    const known = new Set(newest);
    const best =
      this.last === Infinity
        ? []
        : byScore
            .filter((row) => !known.has(row))
            .slice(0, mostBest)
            .filter((row) => strict.has(filter, row));
    const all = [...newest, ...best];
    for (const row of best) known.add(row);
    const others = newest.length < fewStrict ? byScore.filter((row) => !known.has(row)) : [];
    this.#readFacts([...all, ...others]);
    const within = others.filter((row) => this.#isWithin(filter, row)).slice(0, 2 * mostRelaxed);
    const relaxed = within.filter((row) => !strict.isExcluded(row)).slice(0, mostRelaxed);
    const of = (rows: readonly number[], tier: 0 | 2) => this.#withRevisions(rows, tier, scores);
    this.ranked = [...of(all, 2), ...of(relaxed, 0)].sort(inOrder);
  }

  /** The documents that have only some of the words. */
  get relaxed(): Facts[] {
    return this.ranked
      .filter(({ tier }) => tier === 0)
      .flatMap(({ row }) => this.#facts.get(row) ?? []);
  }

  #addLabels(scores: Map<number, number>, plan: Plan, rarities: readonly number[]): void {
    const add = (match: string | null, points: number) => {
      if (match === null) return;
      for (const row of this.#engine.documents(match, -1, mostLabelled)) {
        scores.set(row, (scores.get(row) ?? 0) + points);
      }
    };
    const isQuestion = plan.wanted.length > mostNaming;
    for (const [at, { clause }] of plan.wanted.entries()) {
      const rarity = (rarities[at] ?? 0) + 0.1;
      for (const [mark, { typed, like }] of [
        [inNumber, worth.inNumber],
        [inTitle, isQuestion ? worth.inTitleOfQuestion : worth.inTitle],
      ] as const) {
        add(inDocuments(clause, mark, asGoodAsTyped), (typed - like) * rarity);
        add(inDocuments(clause, mark), like * rarity);
      }
    }
    if (plan.numberKey !== '') add(quoted(inNumber + plan.numberKey), worth.wholeNumber);
  }

  #readFacts(rows: readonly number[]): void {
    for (const [row, facts] of this.#engine.factsOf(rows)) this.#facts.set(row, facts);
  }

  #isWithin(filter: Filter, row: number): boolean {
    const facts = this.#facts.get(row);
    return facts !== undefined && isWithin(filter, facts);
  }

  /** Revisions of one number have the score of the best of them, so that the latest comes first. */
  #withRevisions(
    rows: readonly number[],
    tier: 0 | 2,
    scores: ReadonlyMap<number, number>,
  ): Ranked[] {
    const groups = Map.groupBy(rows, (row) => {
      const { customer_id, number, language } = this.#facts.get(row) ?? {};
      return `${customer_id} ${language} ${number}`;
    });
    return [...groups.values()].flatMap((revisions) => {
      const best = Math.max(...revisions.map((row) => scores.get(row) ?? 0));
      // Rounded, as sums of fractions may differ in their last digits, and a cursor has to find its place again.
      const score = Math.round(best * 100) / 100;
      return revisions.map((row) => {
        const is_latest = this.#facts.get(row)?.is_latest ?? 0;
        return { row, tier, score, is_latest };
      });
    });
  }
}

/** The better one first; of equals the latest revision, then the newer. */
export function inOrder(a: Ranked, z: Ranked): number {
  return z.tier - a.tier || z.score - a.score || z.is_latest - a.is_latest || a.row - z.row;
}

/** The last document of a page of results, from which the next page goes on. */
export function cursorText({ tier, score, is_latest, row }: Ranked): string {
  return `${tier}~${score}~${is_latest}~${row}`;
}

/** Null for what is no cursor of ours: then the results begin at the first. */
export function readCursor(text: string | null): Ranked | null {
  const parts = /^([012])~(\d{1,9}(?:\.\d{1,2})?)~([01])~(\d{1,15})$/.exec(text ?? '');
  if (parts === null) return null;
  const [tier, score, is_latest, row] = parts.slice(1).map(Number);
  return {
    tier: (tier ?? 0) as Ranked['tier'],
    score: score ?? 0,
    is_latest: is_latest ?? 0,
    row: row ?? 0,
  };
}
