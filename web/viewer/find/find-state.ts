/** What the find bar asks for. `step` is what the reader did last. */
export type FindRequest = {
  query: string;
  matchCase: boolean;
  wholeWords: boolean;
  highlightAll: boolean;
  step: 'type' | 'next' | 'previous' | 'highlight';
};

/** Hit `current` of `total` is shown; both are 0 while there is none. */
export type Found = { current: number; total: number; state: 'idle' | 'searching' | 'done' };

export const nothingFound: Found = { current: 0, total: 0, state: 'idle' };

const typeOfStep = { type: '', next: 'again', previous: 'again', highlight: 'highlightallchange' };

/** The request as pdf.js's find controller takes it. */
export function findEventOf(request: FindRequest) {
  return {
    type: typeOfStep[request.step],
    query: request.query,
    caseSensitive: request.matchCase,
    entireWord: request.wholeWords,
    highlightAll: request.highlightAll,
    findPrevious: request.step === 'previous',
    matchDiacritics: false,
  };
}

/** 'n of m', or why there is no n. */
export function describeFound({ current, total, state }: Found): string {
  if (total > 0) return `${current} of ${total}`;
  if (state === 'searching') return 'Searching…';
  return state === 'done' ? 'No matches' : '';
}
