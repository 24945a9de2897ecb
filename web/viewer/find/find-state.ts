/** What is looked for: a text, or any of several. */
export type FindQuery = string | readonly string[];

/**
 * What the find bar asks for. `step` is what the reader did last; `land`: opened the document on a page
 * that was found by a search, which stays in view whether it has hits or not.
 */
export type FindRequest = {
  query: FindQuery;
  matchCase: boolean;
  wholeWords: boolean;
  highlightAll: boolean;
  step: 'type' | 'next' | 'previous' | 'highlight' | 'land';
};

/**
 * Hit `current` of `total` is shown; both are 0 while there is none. `counting`: there are hits, and
 * pages that were not searched yet; `no_text`: no page has text.
 */
export type FindResult = {
  current: number;
  total: number;
  state: 'idle' | 'searching' | 'counting' | 'done' | 'no_text';
};

export const nothingFound: FindResult = { current: 0, total: 0, state: 'idle' };

// With an empty type pdf.js waits whether more is typed.
const typeOfStep = {
  type: '',
  next: 'again',
  previous: 'again',
  highlight: 'highlightallchange',
  land: 'land',
};

/** The request as pdf.js's find controller takes it. */
export function findEventOf(request: FindRequest) {
  return {
    type: typeOfStep[request.step],
    query: spellingsOf(request.query),
    caseSensitive: request.matchCase,
    entireWord: request.wholeWords,
    highlightAll: request.highlightAll,
    findPrevious: request.step === 'previous',
    matchDiacritics: false,
  };
}

/**
 * Where a line ends in a hyphen after a letter, pdf.js joins the word without it. So `zinc-nickel` that
 * is broken at its own hyphen is `zincnickel`, and is looked for so, too.
 */
export function spellingsOf(query: FindQuery): string | string[] {
  if (typeof query !== 'string') return query.flatMap(spellingsOf);
  const hyphens = [...query.matchAll(/(?<=\p{L})-(?=\p{L})/gu)];
  if (hyphens.length === 0) return query;
  return [query, ...hyphens.map(({ index }) => query.slice(0, index) + query.slice(index + 1))];
}

/** The query as the field shows it: several texts in a row, those of several words in quotes. */
export function textOfQuery(query: FindQuery): string {
  if (typeof query === 'string') return query;
  return query.map((text) => (/\s/.test(text) ? `"${text}"` : text)).join(' ');
}

/** 'n of m', or why there is no n. */
export function describeFound({ current, total, state }: FindResult): string {
  if (total > 0) return `${current} of ${total}${state === 'counting' ? ', counting…' : ''}`;
  if (state === 'searching' || state === 'counting') return 'Searching…';
  if (state === 'no_text') return 'This document is a scan without searchable text';
  return state === 'done' ? 'No matches' : '';
}
