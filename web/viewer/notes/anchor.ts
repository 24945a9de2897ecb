import { boxAround } from '#contract/note-drawing.ts';
import type { PageWord } from '#contract/notes.ts';
import type { Box } from '#contract/redline.ts';
import { isInside, roundedBox } from './note-geometry.ts';

/** Words of a page that follow each other, by their numbers in the order of reading. */
export type WordRange = [from: number, to: number];

// A selection that leaves out a word or two, as of a raised digit, is one.
const smallestGap = 2;

/** The words whose middle lies in what was selected, as ranges of words that follow each other. */
export function selectedRanges(words: readonly PageWord[], selected: readonly Box[]): WordRange[] {
  const ranges: WordRange[] = [];
  for (const [at, [, left, top, width, height]] of words.entries()) {
    const middle = { x: left + width / 2, y: top + height / 2 };
    if (!selected.some((box) => isInside(middle, box))) continue;
    const last = ranges.at(-1);
    if (last !== undefined && at - last[1] <= smallestGap) last[1] = at;
    else ranges.push([at, at]);
  }
  return ranges;
}

/** The first place where the typed words follow each other, without case and punctuation; null if there is none. */
export function rangeOfText(words: readonly PageWord[], typed: string, from = 0): WordRange | null {
  const wanted = typed.split(/\s+/).map(plain).filter(Boolean);
  if (wanted.length === 0) return null;
  const plainWords = words.map(([text]) => plain(text));
  for (let at = from; at + wanted.length <= words.length; at++) {
    const isHere = wanted.every((word, next) => plainWords[at + next]?.includes(word));
    if (isHere) return [at, at + wanted.length - 1];
  }
  return null;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

export function textOfRange(words: readonly PageWord[], [from, to]: WordRange): string {
  return words
    .slice(from, to + 1)
    .map(([text]) => text)
    .join(' ');
}

/** One box for the words of a line that are next to each other. */
export function boxesOfRange(words: readonly PageWord[], [from, to]: WordRange): Box[] {
  const lines: Box[] = [];
  for (const [, ...box] of words.slice(from, to + 1)) {
    const line = lines.at(-1);
    if (line !== undefined && isNextTo(line, box)) lines[lines.length - 1] = boxAround([line, box]);
    else lines.push(box);
  }
  return lines.map(roundedBox);
}

// In a justified line a blank may be as wide as two letters are high; the gap between columns is wider.
const widestGap = 2;

function isNextTo(line: Box, box: Box): boolean {
  const overlap = Math.min(line[1] + line[3], box[1] + box[3]) - Math.max(line[1], box[1]);
  const gap = box[0] - (line[0] + line[2]);
  const height = Math.min(line[3], box[3]);
  return overlap > height / 2 && gap > -height && gap < widestGap * height;
}
