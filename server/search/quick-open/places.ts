import type { LabelDictionary, LabelTerm } from './dictionary.ts';
import { quoted } from '../engine.ts';
import type { QueryWord } from './query.ts';
import { fragment, numberPart, numberStart, wholeWord, wordStart } from './tokens.ts';
import { isWithoutBlanks } from './words.ts';

/** Where a word may stand. */
export type Place = 'part' | 'inNumber' | 'word' | 'wordStart' | 'wordMiddle';

export const everywhere: readonly Place[] = ['part', 'word', 'inNumber', 'wordStart', 'wordMiddle'];

/** A query for one word at one place, and how many entries it gives, as far as that is known. */
export type Alternative = { expression: string; entries: number };

/** The queries for one word, each made when it is needed: some ask the dictionary. */
export class Places {
  readonly #forms: readonly string[];
  readonly #dictionary: LabelDictionary;
  readonly #made = new Map<Place, readonly Alternative[]>();

  constructor({ forms }: QueryWord, dictionary: LabelDictionary) {
    this.#forms = forms;
    this.#dictionary = dictionary;
  }

  get hasDigit(): boolean {
    return this.#forms.some((form) => /[0-9]/.test(form));
  }

  /** One of these is true where the word stands at one of the places. */
  at(places: readonly Place[]): Alternative[] {
    return places.flatMap((place) => {
      const made = this.#made.get(place) ?? this.#forms.flatMap((form) => this.#at(form, place));
      this.#made.set(place, made);
      return made;
    });
  }

  #at(form: string, place: Place): Alternative[] {
    const dictionary = this.#dictionary;
    switch (place) {
      case 'part':
        return asAlternatives(dictionary.number(form), numberPart);
      case 'word':
        return asAlternatives(dictionary.word(form), wholeWord);
      case 'inNumber':
        if (form.length > 1) return [guessed(allFragments(form, 3), form)];
        return [guessed(quoted(numberStart(form)), form)];
      case 'wordStart':
        if (isWithoutBlanks(form) && form.length > 1) return [guessed(allFragments(form, 2), form)];
        if (form.length <= 2) return [guessed(quoted(wordStart(form)), form)];
        return asAlternatives(dictionary.wordsStartingWith(form), wholeWord);
      case 'wordMiddle':
        if (isWithoutBlanks(form) || form.length <= 2) return [];
        return asAlternatives(dictionary.wordsContaining(form), wholeWord);
    }
  }
}

function asAlternatives(
  terms: readonly LabelTerm[],
  token: (term: string) => string,
): Alternative[] {
  return terms.map(({ term, entries }) => ({ expression: quoted(token(term)), entries }));
}

/** Nobody counts fragments; the longer a text is, the fewer entries have it. */
function guessed(expression: string, form: string): Alternative {
  return { expression, entries: 10 ** Math.max(2, 7 - form.length) };
}

/** All fragments that a text is made of; few, as they may not overlap but at the end. */
function allFragments(text: string, length: number): string {
  const fragments: string[] = [];
  for (let from = 0; from < text.length; from += length) {
    const start = Math.max(0, Math.min(from, text.length - length));
    fragments.push(quoted(fragment(text.slice(start, start + length))));
  }
  return `(${fragments.join(' AND ')})`;
}
