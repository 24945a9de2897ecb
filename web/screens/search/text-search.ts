import { pages } from '#contract/pages.ts';
import type { FoundEntry } from '#contract/search.ts';
import { queryOfSearch } from '../main/search-state.ts';

/** What all texts are searched for, and within which entries. */
export type TextQuery = {
  q: string;
  customer: string | null;
  /** Empty for entries without a language. */
  language: string | null;
  /** Only the newest revision of each standard. */
  latest: boolean;
};

// Not named as in the address of a document, which has a customer and a language of its own.
const names = { q: 'q', customer: 'in_customer', language: 'in_language', latest: 'latest' };

export function textSearchOf(params: URLSearchParams): TextQuery {
  return {
    q: params.get(names.q)?.trim() ?? '',
    customer: params.get(names.customer),
    language: params.get(names.language),
    latest: params.get(names.latest) === 'true',
  };
}

/** Where the results are shown. */
export function resultsAddress({ q, customer, language, latest }: TextQuery): string {
  const params = new URLSearchParams({ [names.q]: q });
  if (customer !== null) params.set(names.customer, customer);
  if (language !== null) params.set(names.language, language);
  if (latest) params.set(names.latest, 'true');
  return `${pages.main}?${params}`;
}

export const everywhere = { customer: null, language: null, latest: false };

type Entry = Pick<FoundEntry, 'customer' | 'doc_num' | 'language' | 'doc_rev'>;
type FoundPlace = { page: number; words?: readonly string[]; note?: string };

/** Where the document is read: as the search form leads there, or on a page with these words or this note. */
export function documentAddress(entry: Entry, found?: FoundPlace): string {
  const { customer, doc_num, language, doc_rev } = entry;
  const query = queryOfSearch({ customer, searched: { doc_num, language, doc_rev } });
  if (found === undefined) return `${pages.main}${query}`;
  const place = new URLSearchParams({ page: String(found.page) });
  for (const word of found.words ?? []) place.append('find', word);
  if (found.note !== undefined) place.set('note', found.note);
  return `${pages.main}${query}&${place}`;
}
