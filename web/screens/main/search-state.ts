import {
  type DocumentIdentity,
  documentOfQuery,
  languageOfQuery,
  noLanguage,
} from '#contract/file-name.ts';
import type { StandardName } from '#contract/revisions.ts';

/** What the reader has chosen, and what the results are about. */
export type SearchState = {
  customer: string | null;
  /** The document in the dropdown. */
  chosen: DocumentIdentity | null;
  /** Search was pressed; its results show after `dispatchDelayMs`. */
  pending: boolean;
  /** The document that results and viewer are about, whether it exists or not. */
  searched: DocumentIdentity | null;
  /** The page on which the viewer opens. */
  page: number;
  /** The query of the search of all texts that found this page. */
  find: readonly string[];
  /** All texts are searched for this, and what is found is shown in place of a document. */
  textQuery: string | null;
  /** The latest revision of this is wanted, whichever that is. */
  standard: StandardName | null;
};

export type SearchAction =
  | { type: 'chooseCustomer'; customer: string | null }
  | { type: 'chooseDocument'; document: DocumentIdentity | null }
  | { type: 'search' }
  | { type: 'dispatch' }
  | { type: 'goTo'; search: SearchState };

/** Specification, section 9. */
export const dispatchDelayMs = 50;

/** Every transition of the specification, section 4. Another choice cancels a pending search. */
export function nextSearch(state: SearchState, action: SearchAction): SearchState {
  switch (action.type) {
    case 'chooseCustomer':
      return { ...emptySearch, customer: action.customer };
    case 'chooseDocument':
      if (action.document === null) return { ...emptySearch, customer: state.customer };
      return { ...state, chosen: action.document, pending: false };
    case 'search':
      return { ...state, pending: true, searched: null, textQuery: null, standard: null };
    case 'dispatch':
      return { ...state, pending: false, searched: state.chosen, page: 1, find: [] };
    case 'goTo':
      return action.search;
  }
}

const emptySearch: SearchState = {
  customer: null,
  chosen: null,
  pending: false,
  searched: null,
  page: 1,
  find: [],
  textQuery: null,
  standard: null,
};

/**
 * The search in an address: if it names a document, that has been searched for; without a revision, the
 * latest one has; if it names none, all texts may have been, for `q`.
 */
export function searchOfQuery(query: string): SearchState {
  const params = new URLSearchParams(query);
  const customer = params.get('customer') || null;
  const doc_num = params.get('doc_num');
  if (customer === null || doc_num === null)
    return { ...emptySearch, customer, textQuery: params.get('q')?.trim() || null };
  const named = documentOfQuery(params);
  if (named === null) {
    const language = languageOfQuery(params);
    return { ...emptySearch, customer, standard: { customer, doc_num, language } };
  }
  const { document, page } = named;
  const find = params.getAll('find').filter(Boolean);
  return { ...emptySearch, customer, chosen: document, searched: document, page, find };
}

/** The address to give to a colleague, without the page, which the viewer adds. */
export function queryOfSearch({
  customer,
  searched,
}: Pick<SearchState, 'customer' | 'searched'>): string {
  if (customer === null) return '';
  const params = new URLSearchParams({ customer });
  if (searched !== null) {
    params.set('doc_num', searched.doc_num);
    params.set('language', searched.language ?? noLanguage);
    params.set('doc_rev', searched.doc_rev);
  }
  return `?${params}`;
}

export function isSameDocument(a: DocumentIdentity, b: DocumentIdentity): boolean {
  return a.doc_num === b.doc_num && a.language === b.language && a.doc_rev === b.doc_rev;
}

/** A document in one line: `AM-1 · EN · Rev. 3`. */
export function documentName({ doc_num, language, doc_rev }: DocumentIdentity): string {
  return `${doc_num} · ${language ?? noLanguage} · Rev. ${doc_rev}`;
}

/** The names of a document that is shown and of another one that was chosen since. */
export type Outdated = { shown: string; chosen: string };

/** Null when the document that is chosen is shown. The numbers are enough where they differ. */
export function outdatedBy({ chosen, searched }: SearchState): Outdated | null {
  if (chosen === null || searched === null || isSameDocument(chosen, searched)) return null;
  if (chosen.doc_num !== searched.doc_num)
    return { shown: searched.doc_num, chosen: chosen.doc_num };
  return { shown: documentName(searched), chosen: documentName(chosen) };
}
