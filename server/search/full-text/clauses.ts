import { withoutSpelledUmlauts } from '../folding.ts';
import { type Dictionary, type Term, byDocuments } from './dictionary.ts';
import { isCode } from './tokens.ts';
import type { Part } from './query.ts';

/** A term that is taken for a part of the query; the nearer it is, the more it is worth (at most 1). */
export type Option = { id: number; term: string; worth: number };

/** What of the index fulfils one part of the query. */
export type Clause =
  | { what: 'any'; options: Option[]; documents: number }
  /** `ids`: null for a term that is in no document. */
  | { what: 'phrase'; terms: string[]; ids: (number | null)[]; documents: number }
  | { what: 'either'; one: AnyClause; all: Clause[]; documents: number };

type AnyClause = Extract<Clause, { what: 'any' }>;
export type PhraseClause = Extract<Clause, { what: 'phrase' }>;

export type Resolved = {
  clause: Clause;
  /** Not all terms that were found could be taken. */
  isCut: boolean;
  /** What was perhaps meant, best first. */
  corrections: string[];
};

/** More do not find more that is looked at, and make the search slow. */
const mostOptions = 64;
const mostCorrections = 8;
const asTyped = 1;
const withUmlauts = 0.95;
const asBeginning = 0.7;
const asPart = 0.5;
const mistyped = 0.4;

/** Finds which terms stand for a part of the query. */
export function resolve(part: Part, dictionary: Dictionary): Resolved {
  switch (part.what) {
    case 'word':
      return resolveWord(part.key, dictionary);
    case 'code':
      return resolveCode(part.key, dictionary);
    case 'prefix':
      return anyOf([...typed(part.key, dictionary), ...beginnings(part.key, dictionary)]);
    case 'phrase':
      return phraseOf(part.keys, dictionary);
    case 'joined':
      return resolveJoined(part, dictionary);
  }
}

/** Only what was typed, as for what must not be there. */
export function resolveExactly(part: Part, dictionary: Dictionary): Clause {
  if (part.what === 'word' || part.what === 'code' || part.what === 'joined') {
    return anyOf(typed(part.key, dictionary)).clause;
  }
  return resolve(part, dictionary).clause;
}

export function termsOf(clause: Clause): string[] {
  if (clause.what === 'phrase') return clause.terms;
  if (clause.what === 'any') return clause.options.map(({ term }) => term);
  return [...termsOf(clause.one), ...clause.all.flatMap(termsOf)];
}

/** Those that each stand for it, not in a phrase. */
export function idsOf(clause: Clause): number[] {
  if (clause.what === 'phrase') return [];
  if (clause.what === 'any') return clause.options.map(({ id }) => id);
  return [...idsOf(clause.one), ...clause.all.flatMap(idsOf)];
}

type Found = Option & { documents: number };

function typed(key: string, dictionary: Dictionary): Found[] {
  const term = dictionary.find(key);
  return term === null ? [] : [{ ...term, worth: asTyped }];
}

function resolveWord(word: string, dictionary: Dictionary): Resolved {
  const plain = withoutSpelledUmlauts(word);
  const found = typed(word, dictionary);
  if (plain !== null) {
    found.push(...typed(plain, dictionary).map((option) => ({ ...option, worth: withUmlauts })));
  }
  const parts = [word, plain].flatMap((part) =>
    part !== null && part.length >= 4 ? wordsWith(part, dictionary) : [],
  );
  if (found.length + parts.length > 0) return anyOf([...found, ...parts]);
  const near = dictionary
    .near(word, typosOf(word))
    .filter(({ term }) => !isCode(term))
    .slice(0, mostCorrections);
  const options = near.map((term) => ({ ...term, worth: mistyped / term.edits }));
  return { ...anyOf(options), corrections: near.map(({ term }) => term) };
}

/** One from 5 letters, two from 9. */
function typosOf(word: string): number {
  return word.length >= 9 ? 2 : word.length >= 5 ? 1 : 0;
}

function wordsWith(part: string, dictionary: Dictionary): Found[] {
  return dictionary
    .containing(part)
    .filter(({ term }) => !isCode(term))
    .map((term) => ({ ...term, worth: term.term.startsWith(part) ? asBeginning : asPart }));
}

function beginnings(prefix: string, dictionary: Dictionary): Found[] {
  return dictionary.beginningWith(prefix).map((term) => ({ ...term, worth: asBeginning }));
}

function resolveCode(code: string, dictionary: Dictionary): Resolved {
  const exact = typed(code, dictionary);
  const parts = code.length >= 3 ? dictionary.containing(code).map(partOf(code)) : [];
  const begun = code.length >= 3 ? [] : beginnings(code, dictionary);
  const found = [...exact, ...parts, ...(exact.length === 0 ? begun : [])];
  if (found.length > 0) return anyOf(found);
  return { ...anyOf([]), corrections: nearCodes(code, dictionary) };
}

function partOf(code: string): (term: Term) => Found {
  return (term) => ({ ...term, worth: term.term.startsWith(code) ? asBeginning : asPart });
}

/** A mistyped code is never taken for another: what was meant is only told. */
function nearCodes(code: string, dictionary: Dictionary): string[] {
  if (code.length < 4) return [];
  const near = dictionary.near(code, 1).filter(({ term }) => isCode(term));
  return near.slice(0, mostCorrections).map(({ term }) => term);
}

function resolveJoined(part: Extract<Part, { what: 'joined' }>, dictionary: Dictionary): Resolved {
  const one = part.isCode ? resolveCode(part.key, dictionary) : anyOf(typed(part.key, dictionary));
  const all = part.parts.map((inner) => resolve(inner, dictionary));
  const [clause] = [one.clause];
  if (clause.what !== 'any') return one;
  // The parts of a code are not the code: they only stand for it when it is nowhere.
  if (part.isCode && clause.options.length > 0) return one;
  const documents = clause.documents + least(all);
  return {
    clause: { what: 'either', one: clause, all: all.map((inner) => inner.clause), documents },
    isCut: all.some(({ isCut }) => isCut),
    corrections: one.corrections,
  };
}

function phraseOf(keys: string[], dictionary: Dictionary): Resolved {
  const found = keys.map((key) => dictionary.find(key));
  const ids = found.map((term) => term?.id ?? null);
  const documents = Math.min(...found.map((term) => term?.documents ?? 0));
  return { clause: { what: 'phrase', terms: keys, ids, documents }, isCut: false, corrections: [] };
}

function anyOf(found: readonly Found[]): Resolved {
  const best = new Map<string, Found>();
  for (const option of [...found].sort((a, b) => b.worth - a.worth || byDocuments(a, b))) {
    if (!best.has(option.term) && best.size < mostOptions) best.set(option.term, option);
  }
  const options = [...best.values()];
  const documents = options.reduce((sum, option) => sum + option.documents, 0);
  const isCut = found.length > options.length && options.length === mostOptions;
  return {
    clause: {
      what: 'any',
      options: options.map(({ id, term, worth }) => ({ id, term, worth })),
      documents,
    },
    isCut,
    corrections: [],
  };
}

function least(all: readonly Resolved[]): number {
  return all.length === 0 ? 0 : Math.min(...all.map(({ clause }) => clause.documents));
}
