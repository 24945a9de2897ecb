import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { WasmMemory } from './wasm-memory.ts';
import { brokenOff, type Word } from './words.ts';

/** Where a run of letters stands in the text that PDFium gives of a page. */
type Run = { from: number; to: number; isBroken: boolean; isClean: boolean };

// PDFium writes the hyphen of a word that goes on in the next line so.
const lineEndHyphen = 0xfffe;
const softHyphen = 0xad;

/**
 * The words of a page with their places. Only the first and the last letter of each are looked at: on
 * one line, everything else lies between them.
 */
export function wordsOf(
  pdfium: WrappedPdfiumModule,
  memory: WasmMemory,
  { page, textPage, read }: { page: number; textPage: number; read: string },
  most: number,
): Word[] {
  const runs = runsOf(read, most);
  if (runs.length === 0) return [];
  const shown = placeOnPage(pdfium, memory, page);
  const getBox = looseCharBox(pdfium);
  const isPlain = pdfium.FPDFText_CountChars(textPage) === read.length;
  // Letters without a character are left out of the text, and rare characters count twice in ours.
  const rareBefore = isPlain ? () => 0 : countingRare(read);
  const indexOf = (at: number) =>
    isPlain ? at : pdfium.FPDFText_GetCharIndexFromTextIndex(textPage, at - rareBefore(at));
  return memory.with(32, (into) => {
    let first = new Float32Array(memory.bytes.buffer, into, 4);
    let last = new Float32Array(memory.bytes.buffer, into + 16, 4);
    return runs.map(({ from, to, isBroken, isClean }) => {
      const hasFirst = getBox(textPage, indexOf(from), into) !== 0;
      const hasLast = to - from > 1 && getBox(textPage, indexOf(to - 1), into + 16) !== 0;
      if (first.length === 0) {
        // The memory has grown, and is another.
        first = new Float32Array(memory.bytes.buffer, into, 4);
        last = new Float32Array(memory.bytes.buffer, into + 16, 4);
      }
      const letters = read.slice(from, to);
      const text = isClean ? letters : letters.replaceAll(unwanted, '');
      return shown(
        isBroken ? text + brokenOff : text,
        hasFirst ? first : hasLast ? last : nowhere,
        hasLast ? last : hasFirst ? first : nowhere,
      );
    });
  });
}

/** The words of a note or a field, each with the place of the whole: its letters have none of their own. */
export function addedWords(
  pdfium: WrappedPdfiumModule,
  memory: WasmMemory,
  { page, annotation, value }: { page: number; annotation: number; value: string },
): Word[] {
  const shown = placeOnPage(pdfium, memory, page);
  const box = memory.with(16, (into) => {
    if (!pdfium.FPDFAnnot_GetRect(annotation, into)) return nowhere;
    return new Float32Array(memory.bytes.buffer, into, 4).slice();
  });
  const runs = runsOf(value, value.length);
  return runs.map(({ from, to }) =>
    shown(value.slice(from, to).replaceAll(unwanted, ''), box, box),
  );
}

const nowhere = new Float32Array(4);
// Control characters come from odd fonts; a soft hyphen within a line is not seen.
const unwanted = /[\p{Cc}\u00AD\uFFFF]/gu;

/** The function itself: what wraps it would take as long again, and it is called twice a word. */
function looseCharBox(pdfium: WrappedPdfiumModule) {
  type GetBox = (textPage: number, index: number, into: number) => number;
  // The module's types name few of its exports.
  const exports = pdfium.pdfium.wasmExports as unknown as { FPDFText_GetLooseCharBox: GetBox };
  return exports.FPDFText_GetLooseCharBox;
}

function runsOf(read: string, most: number): Run[] {
  const runs: Run[] = [];
  let from = -1;
  let isClean = true;
  const end = (to: number, isBroken: boolean) => {
    if (from >= 0 && to > from) runs.push({ from, to, isBroken, isClean });
    from = -1;
    isClean = true;
  };
  for (let at = 0; at < read.length && runs.length < most; at++) {
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
  if (runs.length < most) end(read.length, false);
  return runs;
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

/** Han, Hiragana and Katakana, which are written without blanks. */
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

/** How many characters before a place take two of our letters; asked from the front to the back. */
function countingRare(read: string): (at: number) => number {
  let done = 0;
  let count = 0;
  return (at) => {
    if (at < done) [done, count] = [0, 0];
    for (; done < at; done++) if (isHighSurrogate(read.charCodeAt(done))) count += 1;
    return count;
  };
}

/** From PDFium's coordinates to those of the page as it is shown: cropped, turned, from the upper left. */
function placeOnPage(pdfium: WrappedPdfiumModule, memory: WasmMemory, page: number) {
  const [origin, across, up] = memory.with(8, (into) => {
    const size = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
    // It gives whole numbers, so the page is taken as if it were larger.
    const [width = 1, height = 1] = size.map((points) => Math.round(Math.min(points, 1e6) * finer));
    const shownAt = (x: number, y: number) => {
      pdfium.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, into, into + 4);
      const [left = 0, top = 0] = new Int32Array(memory.bytes.buffer, into, 2);
      return { x: left / finer, y: top / finer };
    };
    return [shownAt(0, 0), shownAt(step, 0), shownAt(0, step)] as const;
  });
  const [xx, xy] = [(across.x - origin.x) / step, (up.x - origin.x) / step];
  const [yx, yy] = [(across.y - origin.y) / step, (up.y - origin.y) / step];
  return (text: string, first: Float32Array, last: Float32Array): Word => {
    const [x0, x1] = [lowest(first, last, 0), highest(first, last, 0)];
    const [y0, y1] = [lowest(first, last, 1), highest(first, last, 1)];
    const left0 = origin.x + xx * x0 + xy * y0;
    const left1 = origin.x + xx * x1 + xy * y1;
    const top0 = origin.y + yx * x0 + yy * y0;
    const top1 = origin.y + yx * x1 + yy * y1;
    return {
      text,
      left: Math.min(left0, left1),
      top: Math.min(top0, top1),
      width: Math.abs(left1 - left0),
      height: Math.abs(top1 - top0),
    };
  };
}

// A box is left, top, right and bottom: every other number is of one direction.
function lowest(a: Float32Array, b: Float32Array, at: number): number {
  return Math.min(a[at] ?? 0, a[at + 2] ?? 0, b[at] ?? 0, b[at + 2] ?? 0);
}

function highest(a: Float32Array, b: Float32Array, at: number): number {
  return Math.max(a[at] ?? 0, a[at + 2] ?? 0, b[at] ?? 0, b[at + 2] ?? 0);
}

const finer = 100;
const step = 1000;
