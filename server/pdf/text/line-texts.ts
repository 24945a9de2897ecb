import type { PlacedWord } from './reading-order.ts';
import { brokenOff } from './words.ts';

// Chinese and Japanese; Korean puts spaces between its words.
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー。、]/u;

/** The words of a line as text. Slightly separated Chinese or Japanese characters have no blank between. */
export function textOfLine(words: readonly PlacedWord[]): string {
  let text = '';
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    text += before === undefined || isOneWord(before, word) ? word.text : ` ${word.text}`;
  }
  return text;
}

function isOneWord(before: PlacedWord, word: PlacedWord): boolean {
  const isNear = distance(before, word) < 0.5 * Math.max(before.width, before.height);
  if (word.isGlued) return isNear;
  return word.text.charCodeAt(0) >= 0x2e80 && isNear && areIdeographs(before.text, word.text);
}

function areIdeographs(before: string, after: string): boolean {
  return ideograph.test(before.slice(-1)) && ideograph.test(after.charAt(0));
}

function distance(one: PlacedWord, other: PlacedWord): number {
  const across = Math.max(other.left - one.left - one.width, one.left - other.left - other.width);
  const down = Math.max(other.top - one.top - one.height, one.top - other.top - other.height);
  return Math.max(across, down);
}

/** Joins letters set apart, and marks words that continue on the next line. */
export function withWholeWords(lines: readonly PlacedWord[][]): PlacedWord[][] {
  const joined = lines.map(joinSetApart);
  for (const [at, line] of joined.entries()) {
    const [last, next] = [line.at(-1), joined[at + 1]?.[0]];
    if (last !== undefined && next !== undefined && isBroken(last.text, next.text)) {
      last.text = last.text.slice(0, -1) + brokenOff;
    }
  }
  return joined;
}

// After these the hyphen is for a part left out, as in `nut- and bolt-shaped`.
const joiningWords = /^(?:and|or|to|und|oder|bis|sowie|et|ou|y|o|e)$/;

/** Whether the hyphen at the end of a line breaks a word. */
export function isBroken(last: string, next: string): boolean {
  return /\p{L}[-\u2010]$/u.test(last) && /^\p{Ll}/u.test(next) && !joiningWords.test(next);
}

const fewestSetApart = 4;
const letter = /\p{L}/u;

/** Joins `t y p e` to one word, if its blanks are narrower than those between the words; and dots to a leader. */
function joinSetApart(line: PlacedWord[]): PlacedWord[] {
  if (line.length < fewestSetApart) return line;
  const joined: PlacedWord[] = [];
  for (let at = 0; at < line.length;) {
    let end = at;
    while (end < line.length && isSingle(line[end])) end += 1;
    if (end - at >= fewestSetApart) joined.push(...joinLetters(line.slice(at, end), line));
    else joined.push(...line.slice(at, Math.max(end, at + 1)));
    at = Math.max(end, at + 1);
  }
  return joined.length === line.length ? line : joined;
}

function isSingle(word: PlacedWord | undefined): boolean {
  return word?.text.length === 1 && word.text.charCodeAt(0) < 0x2e80;
}

function joinLetters(letters: PlacedWord[], line: readonly PlacedWord[]): PlacedWord[] {
  const blanks = blanksOf(letters);
  const usual = blanks.toSorted((one, other) => one - other)[blanks.length >> 2] ?? 0;
  const height = letters[0]?.height ?? 0;
  const others = line.filter((word) => !letters.includes(word));
  const isLeader = letters.every(({ text }) => text === '.' || text === '·');
  // A row of single digits is a row of numbers.
  const isWord = letters.filter(({ text }) => letter.test(text)).length * 2 >= letters.length;
  const isApart = isLeader || (isWord && usual > 0.05 * height && usual < 0.7 * height);
  if (!isApart || blanksOf(others).some((blank) => blank > 0 && blank < 1.4 * usual))
    return letters;
  const joined: PlacedWord[] = [];
  for (const [at, letter] of letters.entries()) {
    const word = joined.at(-1);
    if (word === undefined || (blanks[at - 1] ?? 0) > 1.4 * usual) joined.push({ ...letter });
    else {
      word.text += letter.text;
      word.width = letter.left + letter.width - word.left;
      word.direction = 'right';
    }
  }
  return joined;
}

function blanksOf(words: readonly PlacedWord[]): number[] {
  return words.slice(1).map((word, at) => {
    const before = words[at];
    return before === undefined ? 0 : word.left - before.left - before.width;
  });
}
