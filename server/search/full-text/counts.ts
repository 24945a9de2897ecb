import type { Filter } from './filter.ts';
import type { FoundDocuments } from './found-documents.ts';
import type { FilterValues, TextKind } from './index-reader.ts';

/** How many documents; `is_least`: there may be more, which were not counted. */
type Count = { count: number; is_least: boolean };

export type Counts = {
  total: number;
  total_is_least: boolean;
  facets: {
    customer: (Count & { customer_id: number })[];
    language: (Count & { language: string })[];
    latest: Count;
  };
};

/** How many documents there are by customer, language and newest; each without its own filter. */
export function countsOf(found: FoundDocuments, filter: Filter, values: FilterValues): Counts {
  const total = countWithin(found, filter);
  return {
    total: total.count,
    total_is_least: total.is_least,
    facets: {
      customer: facetOf(found, filter, 'customer_id', values.customer_id),
      language: facetOf(found, filter, 'language', values.language),
      latest: countWithin(found, { ...filter, latest: true }),
    },
  };
}

/** Every value that occurs, the most frequent first. */
function facetOf<Field extends 'customer_id' | 'language'>(
  found: FoundDocuments,
  filter: Filter,
  field: Field,
  values: readonly TextKind[Field][],
): (Count & Record<Field, TextKind[Field]>)[] {
  const all = { ...filter, [field]: null };
  const isCounted = found.first(all).length < found.mostFirst;
  // Where all were counted, they are told apart by what they are; otherwise each value is counted alone.
  const counts: [TextKind[Field], Count][] = isCounted
    ? [...timesOf(found.kindsOfFirst(all), field)].map(([value, count]) => [
        value,
        { count, is_least: found.isCut },
      ])
    : values.map((value) => [value, countWithin(found, { ...filter, [field]: value })]);
  return counts
    .filter(([, { count }]) => count > 0)
    .sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))
    .map(([value, count]) => {
      const named = { [field]: value } as Record<Field, TextKind[Field]>; // the only key
      return { ...named, ...count };
    });
}

function countWithin(found: FoundDocuments, filter: Filter): Count {
  const count = found.kindsOfFirst(filter).filter((kind) => kind !== null).length;
  return { count, is_least: count >= found.mostFirst || found.isCut };
}

function timesOf<Field extends 'customer_id' | 'language'>(
  kinds: readonly (TextKind | null)[],
  field: Field,
): Map<TextKind[Field], number> {
  const times = new Map<TextKind[Field], number>();
  for (const kind of kinds) {
    if (kind !== null) times.set(kind[field], (times.get(kind[field]) ?? 0) + 1);
  }
  return times;
}
