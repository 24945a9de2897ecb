import type { PlacedWord } from './reading-order.ts';

// Words are what glyphs say: letters that touch are one word, whatever PDFium's text puts between them, and an accent upon
// a letter is that letter. LaTeX with older fonts writes `num´eros`.

/** A glyph's box: left, top, right, bottom, in PDFium's coordinates. */
type GlyphBox = readonly [number, number, number, number];

const marks: Record<string, string> = {
  '`': '\u0300',
  '´': '\u0301',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030A',
  '˝': '\u030B',
  ˇ: '\u030C',
  '¸': '\u0327',
  '˛': '\u0328',
};
const accents = /[`´ˆ˜¯˘˙¨˚˝ˇ¸˛]/u;
const ideograph = /[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]/;
const dotless: Record<string, string> = { ı: 'i', ȷ: 'j' };
// In heights of a glyph.
const [widestTouch, deepestTouch, widestBesideAccent] = [0.04, 0.12, 0.2];

/** A run of letters with accents upon them; `boxAt` is asked only where there is one. */
export function withAccents(letters: string, boxAt: (at: number) => GlyphBox | null): string {
  if (!accents.test(letters)) return letters;
  let text = '';
  for (let at = 0; at < letters.length; at++) {
    const [one, next] = [letters.charAt(at), letters.charAt(at + 1)];
    const whole = composed(one, next);
    const [box, other] = whole === null ? [null, null] : [boxAt(at), boxAt(at + 1)];
    if (whole === null || box === null || other === null || !isUpon(box, other)) text += one;
    else {
      text += whole;
      at += 1;
    }
  }
  return text;
}

/** Accent and letter, in either order, as one letter; null if there is none. */
function composed(one: string, next: string): string | null {
  const [letter, accent] = one in marks ? [next, one] : [one, next];
  const mark = marks[accent];
  if (mark === undefined || !/\p{L}/u.test(letter)) return null;
  const whole = ((dotless[letter] ?? letter) + mark).normalize('NFC');
  return whole.length === 1 ? whole : null;
}

/** Whether one is in the middle of the other. */
function isUpon([left, , right]: GlyphBox, [from, , to]: GlyphBox): boolean {
  const apart = Math.abs((left + right) / 2 - (from + to) / 2);
  return apart < 0.35 * Math.max(right - left, to - from);
}

/** Adds a word to the one before if their glyphs touch on one line; false if they do not. */
export function joinTouching(
  before: PlacedWord,
  last: GlyphBox,
  word: PlacedWord,
  first: GlyphBox,
): boolean {
  const height = Math.abs(last[1] - last[3]);
  const isLine =
    Math.abs(last[3] - first[3]) < 0.05 * height &&
    Math.abs(Math.abs(first[1] - first[3]) - height) < 0.05 * height;
  const ends = before.text.slice(-1) + word.text.charAt(0);
  if (!isLine || height === 0 || !/\p{L}/u.test(ends) || ideograph.test(ends)) return false;
  const gap = (first[0] - last[2]) / height;
  const whole = composed(before.text.slice(-1), word.text.charAt(0));
  const isAccent = whole !== null && isUpon(last, first);
  const isBesideAccent = accents.test(before.text.slice(-1)) || accents.test(word.text.charAt(0));
  const widest = isBesideAccent ? widestBesideAccent : widestTouch;
  // Letters set apart come one by one; of two words a narrow blank is one.
  const isLetter = isBesideAccent || before.text.length === 1 || word.text.length === 1;
  if (!isAccent && (!isLetter || gap > widest || gap < -deepestTouch)) return false;
  before.text = isAccent
    ? before.text.slice(0, -1) + whole + word.text.slice(1)
    : before.text + word.text;
  before.width = Math.max(before.width, word.left + word.width - before.left);
  before.direction = 'right';
  return true;
}
