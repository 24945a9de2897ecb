import { allOf, anyOf, type Expression, quoted, within } from '../expressions.ts';
import { withoutSpelledUmlauts } from '../folding.ts';
import { byDocuments, type Dictionary, type Term } from './dictionary.ts';
import type { Part } from './query.ts';
import { isCode, readValueKey, stemmed } from './tokens.ts';

/** What of the index fulfils one part of the query, as FTS5 is asked for it. */
export type Clause = {
  written: string;
  inContents: Expression;
  onPages: Expression;
  inEntries: Expression;
  /** Only what is nearest to what was typed. */
  best: Expression;
  bestInEntries: Expression;
  /** For each row of terms that stands for it in a text: for each place of the row those that fit there. */
  rows: string[][][];
  /** A row of words: documents that have them all have to be asked for a page. */
  isPhrase: boolean;
  isValue: boolean;
  documents: number;
  /** Not all terms that were found could be taken. */
  isCut: boolean;
  /** What was perhaps meant, best first. */
  corrections: string[];
};

/** More do not find more that is looked at, and make the search slow. */
const mostTerms = 24;
const mostValues = 200;
const mostBest = 6;
/** Of words that have the typed one in them. */
const mostParts = 8;
const mostCorrections = 8;
const fewestAlike = 8;

/** Finds which terms stand for a part of the query, given the part after it. */
export function resolve(part: Part, dictionary: Dictionary, next?: Part): Clause {
  const { written } = part;
  switch (part.what) {
    case 'word':
      if (isCodeWith(part, next, dictionary)) return exactly(part.key, written, dictionary);
      return wordOf(part.key, written, dictionary);
    case 'code':
      return codeOf(part.key, written, dictionary);
    case 'prefix': {
      const typed = dictionary.those([part.key]);
      return clauseOf(written, [...typed, ...dictionary.beginningWith(part.key).sort(byDocuments)]);
    }
    case 'phrase':
      return phraseOf(part.keys, written, dictionary);
    case 'joined':
      return joinedOf(part, dictionary);
    case 'value':
      return valueOf(part, dictionary);
  }
}

/** Only what was typed, as for what must not be there, and for numbers. */
export function exactly(key: string, written: string, dictionary: Dictionary): Clause {
  return clauseOf(written, dictionary.those([key]));
}

/** One of these terms, which come best first; `found`: how many of them are near to what was typed. */
function clauseOf(
  written: string,
  terms: readonly Term[],
  { near = terms.length, most = mostTerms, corrections = [] as string[] } = {},
): Clause {
  const all = [...new Map(terms.map((one) => [one.term, one])).values()].slice(0, most);
  const best = all.slice(0, Math.min(mostBest, Math.max(near, 1)));
  const tokens = (some: readonly Term[]) => anyOf(some.map(({ term }) => quoted(term)));
  const onPages = (some: readonly Term[]) => anyOf(some.map(({ term }) => quoted(stemmed(term))));
  return {
    written,
    inContents: tokens(all),
    onPages: onPages(all),
    inEntries: tokens(all),
    best: onPages(best),
    bestInEntries: tokens(best),
    rows: [[all.map(({ term }) => term)]],
    isPhrase: false,
    isValue: false,
    documents: best.reduce((sum, { documents }) => sum + documents, 0),
    isCut: terms.length > all.length && all.length === most,
    corrections,
  };
}

/** Letters before a number are a code, as in `NVS 4711`, and have no other forms. */
function isCodeWith(
  { key, written }: Part & { key: string },
  next: Part | undefined,
  dictionary: Dictionary,
): boolean {
  if (next?.what !== 'code' || !/^\d/.test(next.key)) return false;
  return /^\p{Lu}{1,6}$/u.test(written) || dictionary.those([key + next.key]).length > 0;
}

/** Its forms have its stem; `flansch` is a part of `Flanschschraube`. */
function wordOf(word: string, written: string, dictionary: Dictionary): Clause {
  const forms = [word, withoutSpelledUmlauts(word)].filter((form) => form !== null);
  const stems = dictionary.those(forms.map(stemmed));
  const begins = (term: Term) => (forms.some((form) => term.term.startsWith(form)) ? 1 : 0);
  const parts = forms
    .flatMap((form) => (form.length >= 4 ? dictionary.containing(form) : []))
    .filter(({ term }) => !isCode(term) && !stems.some((stem) => stem.term === stemmed(term)))
    .sort((a, b) => begins(b) - begins(a) || byDocuments(a, b))
    .slice(0, mostParts);
  const found = [...stems, ...parts];
  if (found.length > 0) return clauseOf(written, found, { near: stems.length || parts.length });
  // One error from 5 letters, two from 9.
  const edits = word.length >= 9 ? 2 : word.length >= 5 ? 1 : 0;
  const near = dictionary.near(word, edits).filter(({ term }) => !isCode(term) && term[0] !== '~');
  const meant = (near.length > 0 ? near : alike(word, dictionary)).slice(0, mostCorrections);
  return clauseOf(written, meant, { corrections: meant.map(({ term }) => term) });
}

/** The words with the longest common beginning, as `Salzsprühnebelprüfung` for `Salzsprühnebeltest`. */
function alike(word: string, dictionary: Dictionary): Term[] {
  const least = Math.max(fewestAlike, Math.ceil(word.length / 2));
  for (let length = word.length - 1; length >= least; length--) {
    const begun = dictionary.beginningWith(word.slice(0, length));
    const found = begun.filter(({ term }) => !isCode(term));
    if (found.length > 0) return found.sort(byDocuments);
  }
  return [];
}

function codeOf(code: string, written: string, dictionary: Dictionary): Clause {
  const exact = dictionary.those([code]);
  // `2005` is no part of the date in `A 2020-05-03`.
  const isWhole = ({ term }: Term) => !/^\d/.test(code) || !/\d$/.test(term.split(code)[0] ?? '');
  const parts = code.length >= 3 ? dictionary.containing(code).filter(isWhole) : [];
  // Longer numbers are found by their beginning only: any other part of one is chance. `6.51` is no longer `6.5`, and
  // where there is a clause 2.1.1, it is meant, and not 2.1.10.
  const isNumber = /^\d+$/.test(code) || (/^\d+(?:\.\d+){2,}$/.test(code) && exact.length === 0);
  const isBegun = code.length >= 3 ? isNumber : exact.length === 0;
  const begun = isBegun ? dictionary.beginningWith(code) : [];
  const found = [...exact, ...[...begun, ...parts].sort(byDocuments)];
  const near = exact.length || found.length;
  const corrections = found.length === 0 ? nearCodes(code, dictionary) : [];
  const clause = clauseOf(written, found, { near, corrections });
  // `0180` is a part of the number NV 50180, as it is in quick open.
  const numbers = /^\d{4,}$/.test(written) ? dictionary.labelsWith(code) : [];
  const inNumber = within('number', anyOf(numbers.map(({ term }) => quoted(term))));
  return {
    ...clause,
    inEntries: anyOf([clause.inEntries, inNumber]),
    bestInEntries: anyOf([clause.bestInEntries, inNumber]),
    documents: clause.documents + numbers.length,
  };
}

/** A mistyped code is never taken for another: what was meant is only told. */
export function nearCodes(code: string, dictionary: Dictionary): string[] {
  if (code.length < 4) return [];
  const near = dictionary.near(code, 1).filter(({ term }) => isCode(term));
  return near.slice(0, mostCorrections).map(({ term }) => term);
}

function joinedOf(part: Extract<Part, { what: 'joined' }>, dictionary: Dictionary): Clause {
  const one = part.isCode
    ? codeOf(part.key, part.written, dictionary)
    : exactly(part.key, part.written, dictionary);
  // The parts of a code are not the code: they only stand for it when it is nowhere.
  if (part.isCode && one.documents > 0) return one;
  const all = part.parts.map((inner) =>
    part.isCode && inner.what === 'word'
      ? exactly(inner.key, inner.written, dictionary)
      : resolve(inner, dictionary),
  );
  return either(one, all);
}

/** One of these terms, or all of the others. */
export function either(one: Clause, all: readonly Clause[]): Clause {
  const of = (side: 'inContents' | 'onPages' | 'inEntries' | 'best' | 'bestInEntries') =>
    anyOf([one[side], allOf(all.map((clause) => clause[side]))]);
  return {
    ...one,
    inContents: of('inContents'),
    onPages: of('onPages'),
    inEntries: of('inEntries'),
    best: of('best'),
    bestInEntries: of('bestInEntries'),
    rows: [...one.rows, ...all.flatMap(({ rows }) => rows)],
    documents: one.documents + Math.min(...all.map(({ documents }) => documents)),
    isCut: all.some(({ isCut }) => isCut),
  };
}

/** A value in its bounds, in whatever unit; or a code that looks like one. `>= 500 h` means 720 h rather than 15 years. */
function valueOf(part: Extract<Part, { what: 'value' }>, dictionary: Dictionary): Clause {
  const values = part.ranges.flatMap((range) =>
    dictionary
      .valuesBetween(range.kind, range.least, range.most, range.without)
      .map((term) => ({ ...term, ...readValueKey(term.term) }))
      .filter(range.isMeant)
      .map((term) => ({ ...term, distance: Math.abs(term.number - range.near) })),
  );
  const codes = part.code === null ? [] : dictionary.those([part.code]);
  values.sort((a, b) => a.distance - b.distance || byDocuments(a, b));
  const clause = clauseOf(part.written, [...codes, ...values], { most: mostValues });
  return { ...clause, isValue: true };
}

function phraseOf(keys: string[], written: string, dictionary: Dictionary): Clause {
  const found = keys.map((key) => dictionary.those([key])[0]?.documents ?? 0);
  const onPages = within('row', keys.map((key) => quoted(stemmed(key))).join(' + '));
  const inEntries = within('number title', keys.map(quoted).join(' + '));
  return {
    ...clauseOf(written, []),
    inContents: allOf(keys.map(quoted)),
    onPages,
    inEntries,
    best: onPages,
    bestInEntries: inEntries,
    rows: [keys.map((key) => [key])],
    isPhrase: true,
    documents: Math.min(...found),
  };
}
