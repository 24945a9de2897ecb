import type { Filter } from './filter.ts';
import type { FoundDocuments } from './found-documents.ts';
import type { TextKind } from './index-reader.ts';

export type Counts = {
  total: number;
  total_is_least: boolean;
  facets: {
    customer: { customer_id: number; count: number }[];
    language: { language: string; count: number }[];
    latest: number;
  };
};

/** How many documents there are by customer, language and newest; each without its own filter. */
export function countsOf(found: FoundDocuments, filter: Filter): Counts {
  const kinds = (changed: Partial<Filter>) =>
    found.kindsOfFirst({ ...filter, ...changed }).filter((kind) => kind !== null);
  const total = kinds({}).length;
  return {
    total,
    total_is_least: total >= found.mostFirst, // of more there are just "at least" so many
    facets: {
      customer: by(kinds({ customer_id: null }), 'customer_id').map(([customer_id, count]) => ({
        customer_id,
        count,
      })),
      language: by(kinds({ language: null }), 'language').map(([language, count]) => ({
        language,
        count,
      })),
      latest: kinds({ latest: false }).filter(({ is_latest }) => is_latest).length,
    },
  };
}

/** The values of a field with their numbers of documents, the most first. */
function by<Field extends 'customer_id' | 'language'>(
  kinds: readonly TextKind[],
  field: Field,
): [TextKind[Field], number][] {
  const counts = new Map<TextKind[Field], number>();
  for (const kind of kinds) counts.set(kind[field], (counts.get(kind[field]) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
