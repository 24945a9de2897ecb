/** Several fields in one key: the second counts only where the first is equal. */
export function naturalKeyOf(fields: readonly string[]): string {
  // What the key folds together (`é` and `e`, `07` and `7`) the text itself then puts in order.
  return [...fields.map(naturalKey), ...fields].join('\u0001');
}

/**
 * A text whose plain comparison is the order people expect: letter case and accents do not count,
 * and numbers compare by value (`2` before `10`). Stored in a column, so that the database sorts by
 * an index instead of the event loop sorting 20,000 rows.
 */
export function naturalKey(text: string): string {
  const letters = isPlain.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '');
  return letters.toLowerCase().replace(/\d+/g, numberKey);
}

// Most texts are; a million of them are read in half the time.
const isPlain = /^[ -~]*$/;

// A longer number is a larger one, once its leading zeros are gone: its length goes in front. The
// digit in the middle keeps numbers where digits stand among other characters.
function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=.)/, '');
  return `0${String.fromCodePoint(0x30 + Math.min(value.length, 1000))}${value}`;
}
