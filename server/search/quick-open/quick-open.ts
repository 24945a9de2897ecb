import type { DatabaseSync } from 'node:sqlite';
import { Dictionary } from './dictionary.ts';
import { near } from './near.ts';
import { stepsOf } from './plan.ts';
import { type Sought, soughtBy, soughtByRuns } from './query.ts';
import { type Candidate, Candidates, ranked } from './ranked.ts';

/** Ids of documents, best first. */
export type Found = {
  hits: number[];
  /** What is nearly what was typed, apart from what is. */
  didYouMean: number[];
};

/** Finds entries by what is typed of their number, description, customer, language and revision. */
export class QuickOpen {
  readonly #candidates: Candidates;
  readonly #dictionary: Dictionary;

  constructor(file: DatabaseSync) {
    this.#candidates = new Candidates(file);
    this.#dictionary = new Dictionary(file);
  }

  /** Whatever is typed is plain text: nothing of it is an error. */
  find(q: string, limit: number): Found {
    const sought = soughtBy(q);
    if (sought.words.length === 0) return { hits: [], didYouMean: [] };
    let hits = this.#hits(sought, limit);
    const byRuns = hits.length === 0 ? soughtByRuns(q) : null;
    if (byRuns !== null) hits = this.#hits(byRuns, limit);
    const mayBeMistyped = hits.every(({ score }) => score.isByChance);
    const nearly = mayBeMistyped ? near(sought, this.#candidates, this.#dictionary, limit) : [];
    const ids = idsOf(hits);
    return { hits: ids, didYouMean: idsOf(nearly).filter((id) => !ids.includes(id)) };
  }

  #hits(sought: Sought, limit: number): Candidate[] {
    const seen = new Set<number>();
    const found: Candidate[] = [];
    for (const step of stepsOf(sought, this.#dictionary)) {
      for (const id of this.#candidates.idsOf(step, atOnce)) {
        if (seen.has(id)) continue;
        seen.add(id);
        const candidate = this.#candidates.scored(id, sought);
        if (candidate !== null) found.push(candidate);
      }
      // What the next steps find fits less well than what was not found by chance.
      if (found.filter(({ score }) => !score.isByChance).length >= limit) break;
    }
    return ranked(found).slice(0, limit);
  }
}

// More than are shown, so that the best of them are; each is read and scored.
const atOnce = 100;

function idsOf(candidates: readonly Candidate[]): number[] {
  return candidates.map(({ document_id }) => document_id);
}
