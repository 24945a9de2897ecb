// Which rows of the console's grids are shown, and in which order.

export type SortKey = { column: string; descending: boolean };

/** By a column; where that is equal, by the columns in `thenBy`, one after the other. */
export type Sort = SortKey & { thenBy?: readonly SortKey[] };

/** The columns that rows are sorted by, the one that counts most first. */
export function sortKeysOf(sort: Sort | null): SortKey[] {
  return sort === null ? [] : [sort, ...(sort.thenBy ?? [])];
}

export type Arrangement = {
  /** Null: rows stay in the order in which they came. */
  sort: Sort | null;
  /** Text to search, by column. */
  filters: Readonly<Record<string, string>>;
  /** Words, each to be searched in all columns. */
  search: string;
};

export const defaultArrangement: Arrangement = { sort: null, filters: {}, search: '' };

/** Folds letter case for searching. */
export function foldedText(text: string): string {
  return (isPlain.test(text) ? text : text.normalize('NFC')).toLowerCase();
}

// Most texts are; a million of them are folded in half the time.
const isPlain = /^[ -~]*$/;

/** What an arrangement looks for, folded: a text in one column, or a word in any. */
export type SearchTerms = { inColumn: { column: string; text: string }[]; anywhere: string[] };

export function searchTermsOf({ filters, search }: Arrangement): SearchTerms {
  const inColumn = Object.entries(filters)
    .map(([column, text]) => ({ column, text: foldedText(text.trim()) }))
    .filter(({ text }) => text !== '');
  // A word has no blank, so it is never found across the end of one column and the start of the next.
  const words = new Set(foldedText(search).split(/\s+/).filter(Boolean));
  return { inColumn, anywhere: [...words].slice(0, mostWords) };
}

/** A limit, as each word costs a search of all rows. */
const mostWords = 20;
