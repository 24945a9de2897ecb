import type { Filter, Group } from '../engine.ts';
import { isWithin, type StrictDocuments } from './strict-documents.ts';

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
  filter: Filter,
  relaxed: readonly Omit<Group, 'count'>[],
): Counts {
  const { groups, isLeast: is_least } = strict.counted();
  const all = [...groups, ...relaxed.map((facts) => ({ ...facts, count: 1 }))];
  const within = (some: readonly Group[], filters: Filter) =>
    sum(some.filter((group) => isWithin(filters, group)));
  const facet = <Value extends string | number>(
    valueOf: (group: Group) => Value,
    without: Partial<Filter>,
  ) =>
    [...Map.groupBy(all, valueOf)]
      .map(([value, some]) => ({ value, count: within(some, { ...filter, ...without }), is_least }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return {
    total: within(groups, filter),
    total_is_least: is_least,
    facets: {
      customer: facet(({ customer_id }) => customer_id, { customer_id: null }).map(
        ({ value, ...count }) => ({ customer_id: value, ...count }),
      ),
      language: facet(({ language }) => language, { language: null }).map(
        ({ value, ...count }) => ({ language: value, ...count }),
      ),
      latest: { count: within(all, { ...filter, latest: true }), is_least },
    },
  };
}

function sum(groups: readonly Group[]): number {
  return groups.reduce((all, { count }) => all + count, 0);
}
