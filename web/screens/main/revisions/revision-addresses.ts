import { type DocumentIdentity, noLanguage, redlineName } from '#contract/file-name.ts';
import { pages } from '#contract/pages.ts';
import type { StandardName } from '#contract/revisions.ts';
import { queryOfSearch } from '../search-state.ts';

/** Where this revision is read. */
export function revisionAddress(customer: string, searched: DocumentIdentity): string {
  return `${pages.main}${queryOfSearch({ customer, searched })}`;
}

/** Where the latest revision is read, whichever it is then. */
export function latestAddress({ customer, doc_num, language }: StandardName): string {
  const params = new URLSearchParams({ customer, doc_num, language: language ?? noLanguage });
  return `${pages.main}?${params}`;
}

/** Where it is shown what changed from one revision to another. */
export function changesAddress(
  customer: string,
  from: DocumentIdentity,
  to: DocumentIdentity,
): string {
  const params = new URLSearchParams({
    from: redlineName({ customer, ...from }),
    to: redlineName({ customer, ...to }),
  });
  return `${pages.redline}?${params}`;
}
