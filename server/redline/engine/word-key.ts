const plain = /^[ !"$%&()*+,./0-9:;<=>?@A-Z[\\\]^_a-z{|}~#]+$/;
const hyphens = /[\u2010-\u2015\u2212\u00AD\uFE58\uFE63\uFF0D]/g;
const quotes = /[\u2018\u2019\u201A\u201B\u2032`\u00B4]/g;
const doubleQuotes = /[\u201C-\u201F\u2033\u00AB\u00BB]/g;
// Unicode's compatibility form would make 10² the number 102.
const raised = /[\u00B2\u00B3\u00B9\u2070-\u207F]/g;
const hyphenInWord = /(?<=\p{L})-(?=\p{L})/gu;

/**
 * What is compared: two words with one key are the same. Ligatures, hyphens and quotation marks of any
 * kind are equal; a hyphen between letters does not count, as nobody knows whether one at the end of a
 * line belongs to the word. Capitals count.
 */
export function wordKey(text: string): string {
  if (plain.test(text)) return text;
  return text
    .replace(raised, (digit) => `^${digit}`)
    .normalize('NFKC')
    .replace(hyphens, '-')
    .replace(quotes, "'")
    .replace(doubleQuotes, '"')
    .replace(hyphenInWord, '');
}
