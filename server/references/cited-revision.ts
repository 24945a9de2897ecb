const names =
  'revisions?|revision|révision|rév|revisión|rev|issue|iss|edition|édition|edición|ed|ausgabe|index|indice|índice|stand|version|ver|fassung';
const date = String.raw`\d{4}(?:[-–./]{1,2}\d{1,2}){1,2}`;
const step = String.raw`[A-Z]{0,2}\d{1,4}(?:\.\d{1,2})?[a-z]?|[A-Z]{1,2}|[a-z]`;
const end = String.raw`(?![\p{L}\p{N}])`;

const patterns = [
  // `VW 011 55:2009-04`, `ISO 1567:1999`
  new RegExp(`^:\\s?(${date}|\\d{4})${end}`, 'u'),
  // `Rev. 4`, `, Issue: F`, `(Ausgabe 2009-04)`
  new RegExp(`^[,;\\s(\\[]*(?:${capitalsToo(names)})[.:]?\\s?(${date}|${step})${end}`, 'u'),
  // `3rd Edition`, `2. Ausgabe`
  new RegExp(
    `^[,;\\s(\\[]*(\\d{1,3})(?:st|nd|rd|th|\\.|e|ª)\\s(?:${capitalsToo(names)})${end}`,
    'u',
  ),
  // `NV 50180 (2009-04)`
  new RegExp(`^\\s?[(\\[](${date})[)\\]]`, 'u'),
];

/** The revision named right after a number, as written; null if there is none. */
export function revisionAfter(text: string): string | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

/** The words in any case. The revision itself is case-sensitive: `Rev. a` is one, `Edition of` is not. */
function capitalsToo(words: string): string {
  const [first = '', ...others] = words.split('|');
  const spellings = (word: string) => [
    word,
    word.charAt(0).toUpperCase() + word.slice(1),
    word.toUpperCase(),
  ];
  return [first, ...others].flatMap(spellings).join('|');
}
