// The words of the index: terms, also with marks, and what answers are filtered by. A word is a
// number: that of the term or filter, and in its lowest bits what it is.

/** Words of a document's number, of its description, and those that are frequent in it. */
export const inNumber = 1;
export const inTitle = 2;
export const often = 3;
/** What answers are filtered by is numbered on its own: see text_filters. */
const ofFilter = 4;
/** Three letters that terms have (term-parts.ts), whose rows are ids of terms. */
const ofTerms = 5;

export type Mark = 0 | typeof inNumber | typeof inTitle | typeof often;

const bitsOfMark = 3;
const markMask = (1 << bitsOfMark) - 1;
const bitsOfPart = 18;
export const partCount = 1 << bitsOfPart;
/** Words are kept as integers of 32 bits. */
export const mostId = 2 ** (31 - bitsOfMark) - 1;

export function termWord(id: number, mark: Mark = 0): number {
  return (id << bitsOfMark) | mark;
}

export function filterWord(id: number): number {
  return (id << bitsOfMark) | ofFilter;
}

/** The number of three letters. That some share a number only makes a few more terms to look at. */
export function partOf(first: number, second: number, third: number): number {
  const two = Math.imul(first, 0x9e3779b1) + second;
  const mixed = Math.imul(Math.imul(two, 0x85ebca6b) + third, 0xc2b2ae35);
  return mixed >>> (32 - bitsOfPart);
}

export function partWord(part: number): number {
  return (part << bitsOfMark) | ofTerms;
}

/** Whether its rows are terms, and not documents. */
export function isPart(word: number): boolean {
  return (word & markMask) === ofTerms;
}

/** The term that a word is without any mark; 0 for other words. */
export function plainTermOf(word: number): number {
  return (word & markMask) === 0 ? word >>> bitsOfMark : 0;
}

/** The filters by their names in text_filters. */
export const customerFilter = (customer_id: number) => `customer ${customer_id}`;
export const languageFilter = (language: string) => `language ${language}`;
export const latestFilter = 'latest';
