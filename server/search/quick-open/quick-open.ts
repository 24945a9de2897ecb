import type { DatabaseSync } from 'node:sqlite';
import type { Engine } from '../engine.ts';
import { LabelDictionary } from './dictionary.ts';
import { anywhere, anywhereWith, fewWords, stepsOf } from './plan.ts';
import { type LabelQuery, type QueryWord, queryOf, queryOfRuns } from './query.ts';
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
  readonly #dictionary: LabelDictionary;

  constructor(file: DatabaseSync, engine: Engine) {
    this.#candidates = new Candidates(file);
    this.#dictionary = new LabelDictionary(file, engine);
  }

  /** Whatever is typed is plain text: nothing of it is an error. */
  find(q: string): Found {
    const query = queryOf(q);
    if (query.words.length === 0) return { hits: [], isCut: false, didYouMean: [] };
    let hits = this.#hits(query);
    const byRuns = hits.length === 0 ? queryOfRuns(q) : null;
    if (byRuns !== null) hits = this.#hits(byRuns);
    const mayBeMistyped = hits.every(({ score }) => score.isByChance);
    const nearly = mayBeMistyped ? near(query, this.#candidates, this.#dictionary, mostNear) : [];
    const ids = idsOf(hits);
    const didYouMean = idsOf(nearly).filter((id) => !ids.includes(id));
    return { hits: ids, isCut: ids.length === mostHits, didYouMean };
  }

  #hits(query: LabelQuery): Candidate[] {
    const found = new Map<number, Candidate>();
    for (const step of stepsOf(query, this.#dictionary)) {
      for (const candidate of this.#candidates.of(step, query, mostHits)) {
        found.set(candidate.document_id, candidate);
      }
      // What the next steps find fits less well than what was not found by chance.
      const certain = [...found.values()].filter(({ score }) => !score.isByChance);
      if (certain.length >= (query.words.length > fewWords ? 1 : mostHits)) break;
    }
    return ranked([...found.values()]).slice(0, mostHits);
  }
}

function idsOf(candidates: readonly Candidate[]): number[] {
  return candidates.map(({ document_id }) => document_id);
}

/**
 * The entries that were perhaps meant: with one word of the query written otherwise, by one letter
 * wrong, missing or added, or two swapped.
 */
function near(
  query: LabelQuery,
  candidates: Candidates,
  dictionary: LabelDictionary,
  limit: number,
): Candidate[] {
  const isNowhere = (word: QueryWord) => {
    const step = anywhere(word, dictionary);
    return step === null || !candidates.hasAny(step);
  };
  // A word that no entry has is the mistyped one; where each is somewhere, any may be.
  const nowhere = query.words.length === 1 ? query.words : query.words.filter(isNowhere);
  if (nowhere.length > 1) return [];
  const suspects = nowhere.length === 1 ? nowhere : query.words.slice(0, mostSuspects);
  const found = new Map<number, Candidate>();
  for (const suspect of suspects) {
    const meant = { forms: suspect.forms.flatMap((form) => dictionary.nearTo(form)) };
    const others = query.words.filter((word) => word !== suspect);
    const step = anywhereWith(meant.forms, others, dictionary);
    if (step === null) continue;
    const corrected = { words: [meant, ...others], keys: meant.forms, title: null };
    for (const candidate of candidates.of(step, corrected, limit)) {
      found.set(candidate.document_id, candidate);
    }
  }
  return ranked([...found.values()]).slice(0, limit);
}

const mostSuspects = 4;
