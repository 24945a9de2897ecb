import type { Filter } from './filter.ts';
import type { FoundDocuments } from './found-documents.ts';
import type { IndexReader, KindCount } from './index-reader.ts';

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
export function countsOf(index: IndexReader, found: FoundDocuments, filter: Filter): Counts {
  const counted = new Map<string, KindCount[]>();
  const kinds = (changed: Partial<Filter>) => {
    const asked = { ...filter, ...changed };
    const key = JSON.stringify(asked);
    const known = counted.get(key) ?? index.kindsOfRows(found.first(asked));
    counted.set(key, known);
    return known;
  };
  const total = sum(kinds({}));
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
      latest: sum(kinds({ latest: false }).filter(({ is_latest }) => is_latest === 1)),
    },
  };
}

function sum(kinds: readonly KindCount[]): number {
  return kinds.reduce((documents, kind) => documents + kind.documents, 0);
}

/** The values of a field with their numbers of documents, the most first. */
function by<Field extends 'customer_id' | 'language'>(
  kinds: readonly KindCount[],
  field: Field,
): [KindCount[Field], number][] {
  const counts = new Map<KindCount[Field], number>();
  for (const kind of kinds) {
    counts.set(kind[field], (counts.get(kind[field]) ?? 0) + kind.documents);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
