import { customerFilter, languageFilter, latestFilter } from './marks.ts';

export type Filter = {
  customer_id: number | null;
  /** The empty text for entries without a language; null for all. */
  language: string | null;
  /** Only the newest revisions. */
  latest: boolean;
};

/** The filters that documents within one have, by name. */
export function namesOfFilter({ customer_id, language, latest }: Filter): string[] {
  const names: string[] = [];
  if (customer_id !== null) names.push(customerFilter(customer_id));
  if (language !== null) names.push(languageFilter(language));
  if (latest) names.push(latestFilter);
  return names;
}
