import type { LabelDictionary } from './dictionary.ts';
import { allOf, anyOf, quoted } from '../engine.ts';
import { type Alternative, everywhere, type Place, Places } from './places.ts';
import type { LabelQuery, QueryWord } from './query.ts';
import { numberPart, wholeNumber, wholeTitle, wholeWord } from './tokens.ts';

/** A query to the index. */
export type Step = {
  expression: string;
  /**
   * The rarest words of it alone, which is faster: among what they give the others are looked for in
   * memory. Null where they are all.
   */
  rarest: string | null;
};

/**
 * The queries to the index, one after the other until enough is found: first for what fits best, so
 * that of a common word only a few hundred entries are ever looked at.
 */
export function* stepsOf(query: LabelQuery, dictionary: LabelDictionary): Generator<Step> {
  const numbers = query.keys.map(wholeNumber);
  const titles = query.title === null ? [] : [wholeTitle(query.title)];
  const whole = anyOf([...numbers, ...titles].map(quoted));
  if (whole !== null) yield { expression: whole, rarest: null };
  const words = query.words.map((word) => new Places(word, dictionary));
  const asked = new Set<string>();
  for (const level of levelsOf(words.length)) {
    const step = stepOf(words.map((word) => word.at(level(word))));
    if (step === null || asked.has(step.expression)) continue;
    asked.add(step.expression);
    yield step;
  }
}

/** The query for entries in which each of these words stands anywhere, and one of these terms. */
export function anywhereWith(
  terms: readonly string[],
  words: readonly QueryWord[],
  dictionary: LabelDictionary,
): Step | null {
  const corrected = anyOf(
    terms.flatMap((term) => [wholeNumber(term), numberPart(term), wholeWord(term)].map(quoted)),
  );
  const others = words.map((word) => anyAlternative(new Places(word, dictionary).at(everywhere)));
  const expression = allOf([corrected, ...others]);
  return expression === null ? null : { expression, rarest: others.length > 0 ? corrected : null };
}

/** The query for entries in which this word stands anywhere. */
export function anywhere(word: QueryWord, dictionary: LabelDictionary): Step | null {
  return stepOf([new Places(word, dictionary).at(everywhere)]);
}

type Level = (word: Places) => readonly Place[];

const levelsOfOne: readonly Level[] = [
  () => ['part'],
  () => ['inNumber'],
  () => ['word'],
  () => ['wordStart'],
  () => ['wordMiddle'],
];

const levelsOfMany: readonly Level[] = [() => ['part'], () => ['part', 'word'], () => everywhere];

const levelsOfFew: readonly Level[] = [
  () => ['part'],
  // What has digits is a number first.
  (word) => (word.hasDigit ? ['part'] : ['part', 'word']),
  () => ['part', 'word'],
  () => everywhere,
];

function levelsOf(words: number): readonly Level[] {
  if (words === 1) return levelsOfOne;
  return words <= fewWords ? levelsOfFew : levelsOfMany;
}

/** A query of more words is for an entry that has them all, not for what is like it. */
export const fewWords = 3;

function stepOf(words: readonly (readonly Alternative[])[]): Step | null {
  // The rarest first: FTS5 goes through its entries, and seeks each in the lists of the others.
  const byEntries = words.toSorted((a, b) => entriesOf(a) - entriesOf(b)).map(anyAlternative);
  const expression = allOf(byEntries);
  if (expression === null) return null;
  return {
    expression,
    rarest: words.length > fewWords ? allOf(byEntries.slice(0, fewWords)) : null,
  };
}

function anyAlternative(alternatives: readonly Alternative[]): string | null {
  return anyOf(alternatives.map(({ expression }) => expression));
}

function entriesOf(alternatives: readonly Alternative[]): number {
  return alternatives.reduce((sum, { entries }) => sum + entries, 0);
}
