import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { naturalKey } from '#contract/natural-order.ts';
import type { Label } from './label.ts';
import { newestTable, olderTable, rowOf } from './labels.ts';
import type { Step } from './plan.ts';
import type { LabelQuery } from './query.ts';
import { type Score, scoreOf } from './scoring.ts';

export type Candidate = { document_id: number; label: Label; score: Score };

/** Reads candidates from the index, the newest first. */
export class Candidates {
  readonly #lists: readonly StatementSync[];
  readonly #label: StatementSync;

  constructor(file: DatabaseSync) {
    this.#lists = [newestTable, olderTable].map((table) =>
      file.prepare(
        `select rowid as row from ${table} where ${table} match ? order by rowid limit ?`,
      ),
    );
    this.#label = file.prepare('select * from labels where document_id = ?');
  }

  /** Whether the index has any entry for this. */
  hasAny({ expression }: Step): boolean {
    return this.#idsOf(expression, 1).length > 0;
  }

  /** The entries that a step gives, scored; the newest of them, where they are many. */
  of(step: Step, query: LabelQuery, limit: number): Candidate[] {
    if (step.rarest === null) return this.#scored(this.#idsOf(step.expression, atOnce), query);
    const ids = this.#idsOf(step.rarest, atOnceOfRarest);
    const found = this.#scored(ids, query);
    const mayBeMore = ids.length === atOnceOfRarest && found.length < limit;
    return mayBeMore ? this.#scored(this.#idsOf(step.expression, atOnce), query) : found;
  }

  #idsOf(expression: string, limit: number): number[] {
    const ids: number[] = [];
    for (const list of this.#lists) {
      if (ids.length >= limit) break;
      for (const { row } of list.all(expression, limit - ids.length)) ids.push(rowOf(Number(row)));
    }
    return ids;
  }

  /** Those that fit the query. */
  #scored(ids: readonly number[], query: LabelQuery): Candidate[] {
    return ids.flatMap((document_id) => {
      // The table has the columns of a label, which only LabelWriter writes.
      const label = this.#label.get(document_id) as Label | undefined;
      const score = label === undefined ? null : scoreOf(query, label);
      return label === undefined || score === null ? [] : [{ document_id, label, score }];
    });
  }
}

// More than are shown, so that the best of them are, and are counted; each is read and scored.
const atOnce = 1000;
const atOnceOfRarest = 400;

/** The best first; of equals the newest revision, then by number and language. */
export function ranked(candidates: readonly Candidate[]): Candidate[] {
  const number = new Map(candidates.map((one) => [one, naturalKey(one.label.keys)]));
  return candidates.toSorted(
    (a, b) =>
      b.score.points - a.score.points ||
      b.label.is_latest - a.label.is_latest ||
      compare(number.get(a) ?? '', number.get(b) ?? '') ||
      compare(a.label.language, b.label.language) ||
      b.document_id - a.document_id,
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
