// The words around a revision: `Rev. C` is C, `Ausgabe 11/2019` is 11/2019, `3rd Edition` is 3.

/** Words that may be missing in some labels of a standard: `Rev. C` and `D` are one series. */
const words = {
  revision: 'revision|rev|révision|rév|revisión|revisione|index|ind|indice|änderungsindex',
  issue: 'issue|iss|ausgabe|ausg|edition|edn|ed|édition|éd|edición|edizione|auflage|aufl',
  version: String.raw`version|vers|ver|v(?=\.?\s*\d)`,
  date: 'stand|dated|date|datum|vom',
  number: 'number|num|no|nr|n°',
} as const;

type Word = keyof typeof words;

// `Rev. C`, `Rev:C`, `Rev-C`, `rev3`, `RevC`; but the `-` of `Rev -` is the revision.
const after = String.raw`(?:(?!\p{L})|(?<=rev)(?=\p{L}$))[.:]?\s*(?:[-_](?=[\p{L}\d]))?`;
const leading = Object.entries(words).map(
  ([word, spelled]) => [word as Word, new RegExp(`^(?:${spelled})${after}`, 'iu')] as const,
);

const ordinals = 'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth'.split('|');
/** `3rd Edition, June 2019`, `3. Ausgabe`, `Third edition`. */
const edition = new RegExp(
  String.raw`^(?:(?<count>\d{1,3})\s*(?:st|nd|rd|th|e|ème|ª|a|\.)?|(?<ordinal>${ordinals.join('|')}))\s*(?:${words.issue}|${words.revision})(?!\p{L})[.:,;\s]*(?<rest>.*)$`,
  'iu',
);
/** A word that we do not know: `Draft 3`; or the number of the standard: `1567:1999`. */
const unknown = /^(?:(?<word>\p{L}{3,})[.:]?\s+(?=\S)|(?<number>\d+):(?=\d{4}))/u;
/** Most labels. */
const wordless = /^(?:[a-z]{1,2}|[\d./-]+)$/i;
const languageMark = /(?<=\d)\s*\((?:e|en|f|fr|d|de)\)$/i;

/** No revision is called at such length; whatever it is, it is no scheme. */
const mostRead = 60;

/**
 * What is left of the labels of a standard without these words. Null where they have different words, as
 * `Issue 2` and `Rev 3`, which count different things; where only some have a word that we do not know,
 * as `Draft B` and `B`; or where one is too long.
 */
export function withoutWords(
  labels: readonly string[],
  isMonth: (word: string) => boolean,
): string[] | null {
  if (labels.some(({ length }) => length > mostRead)) return null;
  const split = labels.map((label) => splitWords(tidied(label), isMonth));
  const used = new Set(split.map(({ word }) => word));
  const known = [...used].filter((word) => word !== '');
  const isInAll = known.every((word) => !word.startsWith('?')) || used.size === 1;
  return known.length > 1 || !isInAll ? null : split.map(({ text }) => text);
}

/** One kind of dash, one kind of blank. */
export function tidied(label: string): string {
  if (wordless.test(label)) return label;
  return label
    .normalize('NFKC')
    .replace(/[‐-―−]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(languageMark, '');
}

function splitWords(
  label: string,
  isMonth: (word: string) => boolean,
): { word: string; text: string } {
  if (wordless.test(label)) return { word: '', text: label };
  const { count, ordinal = '', rest = '' } = edition.exec(label)?.groups ?? {};
  const counted = count ?? ordinals.indexOf(ordinal.toLowerCase()) + 1;
  if (counted !== 0) {
    // In brackets: without them it would read as the third of June.
    return { word: 'issue', text: rest === '' ? String(counted) : `${counted} (${rest})` };
  }
  const found: Word[] = [];
  let text = label;
  for (;;) {
    const [word, pattern] = leading.find(([, one]) => one.test(text)) ?? [];
    const shorter = pattern === undefined ? text : text.replace(pattern, '');
    if (word === undefined || shorter === '' || shorter === text) break;
    if (word !== 'number') found.push(word);
    text = shorter;
  }
  const { word = '', number } = (found.length === 0 && unknown.exec(text)?.groups) || {};
  const other = number ?? word.toLowerCase();
  if (other === '' || isMonth(other)) return { word: found.join(' '), text };
  return { word: `?${other}`, text: text.replace(unknown, '') };
}
