import type { Pdfium } from '../pdfium.ts';
import type { WasmMemory } from '../wasm-memory.ts';
import {
  addRaised,
  isRaisedBy,
  mayBeRaised,
  raisedHead,
  raisedTail,
  withRaisedHead,
  withRaisedTail,
} from './raised-digits.ts';
import { joinTouching, withAccents } from './glyphs.ts';
import type { PlacedWord } from './reading-order.ts';
import { brokenOff } from './words.ts';

// PDFium's code for the hyphen of a word that continues on the next line.
const lineEndHyphen = 0xfffe;
const softHyphen = 0xad;

/**
 * The words of a page with their positions, as they are painted. Of most words only the boxes of the first
 * and the last letter are read: on one line, the others are between them.
 */
export function printedWords(
  pdfium: Pdfium,
  memory: WasmMemory,
  { page, textPage, read }: { page: number; textPage: number; read: string },
): PlacedWord[] {
  if (read === '') return [];
  const placeWord = placingOn(placeOnPage(pdfium, memory, page));
  const isPlain = pdfium.FPDFText_CountChars(textPage) === read.length;
  // Glyphs without a character are not in the text.
  const indexOf = (at: number) =>
    isPlain ? at : pdfium.FPDFText_GetCharIndexFromTextIndex(textPage, at);
  const words: PlacedWord[] = [];
  memory.with(72, (into) => {
    let boxes = new Float32Array(memory.bytes.buffer, into, 8);
    const readBox = (at: number, second: boolean) =>
      pdfium.FPDFText_GetLooseCharBox(textPage, indexOf(at), into + (second ? 16 : 0)) !== 0;
    const baselineOf = (at: number) => {
      pdfium.FPDFText_GetCharOrigin(textPage, indexOf(at), into + 32, into + 40);
      return new Float64Array(memory.bytes.buffer, into + 40, 1)[0] ?? 0;
    };
    const narrow = narrowing((at) => {
      const size = pdfium.FPDFText_GetFontSize(textPage, indexOf(at));
      if (pdfium.FPDFText_GetMatrix(textPage, indexOf(at), into + 48) === 0) return 0;
      return size * Math.abs(new Float32Array(memory.bytes.buffer, into + 48, 6)[3] ?? 0);
    }, baselineOf);
    let end = -1;
    let last: GlyphBox = [0, 0, 0, 0];
    const boxAt = (at: number): GlyphBox | null =>
      pdfium.FPDFText_GetLooseCharBox(textPage, indexOf(at), into + 32) !== 0
        ? boxIn(new Float32Array(memory.bytes.buffer, into + 32, 4))
        : null;
    findRuns(read, (from, to, isBroken, isClean) => {
      const hasFirst = readBox(from, false);
      const hasLast = to - from > 1 && readBox(to - 1, true);
      // PDFium's memory has grown, so the old view is invalid.
      if (boxes.length === 0) boxes = new Float32Array(memory.bytes.buffer, into, 8);
      if (hasFirst) narrow(from, boxes.subarray(0, 4));
      if (hasLast) narrow(to - 1, boxes.subarray(4));
      if (!hasFirst) boxes.copyWithin(0, 4);
      if (!hasLast) boxes.copyWithin(4, 0);
      if (!hasFirst && !hasLast) boxes.fill(0);
      const [first, final] = [boxIn(boxes), boxIn(boxes.subarray(4))];
      const letters = read.slice(from, to);
      const whole = withAccents(letters, (at) => boxAt(from + at));
      const text = isClean ? whole : whole.replaceAll(unwanted, '');
      const word = placeWord(isBroken ? text + brokenOff : text, boxes, from === end);
      word.letter = indexOf(from);
      const height = (boxes[1] ?? 0) - (boxes[3] ?? 0);
      const isRaised = (at: number, base: number) =>
        isRaisedBy(baselineOf(at) - baselineOf(base), height);
      const tail = isClean ? raisedTail(letters, (at) => isRaised(from + at, from)) : 0;
      const before = words[words.length - 1];
      const head = isClean ? raisedHead(letters, (at) => isRaised(from + at, to - 1)) : 0;
      if (tail > 0) words.push(...withRaisedTail(word, tail));
      else if (head > 0) words.push(...withRaisedHead(word, head));
      else if (before !== undefined && mayBeRaised(before, word) && isRaised(from, end - 1)) {
        addRaised(words, before, word);
      } else if (
        before?.direction === 'left' ||
        from === end ||
        from > end + 2 || // two letters are a line break, which PDFium may see within a line
        before === undefined ||
        !joinTouching(before, last, word, first)
      ) {
        words.push(word);
      }
      end = to;
      last = final;
    });
  });
  return words;
}

type GlyphBox = readonly [number, number, number, number];
const boxIn = (boxes: Float32Array): GlyphBox => [
  boxes[0] ?? 0,
  boxes[1] ?? 0,
  boxes[2] ?? 0,
  boxes[3] ?? 0,
];

// In sizes of the font. Fonts for mathematics claim boxes of up to seven, which would cover the lines around.
const tallestBox = 2;
const [ascent, descent] = [0.9, 0.3];

/** Makes the boxes of fonts with too tall ones usual; the heights that were checked are kept. */
function narrowing(sizeOf: (at: number) => number, baselineOf: (at: number) => number) {
  const tooTall = new Map<number, number>();
  return (at: number, box: Float32Array): void => {
    const height = (box[1] ?? 0) - (box[3] ?? 0);
    let size = tooTall.get(height);
    if (size === undefined) {
      size = sizeOf(at);
      if (height <= tallestBox * size) size = 0;
      tooTall.set(height, size);
    }
    if (size === 0) return;
    const base = baselineOf(at);
    box[1] = base + ascent * size;
    box[3] = base - descent * size;
  };
}

/** The words of a note or field, each with the box of the whole, as its letters have no boxes. */
export function addedWords(
  pdfium: Pdfium,
  memory: WasmMemory,
  { page, annotation, value }: { page: number; annotation: number; value: string },
): PlacedWord[] {
  const placeWord = placingOn(placeOnPage(pdfium, memory, page));
  const box = memory.with(16, (into) => {
    if (pdfium.FPDFAnnot_GetRect(annotation, into) === 0) return new Float32Array(4);
    return new Float32Array(memory.bytes.buffer, into, 4).slice();
  });
  const boxes = Float32Array.of(...box, ...box);
  const words: PlacedWord[] = [];
  findRuns(value, (from, to) =>
    words.push(placeWord(value.slice(from, to).replaceAll(unwanted, ''), boxes, false)),
  );
  return words;
}

// Control characters come from odd fonts; a soft hyphen within a line is invisible.
const unwanted = /[\p{Cc}\u00AD\uFFFF]/gu;

/** Calls `onRun` for every run of letters. */
function findRuns(
  read: string,
  onRun: (from: number, to: number, isBroken: boolean, isClean: boolean) => void,
): void {
  let from = -1;
  let isClean = true;
  const end = (to: number, isBroken: boolean) => {
    if (from >= 0) onRun(from, to, isBroken, isClean);
    from = -1;
    isClean = true;
  };
  for (let at = 0; at < read.length; at++) {
    const code = read.charCodeAt(at);
    if (isBlank(code)) end(at, false);
    else if (code === lineEndHyphen || (code === softHyphen && isLineEnd(read, at + 1))) {
      end(at, true);
    } else if (isIdeograph(code)) {
      end(at, false);
      from = at;
      if (isHighSurrogate(code)) at += 1;
      end(at + 1, false);
    } else if (isControl(code)) isClean = false;
    else if (from < 0) {
      from = at;
      isClean = true;
    }
  }
  end(read.length, false);
}

function isBlank(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0xa0) return false;
  return code === 0xa0 || (code >= 0x2000 && code <= 0x200b) || code === 0x3000 || code === 0x202f;
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code === softHyphen || code === 0xffff;
}

function isLineEnd(read: string, at: number): boolean {
  return at >= read.length || read[at] === '\r' || read[at] === '\n';
}

/** Han, Hiragana and Katakana, which are written without spaces. */
function isIdeograph(code: number): boolean {
  if (code < 0x2e80) return false;
  return (
    (code >= 0x3001 && code <= 0x3007) ||
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x31f0 && code <= 0x31ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff61 && code <= 0xff9f) ||
    (code >= 0xd840 && code <= 0xd888) // the high halves of rare Han
  );
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** Where a height in PDFium's coordinates is on the page as shown, from above. */
export function topOnPage(pdfium: Pdfium, memory: WasmMemory, page: number, y: number): number {
  const { top } = placeOnPage(pdfium, memory, page);
  return top[0] + top[2] * y;
}

/** Maps a point of PDFium to the page as shown: x = left[0] + left[1] * x + left[2] * y. */
type Placing = {
  left: readonly [number, number, number];
  top: readonly [number, number, number];
};

/** The map from PDFium's coordinates to the page as shown: cropped, rotated, from the upper left. */
function placeOnPage(pdfium: Pdfium, memory: WasmMemory, page: number): Placing {
  const [origin, across, up] = memory.with(8, (into) => {
    // PDFium returns whole numbers, so the page is scaled up first.
    const enlarged = (points: number) => Math.round(Math.min(points, 1e6) * finer);
    const width = enlarged(pdfium.FPDF_GetPageWidthF(page));
    const height = enlarged(pdfium.FPDF_GetPageHeightF(page));
    const shownAt = (x: number, y: number) => {
      pdfium.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, into, into + 4);
      return { x: memory.integer(into) / finer, y: memory.integer(into + 4) / finer };
    };
    return [shownAt(0, 0), shownAt(step, 0), shownAt(0, step)] as const;
  });
  return {
    left: [origin.x, (across.x - origin.x) / step, (up.x - origin.x) / step],
    top: [origin.y, (across.y - origin.y) / step, (up.y - origin.y) / step],
  };
}

/** Makes words between the boxes of their first and last letter. */
function placingOn({ left, top }: Placing) {
  const [x, xx, xy] = left;
  const [y, yx, yy] = top;
  return (text: string, boxes: Float32Array, isGlued: boolean): PlacedWord => {
    const [x0, x1] = [lowest(boxes, 0), highest(boxes, 0)];
    const [y0, y1] = [lowest(boxes, 1), highest(boxes, 1)];
    const left0 = x + xx * x0 + xy * y0;
    const left1 = x + xx * x1 + xy * y1;
    const top0 = y + yx * x0 + yy * y0;
    const top1 = y + yx * x1 + yy * y1;
    const [across, up] = [middle(boxes, 4) - middle(boxes, 0), middle(boxes, 5) - middle(boxes, 1)];
    return {
      text,
      left: Math.min(left0, left1),
      top: Math.min(top0, top1),
      width: Math.abs(left1 - left0),
      height: Math.abs(top1 - top0),
      isGlued,
      direction: directionOf(text, xx * across + xy * up, yx * across + yy * up),
      letter: null,
    };
  };
}

function middle(boxes: Float32Array, at: number): number {
  return ((boxes[at] ?? 0) + (boxes[at + 2] ?? 0)) / 2;
}

// With fewer, an index as in `Rb` looks like a slope.
const fewestSlanted = 4;

/** From the first letter's middle to the last's. A raised last letter is no slope. */
function directionOf(text: string, across: number, down: number): PlacedWord['direction'] {
  const [width, height] = [Math.abs(across), Math.abs(down)];
  if (width < 0.1 && height < 0.1) return null;
  if (height <= 0.4 * width) return across > 0 ? 'right' : 'left';
  if (width <= 0.4 * height) return down > 0 ? 'down' : 'up';
  return text.length < fewestSlanted ? null : 'slanted';
}

// A box is left, top, right and bottom: every other number is of one direction.
function lowest(boxes: Float32Array, at: number): number {
  return Math.min(boxes[at] ?? 0, boxes[at + 2] ?? 0, boxes[at + 4] ?? 0, boxes[at + 6] ?? 0);
}

function highest(boxes: Float32Array, at: number): number {
  return Math.max(boxes[at] ?? 0, boxes[at + 2] ?? 0, boxes[at + 4] ?? 0, boxes[at + 6] ?? 0);
}

const finer = 100;
const step = 1000;
