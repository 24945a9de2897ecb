import type { Facts, Filter, Group } from '../engine.ts';

export type Counts = {
  /** Those that have all words; `is_least`: there may be more, which were not counted. */
  total: number;
  total_is_least: boolean;
  /** Those that have only some of them are counted, too, where they are shown. */
  facets: {
    customer: { customer_id: number; count: number }[];
    language: { language: string; count: number }[];
    latest: { count: number };
  };
};

/** How many documents there are by customer, language and newest; each without its own filter. */
export function countsOf(
  groups: readonly Group[],
  filter: Filter,
  relaxed: readonly Facts[],
  total_is_least: boolean,
): Counts {
  const all = [...groups, ...relaxed.map((facts) => ({ ...facts, count: 1 }))];
  const within = (some: readonly Group[], filters: Filter) =>
    sum(some.filter((group) => isWithin(filters, group)));
  const facet = <Value extends string | number>(
    valueOf: (group: Group) => Value,
    without: Partial<Filter>,
  ) =>
    [...Map.groupBy(all, valueOf)]
      .map(([value, some]) => ({ value, count: within(some, { ...filter, ...without }) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return {
    total: within(groups, filter),
    total_is_least,
    facets: {
      customer: facet(({ customer_id }) => customer_id, { customer_id: null }).map(
        ({ value, ...count }) => ({ customer_id: value, ...count }),
      ),
      language: facet(({ language }) => language, { language: null }).map(
        ({ value, ...count }) => ({ language: value, ...count }),
      ),
      latest: { count: within(all, { ...filter, latest: true }) },
    },
  };
}

function isWithin({ customer_id, language, latest }: Filter, group: Group): boolean {
  return (
    (customer_id === null || customer_id === group.customer_id) &&
    (language === null || language === group.language) &&
    (!latest || group.is_latest === 1)
  );
}

function sum(groups: readonly Group[]): number {
  return groups.reduce((all, { count }) => all + count, 0);
}
