import type { Note } from './notes.ts';
import type { Box } from './redline.ts';

// How a note is drawn, in points: the same on the screen and in the copy of a PDF. No schema here: the web imports it whole.

export type Point = { x: number; y: number };
export type Stroke = readonly (readonly [x: number, y: number, pressure: number])[];
/** A part of a stroke, drawn with one width. */
type InkPath = { d: string; width: number };

/** The words below a signature take this share of its height. */
const sealShare = 0.3;
export const textPadding = 4;
export const lineHeight = 1.25;

/** Three decimals, as the server keeps them. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The smallest box around all of them. */
export function boxAround(boxes: readonly Box[]): Box {
  const [first = [0, 0, 0, 0], ...others] = boxes;
  let [left, top] = first;
  let [right, bottom] = [left + first[2], top + first[3]];
  for (const [x, y, width, height] of others) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return [left, top, right - left, bottom - top];
}

const levels = 6;
/** From the lightest to the hardest pressure a pen draws this share of its width. */
const [lightest, hardest] = [0.4, 1.6];
/** What a mouse or finger reports. */
export const evenPressure = 0.5;

/** Smooth lines through the points of a stroke; as many as the pressure has levels in it. */
export function inkPaths(stroke: Stroke, penWidth: number): InkPath[] {
  const levelOf = (pressure: number) => Math.round(Math.max(0, Math.min(1, pressure)) * levels);
  const parts: { level: number; points: Point[] }[] = [];
  for (const [x, y, pressure] of stroke) {
    const last = parts.at(-1);
    const level = levelOf(pressure);
    if (last?.level === level) last.points.push({ x, y });
    else {
      last?.points.push({ x, y }); // without a gap between two widths
      parts.push({ level, points: [{ x, y }] });
    }
  }
  return parts.map(({ level, points }) => ({
    d: smoothLine(points),
    width: rounded(penWidth * widthShare(level / levels)),
  }));
}

function widthShare(pressure: number): number {
  const slope = pressure < evenPressure ? 1 - lightest : hardest - 1;
  return 1 + (pressure - evenPressure) * 2 * slope;
}

/** Curves from middle to middle, with the points between as their controls. */
function smoothLine(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const text = ({ x, y }: Point) => `${rounded(x)} ${rounded(y)}`;
  const last = rest.pop();
  if (last === undefined) return `M${text(first)}l0 0.001`; // a dot: browsers draw no line of no length
  const curves = rest.map((point, at) => {
    const next = rest[at + 1] ?? last;
    const isEnd = at === rest.length - 1;
    return `Q${text(point)} ${text(isEnd ? last : middleOf(point, next))}`;
  });
  return `M${text(first)}${curves.length === 0 ? `L${text(last)}` : curves.join('')}`;
}

function middleOf(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** The text in lines that are not wider than this, for letters of this size; `measure` is for letters of size 1. */
export function wrapText(
  text: string,
  { width, size }: { width: number; size: number },
  measure: (text: string) => number,
): string[] {
  const fits = (line: string) => measure(line) * size <= width;
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      const pieces = pieced(word, fits);
      line = pieces.pop() ?? '';
      lines.push(...pieces);
    }
    return [...lines, line];
  });
}

/** A word that is wider than the box, cut where it must be. */
function pieced(word: string, fits: (text: string) => boolean): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const letter of word) {
    if (piece !== '' && !fits(piece + letter)) {
      pieces.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return [...pieces, piece];
}

/** Lines as large as their box allows, with the middle of each and its baseline. A long text is broken at spaces. */
export function fittedLines(text: string, [left, top, width, height]: Box) {
  const sizeOf = (lines: readonly string[]) => {
    const longest = Math.max(1, ...lines.map((line) => line.length));
    return Math.min((height * 0.62) / lines.length, (width * 1.55) / longest);
  };
  const choices = [1, 2, 3].map((count) => brokenInto(text, count));
  const [lines = []] = choices.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const size = sizeOf(lines);
  const middle = top + height / 2 - ((lines.length - 1) * size * 1.1) / 2;
  const x = left + width / 2;
  return {
    size,
    lines: lines.map((line, at) => ({ line, x, y: middle + size * (0.35 + at * 1.1) })),
  };
}

/** Each line of a text as this many lines of about the same length. */
function brokenInto(text: string, count: number): string[] {
  const fits = (letters: number) =>
    wrapText(text, { width: letters, size: 1 }, (line) => line.length);
  const wanted = text.split('\n').length * count;
  const longest = Math.max(1, ...text.split('\n').map((line) => line.length));
  for (let letters = Math.ceil(longest / count); letters < longest; letters++) {
    const lines = fits(letters);
    if (lines.length <= wanted && !hasCutWord(text, lines)) return lines;
  }
  return text.split('\n');
}

function hasCutWord(text: string, lines: readonly string[]): boolean {
  return lines.join(' ') !== text.replaceAll('\n', ' ');
}

/** The frame of a stamp within its box. */
export function stampFrame([left, top, width, height]: Box) {
  const inset = Math.min(2, height / 10);
  return {
    x: left + inset,
    y: top + inset,
    width: Math.max(0, width - 2 * inset),
    height: Math.max(0, height - 2 * inset),
    radius: height / 8,
    line: Math.max(1, height / 18),
  };
}

/** The line below or through words in this box. */
export function markLine([, top, , height]: Box, style: 'underline' | 'strike') {
  const y = style === 'underline' ? top + height : top + height * 0.55;
  return { y, line: Math.max(0.8, height / 12) };
}

/** Below a signature: who signed and when, by the server, and what it is. */
export function sealLines({ look, signed }: Pick<Note, 'look' | 'signed'>): string[] {
  const { label, picture } = look;
  const drawn = label === undefined ? 'drawn signature' : 'typed signature';
  const words = `${picture === undefined ? drawn : 'picture of a signature'}, no electronic seal`;
  if (signed === null) return [words];
  return [`${signed.name} (${signed.account}), ${signed.at.slice(0, 10)}`, words];
}

/** The upper part of a signature, and the words below it. */
export function signatureParts([left, top, width, height]: Box, words: readonly string[]) {
  const above: Box = [left, top, width, height * (1 - sealShare)];
  const longest = Math.max(...words.map((line) => line.length));
  const size = Math.min((height * sealShare * 0.8) / words.length, (width * 1.9) / longest);
  const lines = words.map((line, at) => ({
    line,
    x: left + width / 2,
    y: top + height - size * (0.35 + (words.length - 1 - at) * 1.15),
  }));
  return { above, seal: { size, lines } };
}

const inkShare = 0.92;

/** A signature with its strokes as large as the box allows, above the words. */
export function signatureIn(look: Note['look'], box: Box): Note['look'] {
  if (look.strokes === undefined) return look;
  const dots = look.strokes.flat().map(([x, y]): Box => [x, y, 0, 0]);
  const [left, top, width, height] = boxAround(dots);
  const above = box[3] * (1 - sealShare);
  const scale = Math.min(
    (box[2] * inkShare) / Math.max(1, width),
    (above * inkShare) / Math.max(1, height),
  );
  const x = box[0] + (box[2] - width * scale) / 2;
  const y = box[1] + (above - height * scale) / 2;
  const strokes = look.strokes.map((stroke) =>
    stroke.map(([across, down, pressure]): [number, number, number] => [
      rounded(x + (across - left) * scale),
      rounded(y + (down - top) * scale),
      pressure,
    ]),
  );
  return { ...look, size: rounded((look.size ?? 2) * scale), strokes };
}
