import { allOf, anyOf, type Expression, quoted } from '../engine.ts';
import { withoutSpelledUmlauts } from '../folding.ts';
import { type Dictionary, type Term, byDocuments } from './dictionary.ts';
import { isCode } from './tokens.ts';
import { isValueKey, readValueKey } from './values.ts';
import type { Part } from './query.ts';

/** A term that is taken for a part of the query; the nearer it is, the more it is worth (at most 1). */
export type Option = { term: string; worth: number; documents: number };

/** What of the index fulfils one part of the query. */
export type Clause =
  | { what: 'any'; options: Option[]; documents: number }
  | { what: 'phrase'; terms: string[]; documents: number }
  | { what: 'either'; one: AnyClause; all: Clause[]; documents: number };

type AnyClause = Extract<Clause, { what: 'any' }>;

export type Resolved = {
  clause: Clause;
  /** Not all terms that were found could be taken. */
  isCut: boolean;
  /** What was perhaps meant, best first. */
  corrections: string[];
};

/** More do not find more that is looked at, and make the search slow. */
const mostOptions = 24;
const mostValues = 200;
/** Of words that have the typed one in them. */
const mostParts = 8;
const mostCorrections = 8;
const fewestAlike = 8;
const asTyped = 1;
const withUmlauts = 0.95;
const asForm = 0.8;
const asBeginning = 0.7;
const asPart = 0.5;
const mistyped = 0.4;
const farValue = 0.2;

/** Finds which terms stand for a part of the query, given the part after it. */
export function resolve(part: Part, dictionary: Dictionary, next?: Part): Resolved {
  switch (part.what) {
    case 'word':
      if (isCodeWith(part, next, dictionary)) return anyOfTerms(typed(part.key, dictionary));
      return resolveWord(part.key, dictionary);
    case 'code':
      return resolveCode(part.key, dictionary);
    case 'prefix':
      return anyOfTerms([...typed(part.key, dictionary), ...beginnings(part.key, dictionary)]);
    case 'phrase':
      return phraseOf(part.keys, dictionary);
    case 'joined':
      return resolveJoined(part, dictionary);
    case 'value':
      return resolveValue(part, dictionary);
  }
}

/** Only what was typed, as for what must not be there. */
export function resolveExactly(part: Part, dictionary: Dictionary): Clause {
  if (part.what === 'word' || part.what === 'code' || part.what === 'joined') {
    return anyOfTerms(typed(part.key, dictionary)).clause;
  }
  return resolve(part, dictionary).clause;
}

/** Options at least this near are as good as what was typed. */
export const asGoodAsTyped = 0.75;

/** What FTS5 is asked for the documents that fulfil a clause; a mark tells where the terms have to be. */
export function inDocuments(clause: Clause, mark = '', leastWorth = 0): Expression {
  if (clause.what === 'phrase') return allOf(clause.terms.map((term) => quoted(mark + term)));
  if (clause.what === 'any') return anyTerm(clause, mark, leastWorth);
  return anyOf([
    inDocuments(clause.one, mark, leastWorth),
    allOf(clause.all.map((inner) => inDocuments(inner, mark, leastWorth))),
  ]);
}

/** What FTS5 is asked for the pages that fulfil a clause. */
export function onPages(clause: Clause, leastWorth = 0): Expression {
  if (clause.what === 'phrase') return `{row} : ${clause.terms.map(quoted).join(' + ')}`;
  if (clause.what === 'any') return anyTerm(clause, '', leastWorth);
  return anyOf([
    onPages(clause.one, leastWorth),
    allOf(clause.all.map((inner) => onPages(inner, leastWorth))),
  ]);
}

function anyTerm({ options }: AnyClause, mark: string, leastWorth: number): Expression {
  // A value that is far from a bound is within it nevertheless.
  const near = options.filter(({ worth, term }) => worth >= leastWorth || isValueKey(term));
  return anyOf(near.map(({ term }) => quoted(mark + term)));
}

/** Each row of terms that stands for it in a text: for each place of the row those that fit there. */
export function rowsOf(clause: Clause): string[][][] {
  if (clause.what === 'phrase') return [clause.terms.map((term) => [term])];
  if (clause.what === 'any') return [[clause.options.map(({ term }) => term)]];
  return [...rowsOf(clause.one), ...clause.all.flatMap(rowsOf)];
}

/** The terms that each stand for it, best first. */
export function optionsOf(clause: Clause): Option[] {
  if (clause.what === 'any') return clause.options;
  if (clause.what === 'either') return [...clause.one.options, ...clause.all.flatMap(optionsOf)];
  return clause.terms.map((term) => ({ term, worth: 1, documents: clause.documents }));
}

function typed(key: string, dictionary: Dictionary): Option[] {
  const term = dictionary.find(key);
  return term === null ? [] : [{ ...term, worth: asTyped }];
}

/** Letters before a number are a code, as in `NVS 4711`, and have no other forms. */
function isCodeWith(
  { key, written }: Part & { key: string },
  next: Part | undefined,
  dictionary: Dictionary,
): boolean {
  if (next?.what !== 'code' || !/^\d/.test(next.key)) return false;
  return /^\p{Lu}{1,6}$/u.test(written) || dictionary.find(key + next.key) !== null;
}

function resolveWord(word: string, dictionary: Dictionary): Resolved {
  const plain = withoutSpelledUmlauts(word);
  const found = typed(word, dictionary);
  if (plain !== null) {
    found.push(...typed(plain, dictionary).map((option) => ({ ...option, worth: withUmlauts })));
  }
  const forms = [word, plain].flatMap((form) =>
    form === null ? [] : dictionary.formsOf(form).map((term) => ({ ...term, worth: asForm })),
  );
  found.push(...forms);
  const parts = [word, plain]
    .flatMap((part) => (part !== null && part.length >= 4 ? wordsWith(part, dictionary) : []))
    .sort((a, b) => b.worth - a.worth || byDocuments(a, b))
    .slice(0, mostParts);
  if (found.length + parts.length > 0) return anyOfTerms([...found, ...parts]);
  const near = dictionary
    .near(word, typosOf(word))
    .filter(({ term }) => !isCode(term))
    .slice(0, mostCorrections);
  const options: Option[] = near.map((term) => ({ ...term, worth: mistyped / term.edits }));
  if (options.length === 0) options.push(...beginningAlike(word, dictionary));
  return { ...anyOfTerms(options), corrections: options.map(({ term }) => term) };
}

/** The words with the longest common beginning, as `Salzsprühnebelprüfung` for `Salzsprühnebeltest`. */
function beginningAlike(word: string, dictionary: Dictionary): Option[] {
  const least = Math.max(fewestAlike, Math.ceil(word.length / 2));
  for (let length = word.length - 1; length >= least; length--) {
    const found = beginnings(word.slice(0, length), dictionary).filter(({ term }) => !isCode(term));
    if (found.length > 0) {
      return found
        .sort(byDocuments)
        .slice(0, mostCorrections)
        .map((one) => ({ ...one, worth: mistyped / 2 }));
    }
  }
  return [];
}

/** One from 5 letters, two from 9. */
function typosOf(word: string): number {
  return word.length >= 9 ? 2 : word.length >= 5 ? 1 : 0;
}

function wordsWith(part: string, dictionary: Dictionary): Option[] {
  return dictionary
    .containing(part)
    .filter(({ term }) => !isCode(term))
    .map((term) => ({ ...term, worth: term.term.startsWith(part) ? asBeginning : asPart }));
}

function beginnings(prefix: string, dictionary: Dictionary): Option[] {
  return dictionary.beginningWith(prefix).map((term) => ({ ...term, worth: asBeginning }));
}

function resolveCode(code: string, dictionary: Dictionary): Resolved {
  const exact = typed(code, dictionary);
  // `2005` is no part of the date in `A 2020-05-03`.
  const isWhole = ({ term }: Term) => !/^\d/.test(code) || !/\d$/.test(term.split(code)[0] ?? '');
  const parts =
    code.length >= 3 ? dictionary.containing(code).filter(isWhole).map(partOf(code)) : [];
  // Longer numbers are found by their beginning only: any other part of one is chance. `6.51` is no longer `6.5`, and
  // where there is a clause 2.1.1, it is meant, and not 2.1.10.
  const isNumber = /^\d+$/.test(code) || (/^\d+(?:\.\d+){2,}$/.test(code) && exact.length === 0);
  const isBegun = code.length >= 3 ? isNumber : exact.length === 0;
  const found = [...exact, ...parts, ...(isBegun ? beginnings(code, dictionary) : [])];
  if (found.length > 0) return anyOfTerms(found);
  return { ...anyOfTerms([]), corrections: nearCodes(code, dictionary) };
}

function partOf(code: string): (term: Term) => Option {
  return (term) => ({ ...term, worth: term.term.startsWith(code) ? asBeginning : asPart });
}

/** A mistyped code is never taken for another: what was meant is only told. */
export function nearCodes(code: string, dictionary: Dictionary): string[] {
  if (code.length < 4) return [];
  const near = dictionary.near(code, 1).filter(({ term }) => isCode(term));
  return near.slice(0, mostCorrections).map(({ term }) => term);
}

function resolveJoined(part: Extract<Part, { what: 'joined' }>, dictionary: Dictionary): Resolved {
  const one = part.isCode
    ? resolveCode(part.key, dictionary)
    : anyOfTerms(typed(part.key, dictionary));
  // The parts of a code are not the code: they only stand for it when it is nowhere.
  if (part.isCode && optionsOf(one.clause).length > 0) return one;
  const all = part.parts.map((inner) =>
    part.isCode && inner.what === 'word'
      ? anyOfTerms(typed(inner.key, dictionary))
      : resolve(inner, dictionary),
  );
  return { ...either(one, all), corrections: one.corrections };
}

/** One of these terms, or all of the others. */
export function either(one: Resolved, all: readonly Resolved[]): Resolved {
  if (one.clause.what !== 'any') return one;
  const documents = one.clause.documents + least(all);
  return {
    clause: { what: 'either', one: one.clause, all: all.map(({ clause }) => clause), documents },
    isCut: all.some(({ isCut }) => isCut),
    corrections: [],
  };
}

/** A value in its bounds, in whatever unit, the nearer to them the better; or a code that looks like one. */
function resolveValue(part: Extract<Part, { what: 'value' }>, dictionary: Dictionary): Resolved {
  const values = part.ranges.flatMap(({ kind, least, most, without }) =>
    dictionary.valuesBetween(kind, least, most, without).map((term) => {
      const { number } = readValueKey(term.term) ?? { number: 0 };
      const nearness = Math.max(shareOf(number, least), shareOf(number, most));
      return { ...term, worth: farValue + (asTyped - farValue) * nearness };
    }),
  );
  const codes = part.code === null ? [] : typed(part.code, dictionary);
  return anyOfTerms([...codes, ...values], mostValues);
}

/** `>= 500 h` means 720 h rather than 15 years. */
function shareOf(one: number, other: number): number {
  if (one === other) return 1;
  return Math.min(Math.abs(one), Math.abs(other)) / Math.max(Math.abs(one), Math.abs(other));
}

function phraseOf(keys: string[], dictionary: Dictionary): Resolved {
  const found = keys.map((key) => dictionary.find(key)?.documents ?? 0);
  const clause = { what: 'phrase' as const, terms: keys, documents: Math.min(...found) };
  return { clause, isCut: false, corrections: [] };
}

export function anyOfTerms(found: readonly Option[], most = mostOptions): Resolved {
  const best = new Map<string, Option>();
  for (const option of [...found].sort((a, b) => b.worth - a.worth || byDocuments(a, b))) {
    if (!best.has(option.term) && best.size < most) best.set(option.term, option);
  }
  const options = [...best.values()];
  const documents = options.reduce((sum, option) => sum + option.documents, 0);
  const isCut = found.length > options.length && options.length === most;
  return { clause: { what: 'any', options, documents }, isCut, corrections: [] };
}

function least(all: readonly Resolved[]): number {
  return all.length === 0 ? 0 : Math.min(...all.map(({ clause }) => clause.documents));
}
