import type { Mark, Snippet } from '#contract/search.ts';

type Range = { start: number; end: number };

export const mostLetters = 240;
export const wantedLetters = 200;
/** So far a cut may move to be between two words. */
const mostMoved = 20;

/** A stretch of the text around what was found, from between two words to between two words. */
export function cutAround(
  text: string,
  from: number,
  to: number,
  wanted = wantedLetters,
  most = mostLetters,
): { start: number; end: number } {
  const found = Math.min(to - from, most);
  const room = Math.max(0, wanted - found);
  let start = Math.max(0, from - Math.floor(room / 3));
  let end = Math.min(text.length, Math.max(from + found, start + wanted));
  start = Math.max(0, Math.min(start, end - wanted));
  if (start > 0) start = wordStart(text, start, from);
  if (end < text.length) end = wordEnd(text, end, Math.min(to, end));
  return { start, end };
}

function wordStart(text: string, at: number, most: number): number {
  for (let moved = at; moved <= Math.min(most, at + mostMoved); moved++) {
    if (isSpace(text, moved - 1)) return moved;
  }
  return isLowHalf(text, at) ? at + 1 : at;
}

function wordEnd(text: string, at: number, least: number): number {
  for (let moved = at; moved >= Math.max(least, at - mostMoved); moved--) {
    if (isSpace(text, moved)) return moved;
  }
  return isLowHalf(text, at) ? at - 1 : at;
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

function isLowHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function merged(matches: readonly Range[]): Mark[] {
  const marks: Mark[] = [];
  for (const { start, end } of matches) {
    const before = marks.at(-1);
    if (before !== undefined && start <= before[1]) before[1] = Math.max(before[1], end);
    else marks.push([start, end]);
  }
  return marks;
}

/** Spaces and line ends as one space each, without control characters and halves of characters; matches marked. */
export function cleaned(
  text: string,
  start: number,
  end: number,
  matches: readonly Range[],
): Snippet {
  const marks = merged(matches.filter((match) => match.start >= start && match.end <= end));
  let clean = '';
  /** From here on the text is as it was: it is taken over as a whole. */
  let from = start;
  /** Where each unit of the part is now. */
  const moved: number[] = [];
  for (let at = start; at < end;) {
    moved[at - start] = clean.length + at - from;
    const unit = text.charCodeAt(at);
    if (isPlain(unit) || (unit === space && at > from && isPlain(text.charCodeAt(at - 1)))) {
      at++;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (/[\s\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(character)) {
      clean += text.slice(from, at);
      if (/\s/.test(character) && clean !== '' && !clean.endsWith(' ')) clean += ' ';
      from = at + character.length;
    }
    at += character.length;
  }
  clean += text.slice(from, end);
  const place = (at: number) => moved[at - start] ?? clean.length;
  return { text: clean.trimEnd(), marks: marks.map((mark) => [place(mark[0]), place(mark[1])]) };
}

const space = 0x20;

function isPlain(unit: number): boolean {
  return unit > space && unit < 0x7f;
}
