import { naturalKey } from '#contract/natural-order.ts';
import type { Engine } from '../engine.ts';
import { allOf, anyOf, type Expression, quoted, within } from '../expressions.ts';
import { byDocuments, Dictionary } from '../full-text/dictionary.ts';
import { type LabelQuery, type QueryWord, queryOf, queryOfRuns } from './query.ts';
import type { Label } from './label.ts';
import { type Score, scoreOf } from './scoring.ts';

/** Ids of documents, best first. */
export type Found = {
  hits: number[];
  /** There may be more hits. */
  isCut: boolean;
  /** What is nearly what was typed, apart from what is. */
  didYouMean: number[];
};

type Candidate = { document_id: number; is_latest: number; label: Label; score: Score };

const all = { customer_id: null, language: null, latest: false };
/** As many are read, scored and counted. */
const mostHits = 1000;
/** Revisions of a few numbers. */
const mostNear = 30;
/** A start or a part of more words is not worth more: what is typed next makes them fewer. */
const mostWords = 100;
/** A query of more words is for an entry that has them all, not for what is like it. */
const fewWords = 3;
const mostSuspects = 4;
/** Of three letters every other word of three letters is a slip; nobody misspells a word of thirty by one. */
const mistypable = /^.{4,30}$/u;

/** Where a word may be, best first; each is asked for until enough is found. */
const places = ['whole', 'start', 'middle'] as const;

/** Finds entries by what is typed of their number, description, customer, language and revision. */
export class QuickOpen {
  readonly #engine: Engine;
  readonly #dictionary: Dictionary;
  #isCut = false;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#dictionary = new Dictionary(engine.file, 'labels');
  }

  /** Whatever is typed is plain text: nothing of it is an error. */
  find(q: string): Found {
    this.#dictionary.begin();
    this.#isCut = false;
    const query = queryOf(q);
    if (query.words.length === 0) return { hits: [], isCut: false, didYouMean: [] };
    let hits = this.#hits(query);
    if (hits.length === 0) hits = this.#hits(queryOfRuns(q));
    const mayBeMistyped = hits.every(({ score }) => score.isByChance);
    const near = mayBeMistyped ? this.#near(query) : [];
    const ids = hits.map(({ document_id }) => document_id);
    const didYouMean = near.map(({ document_id }) => document_id).filter((id) => !ids.includes(id));
    return { hits: ids, isCut: this.#isCut || ids.length === mostHits, didYouMean };
  }

  #hits(query: LabelQuery): Candidate[] {
    const found = new Map<number, Candidate>();
    const add = (match: Expression) => {
      for (const one of this.#candidates(match, query)) found.set(one.document_id, one);
    };
    add(within('number', anyOf(query.keys.map(quoted))));
    const words = query.words.map((): Expression[] => []);
    for (const place of places) {
      for (const [at, { forms }] of query.words.entries()) {
        words[at]?.push(...forms.map((form) => this.#at(form, place)));
      }
      add(allOf(words.map(anyOf)));
      // What the next place gives fits less well than what was not found by chance.
      const certain = [...found.values()].filter(({ score }) => !score.isByChance);
      if (certain.length >= (query.words.length > fewWords ? 1 : mostHits)) break;
    }
    return [...found.values()].sort(bestFirst).slice(0, mostHits);
  }

  #at(form: string, place: (typeof places)[number]): Expression {
    if (place === 'whole') return quoted(form);
    if (place === 'start') return `${quoted(form)} *`;
    if (form.length <= 2) return null;
    const terms = this.#dictionary.containing(form);
    if (terms.length > mostWords) this.#isCut = true;
    const most = terms.sort(byDocuments).slice(0, mostWords);
    return anyOf(most.map(({ term }) => quoted(term)));
  }

  /** The entries that were perhaps meant: with one word of the query written otherwise, by one slip. */
  #near(query: LabelQuery): Candidate[] {
    const words = query.words.map((word) => ({ word, match: this.#anywhere(word) }));
    // A word that no entry has is the mistyped one; where each is somewhere, any may be.
    const nowhere = words.filter(
      ({ match }) => match === null || this.#engine.labelled(match, 1, all).length === 0,
    );
    if (nowhere.length > 1) return [];
    const suspects = nowhere.length === 1 ? nowhere : words.slice(0, mostSuspects);
    const found = suspects.flatMap((suspect) => {
      const forms = suspect.word.forms
        .filter((form) => mistypable.test(form))
        .flatMap((form) => this.#dictionary.near(form, 1).map(({ term }) => term));
      const others = words.filter((one) => one !== suspect);
      const corrected = { words: [{ forms }, ...others.map(({ word }) => word)], keys: forms };
      const match = allOf([anyOf(forms.map(quoted)), ...others.map((one) => one.match)]);
      return this.#candidates(match, corrected);
    });
    const each = new Map(found.map((one) => [one.document_id, one]));
    return [...each.values()].sort(bestFirst).slice(0, mostNear);
  }

  #anywhere({ forms }: QueryWord): Expression {
    return anyOf(forms.flatMap((form) => places.map((place) => this.#at(form, place))));
  }

  /** The entries that fit, the newest where they are many; latest revisions before others. */
  #candidates(match: Expression, query: LabelQuery): Candidate[] {
    if (match === null) return [];
    const rows = this.#engine.labelled(match, mostHits, { ...all, latest: true });
    if (rows.length < mostHits) rows.push(...this.#engine.labelled(match, mostHits, all));
    return this.#engine
      .labelsOf([...new Set(rows)].slice(0, mostHits))
      .flatMap(({ row, is_latest, label }) => {
        const score = scoreOf(query, label);
        return score === null ? [] : [{ document_id: row, is_latest, label, score }];
      });
  }
}

/** Of equals the latest revision, then by number and language. */
function bestFirst(a: Candidate, z: Candidate): number {
  return (
    z.score.points - a.score.points ||
    z.is_latest - a.is_latest ||
    compare(naturalKey(a.label.keys.join(' ')), naturalKey(z.label.keys.join(' '))) ||
    compare(a.label.language.join(' '), z.label.language.join(' ')) ||
    z.document_id - a.document_id
  );
}

function compare(a: string, z: string): number {
  return a < z ? -1 : a > z ? 1 : 0;
}
