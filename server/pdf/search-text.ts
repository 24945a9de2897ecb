// Korean puts spaces between its words; Chinese and Japanese do not.
const ideograph = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー。、]`;
const spaceBetween = new RegExp(`(?<=${ideograph}) (?=${ideograph})`, 'gu');

// All ideographs are in this range; most texts have none.
const mayBeIdeograph = /[\u2E80-\uFFFD]/;

/** The positions of spaces between two Chinese or Japanese characters. */
export function spacesBetweenIdeographs(text: string): number[] {
  if (!mayBeIdeograph.test(text)) return [];
  return Array.from(text.matchAll(spaceBetween), ({ index }) => index);
}

/**
 * The text for searching. PDFium writes the hyphen at the end of a line as U+FFFE, followed by the
 * next line; control characters come from odd fonts.
 */
export function searchable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\uFFFE\u00AD]\n?/g, '')
    .replace(/[\0-\x08\v-\x1F\x7F-\x9F\uFFFF]/g, '');
}
