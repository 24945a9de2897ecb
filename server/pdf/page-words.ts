import type { Pdfium } from './pdfium.ts';
import type { WasmMemory } from './wasm-memory.ts';
import { brokenOff, type WordPacker } from './words.ts';

// PDFium's code for the hyphen of a word that goes on in the next line.
const lineEndHyphen = 0xfffe;
const softHyphen = 0xad;

/**
 * Packs the words of a page with their positions; returns how many. Only the boxes of the first and the
 * last letter are read: on one line, the others lie between them.
 */
export function packPrinted(
  pdfium: Pdfium,
  memory: WasmMemory,
  { page, textPage, read }: { page: number; textPage: number; read: string },
  packer: WordPacker,
  most: number,
): number {
  if (read === '' || most <= 0) return 0;
  const addWord = addingAt(placeOnPage(pdfium, memory, page), packer);
  const isPlain = pdfium.FPDFText_CountChars(textPage) === read.length;
  // Glyphs without a character are not in the text, and surrogate pairs are two units of our strings.
  const rareBefore = isPlain ? () => 0 : countingRare(read);
  const indexOf = (at: number) =>
    isPlain ? at : pdfium.FPDFText_GetCharIndexFromTextIndex(textPage, at - rareBefore(at));
  return memory.with(32, (into) => {
    let boxes = new Float32Array(memory.bytes.buffer, into, 8);
    return findRuns(read, most, (from, to, isBroken, isClean) => {
      const hasFirst = pdfium.FPDFText_GetLooseCharBox(textPage, indexOf(from), into) !== 0;
      const hasLast =
        to - from > 1 &&
        pdfium.FPDFText_GetLooseCharBox(textPage, indexOf(to - 1), into + 16) !== 0;
      // PDFium's memory has grown, so the old view is invalid.
      if (boxes.length === 0) boxes = new Float32Array(memory.bytes.buffer, into, 8);
      if (!hasFirst) boxes.copyWithin(0, 4);
      if (!hasLast) boxes.copyWithin(4, 0);
      if (!hasFirst && !hasLast) boxes.fill(0);
      const letters = read.slice(from, to);
      const text = isClean ? letters : letters.replaceAll(unwanted, '');
      addWord(isBroken ? text + brokenOff : text, boxes);
    });
  });
}

/** The words of a note or field, each with the box of the whole, as its letters have no boxes. */
export function packAdded(
  pdfium: Pdfium,
  memory: WasmMemory,
  { page, annotation, value }: { page: number; annotation: number; value: string },
  packer: WordPacker,
  most: number,
): number {
  const addWord = addingAt(placeOnPage(pdfium, memory, page), packer);
  const box = memory.with(16, (into) => {
    if (pdfium.FPDFAnnot_GetRect(annotation, into) === 0) return new Float32Array(4);
    return new Float32Array(memory.bytes.buffer, into, 4).slice();
  });
  const boxes = Float32Array.of(...box, ...box);
  return findRuns(value, most, (from, to) =>
    addWord(value.slice(from, to).replaceAll(unwanted, ''), boxes),
  );
}

// Control characters come from odd fonts; a soft hyphen within a line is invisible.
const unwanted = /[\p{Cc}\u00AD\uFFFF]/gu;

/** Calls `onRun` for every run of letters; returns how many there are. */
function findRuns(
  read: string,
  most: number,
  onRun: (from: number, to: number, isBroken: boolean, isClean: boolean) => void,
): number {
  let count = 0;
  let from = -1;
  let isClean = true;
  const end = (to: number, isBroken: boolean) => {
    if (from >= 0 && count < most) {
      onRun(from, to, isBroken, isClean);
      count += 1;
    }
    from = -1;
    isClean = true;
  };
  for (let at = 0; at < read.length; at++) {
    if (count >= most) break;
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
  return count;
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

/** Counts the surrogate pairs before a position; positions must increase from call to call. */
function countingRare(read: string): (at: number) => number {
  let done = 0;
  let count = 0;
  return (at) => {
    if (at < done) [done, count] = [0, 0];
    for (; done < at; done++) if (isHighSurrogate(read.charCodeAt(done))) count += 1;
    return count;
  };
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

/** Packs words that lie between two boxes. */
function addingAt({ left, top }: Placing, packer: WordPacker) {
  const [x, xx, xy] = left;
  const [y, yx, yy] = top;
  return (text: string, boxes: Float32Array): void => {
    const [x0, x1] = [lowest(boxes, 0), highest(boxes, 0)];
    const [y0, y1] = [lowest(boxes, 1), highest(boxes, 1)];
    const left0 = x + xx * x0 + xy * y0;
    const left1 = x + xx * x1 + xy * y1;
    const top0 = y + yx * x0 + yy * y0;
    const top1 = y + yx * x1 + yy * y1;
    const [width, height] = [Math.abs(left1 - left0), Math.abs(top1 - top0)];
    packer.add(text, Math.min(left0, left1), Math.min(top0, top1), width, height);
  };
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
