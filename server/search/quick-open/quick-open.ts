import type { DatabaseSync } from 'node:sqlite';
import type { Engine } from '../engine.ts';
import { Dictionary } from './dictionary.ts';
import { near } from './near.ts';
import { fewWords, stepsOf } from './plan.ts';
import { type Sought, soughtBy, soughtByRuns } from './query.ts';
import { type Candidate, Candidates, ranked } from './ranked.ts';

/** Ids of documents, best first. */
export type Found = {
  hits: number[];
  /** There may be more hits. */
  isCut: boolean;
  /** What is nearly what was typed, apart from what is. */
  didYouMean: number[];
};

/** As many are counted and put in order. */
const mostHits = 1000;
/** Revisions of a few numbers. */
const mostNear = 30;

/** Finds entries by what is typed of their number, description, customer, language and revision. */
export class QuickOpen {
  readonly #candidates: Candidates;
  readonly #dictionary: Dictionary;

  constructor(file: DatabaseSync, engine: Engine) {
    this.#candidates = new Candidates(file);
    this.#dictionary = new Dictionary(file, engine);
  }

  /** Whatever is typed is plain text: nothing of it is an error. */
  find(q: string): Found {
    const sought = soughtBy(q);
    if (sought.words.length === 0) return { hits: [], isCut: false, didYouMean: [] };
    let hits = this.#hits(sought);
    const byRuns = hits.length === 0 ? soughtByRuns(q) : null;
    if (byRuns !== null) hits = this.#hits(byRuns);
    const mayBeMistyped = hits.every(({ score }) => score.isByChance);
    const nearly = mayBeMistyped ? near(sought, this.#candidates, this.#dictionary, mostNear) : [];
    const ids = idsOf(hits);
    const didYouMean = idsOf(nearly).filter((id) => !ids.includes(id));
    return { hits: ids, isCut: ids.length === mostHits, didYouMean };
  }

  #hits(sought: Sought): Candidate[] {
    const found = new Map<number, Candidate>();
    for (const step of stepsOf(sought, this.#dictionary)) {
      for (const candidate of this.#candidates.of(step, sought, mostHits)) {
        found.set(candidate.document_id, candidate);
      }
      // What the next steps find fits less well than what was not found by chance.
      const certain = [...found.values()].filter(({ score }) => !score.isByChance);
      if (certain.length >= (sought.words.length > fewWords ? 1 : mostHits)) break;
    }
    return ranked([...found.values()]).slice(0, mostHits);
  }
}

function idsOf(candidates: readonly Candidate[]): number[] {
  return candidates.map(({ document_id }) => document_id);
}
