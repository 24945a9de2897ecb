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

/** Of documents; null for one that is gone. */
type Kinds = readonly (TextKind | null)[];

/** How many documents there are by customer, language and newest; each without its own filter. */
export function countsOf(found: FoundDocuments, filter: Filter): Counts {
  const kinds = (changed: Partial<Filter>) => found.kindsOfFirst({ ...filter, ...changed });
  const total = countOf(kinds({}), (kind) => kind !== null);
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
      latest: countOf(kinds({ latest: false }), (kind) => kind?.is_latest ?? false),
    },
  };
}

function countOf(kinds: Kinds, isCounted: (kind: Kinds[number]) => boolean): number {
  let count = 0;
  for (const kind of kinds) if (isCounted(kind)) count++;
  return count;
}

/** The values of a field with their numbers of documents, the most first. */
function by<Field extends 'customer_id' | 'language'>(
  kinds: Kinds,
  field: Field,
): [TextKind[Field], number][] {
  const counts = new Map<TextKind[Field], number>();
  for (const kind of kinds) {
    if (kind !== null) counts.set(kind[field], (counts.get(kind[field]) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
