/** Words of a document's number, of its description, and those that are frequent in it. */
export const inNumber = '#';
export const inTitle = '=';
export const often = '^';

/** What answers are filtered by, as words of the index. */
export const customerWord = (customer_id: number) => `@c${customer_id}`;
export const latestWord = '@n';

/** A language is free text; as hexadecimal digits it is one word. */
export const languageWord = (language: string) =>
  `@l${Buffer.from(language, 'utf8').toString('hex')}`;

const digits = Buffer.from('0123456789abcdefghijklmnopqrstuv');
const digitsOfTerm = 6;
const mostId = 2 ** 30 - 1;
const factor = 0x9e3779b1;
/** Their product is 1, of 30 bits. */
const inverse = 0xe8b2f51;

/** A term as a word of the index: its id, which is shorter. */
export function termWord(id: number): string {
  const bytes = Buffer.alloc(digitsOfTerm);
  putTermWord(id, bytes, 0);
  return bytes.toString('latin1');
}

/** Null for a word that has a mark, or is a filter's. */
export function idOfTermWord(word: string): number | null {
  if (!/^[0-9a-v]{6}$/.test(word)) return null;
  let product = 0;
  for (const digit of Buffer.from(word).toReversed())
    product = (product << 5) | digits.indexOf(digit);
  return Math.imul(product, inverse) & mostId;
}

/**
 * Writes a term's word, and gives where it ends. Ids are multiplied so that those that follow each
 * other look different: FTS5 keeps words by a hash that is nearly the same for `a1b2` and `a1b3`.
 */
export function putTermWord(id: number, bytes: Uint8Array, at: number): number {
  let rest = Math.imul(id, factor);
  for (let digit = 0; digit < digitsOfTerm; digit++) {
    bytes[at + digit] = digits[rest & 31] ?? 0;
    rest >>>= 5;
  }
  return at + digitsOfTerm;
}
