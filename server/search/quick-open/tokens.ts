import type { Label } from './label.ts';
import { isWithoutBlanks } from './words.ts';

// What entries are listed under in the index. A sign in front says what of them it is, so that each
// list holds only what is asked for: a number `1` is not searched for among all texts with a 1.

/** A whole number. */
export const wholeNumber = (key: string) => `=${key}`;
/** A whole description, by its key. */
export const wholeTitle = (key: string) => `!${key}`;
/** A part of a number. */
export const numberPart = (part: string) => `#${part}`;
/** A part of a number begins with this letter. */
export const numberStart = (letter: string) => `#<${letter}`;
/** A word of the description, the customer, the language or the revision. */
export const wholeWord = (word: string) => word;
/** One of these words begins with these one or two letters. */
export const wordStart = (letters: string) => `<${letters}`;
/** These two or three letters stand somewhere in a number, or in a text without blanks. */
export const fragment = (letters: string) => `~${letters}`;

/** Signs that stand in front of tokens, for the tokenizer to keep them. */
export const tokenSigns = '=!#<~';

/** All tokens of an entry, each once. */
export function tokensOf(label: Label): Set<string> {
  const tokens = new Set<string>();
  for (const key of split(label.keys)) {
    tokens.add(wholeNumber(key));
    for (const letters of pairsOf(key)) tokens.add(fragment(letters));
    for (const letters of triplesOf(key)) tokens.add(fragment(letters));
  }
  tokens.add(wholeTitle(label.title));
  for (const part of split(label.parts)) {
    tokens.add(numberPart(part));
    tokens.add(numberStart(firstLetters(part, 1)));
  }
  for (const word of [...split(label.words), ...split(label.language), ...split(label.revision)]) {
    tokens.add(wholeWord(word));
    if (isWithoutBlanks(word)) {
      for (const letter of word) tokens.add(wordStart(letter));
      for (const letters of pairsOf(word)) tokens.add(fragment(letters));
    } else {
      tokens.add(wordStart(firstLetters(word, 1)));
      tokens.add(wordStart(firstLetters(word, 2)));
    }
  }
  return tokens;
}

export function split(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

export function pairsOf(text: string): string[] {
  return fragmentsOf(text, 2);
}

export function triplesOf(text: string): string[] {
  return fragmentsOf(text, 3);
}

function fragmentsOf(text: string, length: number): string[] {
  const fragments: string[] = [];
  for (let from = 0; from + length <= text.length; from++) {
    fragments.push(text.slice(from, from + length));
  }
  return fragments;
}

function firstLetters(word: string, count: number): string {
  return word.slice(0, count);
}
