const plain = /^[ !"$%&()*+,./0-9:;<=>?@A-Z[\\\]^_a-z{|}~#]+$/;
const hyphens = /[\u2010-\u2015\u2212\u00AD\uFE58\uFE63\uFF0D]/g;
const quotes = /[\u2018\u2019\u201A\u201B\u2032`\u00B4]/g;
const doubleQuotes = /[\u201C-\u201F\u2033\u00AB\u00BB]/g;
// Unicode's compatibility form would make 10² the number 102.
const raised = /[\u00B2\u00B3\u00B9\u2070-\u207F]/g;
// The dots between a title and its page; their number says nothing.
const leader = /^(?:…|[.…·]{2,})$/;
// The dot after the number of a clause.
const numberWithDot = /^\d+(?:\.\d+)+\.$/;

/** Two words with the same key are equal. Kinds of ligatures, hyphens and quotation marks do not matter; capitals do. */
export function wordKey(text: string): string {
  if (leader.test(text)) return '…';
  if (numberWithDot.test(text)) return text.slice(0, -1);
  if (plain.test(text)) return text;
  return text
    .replace(raised, (digit) => `^${digit}`)
    .normalize('NFKC')
    .replaceAll('∆', 'Δ') // the sign of a difference, with which groff prints the letter
    .replace(hyphens, '-')
    .replace(quotes, "'")
    .replace(doubleQuotes, '"');
}
