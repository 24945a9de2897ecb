/**
 * A text as it is searched: case, accents, width and ligatures do not count. `Überzüge` is
 * `uberzuge`, `ß` is `ss`, `ﬁ` is `fi`, `ＧＭＷ` is `gmw`. Folding it again changes nothing. `ae`
 * typed for `ä` is handled at the query: see withoutSpelledUmlauts.
 */
export function foldText(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase();
  if (isLatin.test(text)) return text.replace(notPlain, latinLetter).toLowerCase();
  return foldedAsAWhole(text);
}

function foldedAsAWhole(text: string): string {
  const letters = text.toWellFormed().normalize('NFKD').replace(notCounted, '').toLowerCase();
  // What lower case and letters of their own make anew is decomposed once more; kana and Hangul,
  // whose marks make other letters, are put together again.
  return letters
    .replace(ownLetters, ownLetter)
    .normalize('NFKD')
    .replace(notCounted, '')
    .normalize('NFC');
}

// Most texts are; they are folded in a tenth of the time.
const isPlain = /^[\0-\x7f]*$/;

// Here no letter depends on those beside it, and each has to be folded only once.
const isLatin = /^[\0-\u024f]*$/;
const notPlain = /[\x80-\u024f]/g;
const latinLetters: string[] = [];

function latinLetter(letter: string): string {
  return (latinLetters[letter.charCodeAt(0)] ??= foldedAsAWhole(letter));
}

// Accents of Latin, Greek and Cyrillic letters, and what is not seen at all: soft hyphens, joiners.
// oxlint-disable-next-line no-misleading-character-class -- each is meant for itself
const notCounted =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u200b-\u200f\u2060\ufeff]/g;

// Letters that Unicode takes for letters of their own, and people do not.
const ownLetters = /[ßæœøłđðþħıŋς]/g;
const spelled: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ς: 'σ',
};

function ownLetter(letter: string): string {
  return spelled[letter] ?? letter;
}

/**
 * The folded word with `a`, `o`, `u` for each `ae`, `oe`, `ue`; null when it has none. `ä` is folded
 * to `a` and not to `ae`, as people leave out dots more often than they spell them out, and `ae` of
 * a number such as `AE 100` has to stay. So a query with `ueberzuege` is searched as both.
 */
export function withoutSpelledUmlauts(folded: string): string | null {
  const without = folded.replace(spelledUmlaut, '$1');
  return without === folded ? null : without;
}

// `neue`, `bauen` and `quer` have no umlaut.
const spelledUmlaut = /([ao]|(?<![aeq])u)e/g;

/**
 * A number as it is searched: folded, without signs, and without the zeros that lead a run of digits.
 * `VW 011 55`, `VW-11-55` and `vw1155` have the same key.
 */
export function codeKey(text: string): string {
  return codeKeyOfFolded(foldText(text));
}

/** The same of a text that is folded. */
export function codeKeyOfFolded(folded: string): string {
  // Once more at the end, as in `A-0-5` a zero leads only when its sign is gone.
  return withoutLeadingZeros(compact(withoutLeadingZeros(folded)));
}

/** A folded text without its signs: only letters and digits stay. */
export function compact(folded: string): string {
  return folded.replace(isPlain.test(folded) ? plainSigns : signs, '');
}

const plainSigns = /[^a-z0-9]+/g;
const signs = /[^\p{L}\p{N}\p{M}]+/gu;

/** `011` is `11`, `0` stays. */
export function withoutLeadingZeros(folded: string): string {
  return folded.includes('0') ? folded.replace(leadingZeros, '') : folded;
}

const leadingZeros = /(?<![0-9])0+(?=[0-9])/g;
