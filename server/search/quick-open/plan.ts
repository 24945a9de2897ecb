import type { Dictionary } from './dictionary.ts';
import type { Sought, SoughtWord } from './query.ts';
import { fragment, numberPart, numberStart, wholeNumber, wholeWord, wordStart } from './tokens.ts';
import { isWithoutBlanks } from './words.ts';

/** A part of an FTS5 query; null finds nothing. */
type Expression = string | null;

/** Where a word may stand. */
type Place = 'part' | 'inNumber' | 'word' | 'wordStart' | 'wordMiddle';

/**
 * The queries to the index, one after the other until enough is found: first for what fits best, so
 * that of a common word only a few hundred entries are ever looked at.
 */
export function* stepsOf(sought: Sought, dictionary: Dictionary): Generator<string> {
  const whole = any(sought.keys.map((key) => quoted(wholeNumber(key))));
  if (whole !== null) yield whole;
  const words = sought.words.map((word) => new Places(word, dictionary));
  const asked = new Set<string>();
  for (const level of words.length > 1 ? levelsOfMany : levelsOfOne) {
    const step = all(words.map((word) => any(level(word).map((place) => word.at(place)))));
    if (step !== null && !asked.has(step)) yield step;
    if (step !== null) asked.add(step);
  }
}

/** The query for all entries in which each word stands anywhere. */
export function anywhere(words: readonly SoughtWord[], dictionary: Dictionary): Expression {
  return all(words.map((word) => new Places(word, dictionary).anywhere()));
}

/** The query for entries that have one of these words or numbers. */
export function anyOf(terms: readonly string[]): Expression {
  return any(
    terms.flatMap((term) =>
      [wholeNumber(term), numberPart(term), wholeWord(term)].map((token) => quoted(token)),
    ),
  );
}

type Level = (word: Places) => readonly Place[];

const levelsOfOne: readonly Level[] = [
  () => ['part'],
  () => ['inNumber'],
  () => ['word'],
  () => ['wordStart'],
  () => ['wordMiddle'],
];

const everywhere = ['part', 'word', 'inNumber', 'wordStart', 'wordMiddle'] as const;

const levelsOfMany: readonly Level[] = [
  () => ['part'],
  // What has digits is a number first.
  (word) => (word.hasDigit ? ['part'] : ['part', 'word']),
  () => ['part', 'word'],
  () => everywhere,
];

/** The queries for one word, each made when it is needed: some ask the dictionary. */
class Places {
  readonly #forms: readonly string[];
  readonly #dictionary: Dictionary;
  readonly #made = new Map<Place, Expression>();

  constructor({ forms }: SoughtWord, dictionary: Dictionary) {
    this.#forms = forms;
    this.#dictionary = dictionary;
  }

  get hasDigit(): boolean {
    return this.#forms.some((form) => /[0-9]/.test(form));
  }

  at(place: Place): Expression {
    const known = this.#made.get(place);
    if (known !== undefined) return known;
    const made = any(this.#forms.map((form) => this.#formAt(form, place)));
    this.#made.set(place, made);
    return made;
  }

  anywhere(): Expression {
    return any(everywhere.map((place) => this.at(place)));
  }

  #formAt(form: string, place: Place): Expression {
    switch (place) {
      case 'part':
        return this.#dictionary.hasNumber(form) ? quoted(numberPart(form)) : null;
      case 'word':
        return this.#dictionary.hasWord(form) ? quoted(wholeWord(form)) : null;
      case 'inNumber':
        return form.length === 1 ? quoted(numberStart(form)) : allFragments(form, 3);
      case 'wordStart':
        if (isWithoutBlanks(form) && form.length > 1) return allFragments(form, 2);
        if (form.length <= 2) return quoted(wordStart(form));
        return anyWord(this.#dictionary.wordsStartingWith(form));
      case 'wordMiddle':
        if (isWithoutBlanks(form) || form.length <= 2) return null;
        return anyWord(this.#dictionary.wordsContaining(form));
    }
  }
}

/** All fragments that a text is made of; few, as they may not overlap but at the end. */
function allFragments(text: string, length: number): Expression {
  const fragments: string[] = [];
  for (let from = 0; from < text.length; from += length) {
    const start = Math.max(0, Math.min(from, text.length - length));
    fragments.push(quoted(fragment(text.slice(start, start + length))));
  }
  return all(fragments);
}

function anyWord(words: readonly string[]): Expression {
  return any(words.map((word) => quoted(wholeWord(word))));
}

// Tokens are letters and digits behind our own signs: there is no quotation mark in them.
function quoted(token: string): string {
  return `"${token}"`;
}

function any(expressions: readonly Expression[]): Expression {
  const some = expressions.filter((one) => one !== null);
  return some.length === 0 ? null : `(${some.join(' OR ')})`;
}

function all(expressions: readonly Expression[]): Expression {
  const every = expressions.filter((one) => one !== null);
  return every.length < expressions.length || every.length === 0
    ? null
    : `(${every.join(' AND ')})`;
}
