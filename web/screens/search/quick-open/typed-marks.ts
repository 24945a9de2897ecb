import type { Mark } from '#contract/search.ts';

/**
 * What to mark of a text because it was typed. As the search does, it ignores case, accents,
 * separators and leading zeros: `vw1155` is found in `VW 011 55`. Of each word one place is marked,
 * where a word begins if there is one.
 */
export function typedMarks(text: string, typed: string): Mark[] {
  const folded = fold(text);
  const marks = typed
    .split(/\s+/u)
    .map((word) => fold(word).letters)
    .filter((word) => word !== '')
    .flatMap((word) => markOf(word, folded) ?? []);
  return joined(marks);
}

/** The letters that are compared, with the place of each in the text, and whether a word begins there. */
type Folded = { letters: string; places: Place[] };
type Place = { from: number; to: number; begins: boolean };

const letter = /[\p{L}\p{N}]/u;
const digit = /\p{N}/u;

function fold(text: string): Folded {
  let letters = '';
  const places: Place[] = [];
  let begins = true;
  let inNumber = false; // a zero within a number counts
  let at = 0;
  for (const character of text) {
    const from = at;
    at += character.length;
    const isDigit = digit.test(character);
    if (!letter.test(character)) {
      begins = true;
      inNumber = false;
      continue;
    }
    const isLeadingZero = character === '0' && !inNumber && digit.test(text[at] ?? '');
    if (isLeadingZero) continue;
    for (const plain of plainLetters(character)) {
      letters += plain;
      places.push({ from, to: at, begins: begins || isDigit !== inNumber });
    }
    begins = false;
    inNumber = isDigit;
  }
  return { letters, places };
}

function plainLetters(character: string): string {
  return character.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

function markOf(word: string, { letters, places }: Folded): Mark[] | null {
  let within: Place[] | null = null;
  for (let at = letters.indexOf(word); at >= 0; at = letters.indexOf(word, at + 1)) {
    const found = places.slice(at, at + word.length);
    if (found[0]?.begins) return [markAround(found)];
    // Within a word, and not from the end of one into the next.
    if (!found.some(({ begins }) => begins)) within ??= found;
  }
  return within && [markAround(within)];
}

function markAround(places: Place[]): Mark {
  return [places[0]?.from ?? 0, places.at(-1)?.to ?? 0];
}

/** In order, and those that touch or overlap as one. */
function joined(marks: Mark[]): Mark[] {
  const result: Mark[] = [];
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
