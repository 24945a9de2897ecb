import type { Clause } from './clauses.ts';
import type { Plan } from './plan.ts';
import type { Part, Query } from './query.ts';

/** What a query seeks in a text: each a row of words that follow each other; one word alone mostly. */
export type Sought = {
  /** Which part of the query it is of: a good snippet has many. */
  part: number;
  /** For each place of the row the keys that fit there. */
  row: string[][];
}[];

export function soughtOf(plan: Plan): Sought {
  return plan.clauses.flatMap((clause, part) => rowsOf(clause).map((row) => ({ part, row })));
}

function rowsOf(clause: Clause): string[][][] {
  if (clause.what === 'phrase') return [clause.terms.map((term) => [term])];
  if (clause.what === 'any') return [[clause.options.map(({ term }) => term)]];
  return [...rowsOf(clause.one), ...clause.all.flatMap(rowsOf)];
}

/** What was sought, as the viewer's find takes it. */
export function wordsOf({ parts }: Query): string[] {
  const words = parts.filter(({ isExcluded }) => !isExcluded).map((part: Part) => part.written);
  return [...new Set(words)];
}
