import type { Engine, Facts, Filter } from '../engine.ts';
import { isWithin, mostCounted, type StrictDocuments } from './strict-documents.ts';

/** How many documents; `is_least`: there may be more, which were not counted. */
type Count = { count: number; is_least: boolean };

export type Counts = {
  /** Those that have all words. */
  total: number;
  total_is_least: boolean;
  /** Those that have only some of them are counted, too, where they are shown. */
  facets: {
    customer: (Count & { customer_id: number })[];
    language: (Count & { language: string })[];
    latest: Count;
  };
};

/** How many documents there are by customer, language and newest; each without its own filter. */
export function countsOf(
  strict: StrictDocuments,
  engine: Engine,
  filter: Filter,
  relaxed: readonly Facts[],
): Counts {
  const counter = new Counter(strict, engine, relaxed);
  const { length } = strict.first(filter);
  return {
    total: length,
    total_is_least: length >= mostCounted,
    facets: {
      customer: counter.facet(filter, 'customer_id'),
      language: counter.facet(filter, 'language'),
      latest: counter.within({ ...filter, latest: true }),
    },
  };
}

class Counter {
  readonly #strict: StrictDocuments;
  readonly #engine: Engine;
  readonly #relaxed: readonly Facts[];

  constructor(strict: StrictDocuments, engine: Engine, relaxed: readonly Facts[]) {
    this.#strict = strict;
    this.#engine = engine;
    this.#relaxed = relaxed;
  }

  within(filter: Filter): Count {
    const { length } = this.#strict.first(filter);
    const relaxed = this.#relaxed.filter((facts) => isWithin(filter, facts));
    return {
      count: length + relaxed.length,
      is_least: length >= mostCounted || this.#strict.isCut,
    };
  }

  /** Every value that occurs, the most frequent first. */
  facet<Field extends 'customer_id' | 'language'>(
    filter: Filter,
    field: Field,
  ): (Count & Record<Field, Facts[Field]>)[] {
    const all = { ...filter, [field]: null };
    const rows = this.#strict.first(all);
    // Where all were counted, they are told apart by what they are; otherwise each value is counted alone.
    const counts: [Facts[Field], Count][] =
      rows.length < mostCounted
        ? this.#timesOf(rows, field)
        : this.#engine.filterValues()[field].map((value) => {
            const known = value as Facts[Field]; // the values of this field
            return [known, this.within({ ...filter, [field]: value })];
          });
    return counts
      .filter(([, { count }]) => count > 0)
      .sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))
      .map(([value, count]) => {
        const named = { [field]: value } as Record<Field, Facts[Field]>; // the only key
        return { ...named, ...count };
      });
  }

  #timesOf<Field extends 'customer_id' | 'language'>(
    rows: readonly number[],
    field: Field,
  ): [Facts[Field], Count][] {
    const facts = [...this.#engine.factsOf(rows).values(), ...this.#relaxed];
    const groups = Map.groupBy(facts, (one) => one[field]);
    const is_least = this.#strict.isCut;
    return [...groups].map(([value, { length }]) => [value, { count: length, is_least }]);
  }
}
