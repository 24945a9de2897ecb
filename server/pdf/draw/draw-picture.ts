import type { Pdfium } from '../pdfium.ts';
import { encodeRounded } from './png.ts';
import type { WasmMemory } from '../wasm-memory.ts';

/** Clockwise, in degrees, added to the rotation of the page itself. */
export type Rotation = 0 | 90 | 180 | 270;

/** Raised when the same page would be drawn otherwise: stored pictures of an earlier version are not used. */
export const pictureVersion = 2;

// An A4 page is then 778 by 1100 pixels: it can be read, and takes 20 to 60 kB.
const mostPixels = 778 * 1100;
const longestSide = 4000;
const mostScale = 3;
const mostBytes = 120_000;

// fpdfview.h: FPDF_ANNOT, and FPDF_REVERSE_BYTE_ORDER, which gives red first.
const withAnnotations = 0x01;
const redFirst = 0x10;
// fpdf_edit.h: FPDF_TEXTRENDERMODE_INVISIBLE, as OCR writes its text over a scan.
const invisible = 3;
// Latin and Greek letters are in fonts that PDFium brings along, and Japanese in one of ours.
const firstOtherLetter = 0x400;

/** A page as readers see it, as PNG; null if it has no size, or PDFium would leave letters out. */
export function drawPicture(
  pdfium: Pdfium,
  memory: WasmMemory,
  page: number,
  rotation: Rotation,
): Uint8Array | null {
  const size = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)] as const;
  const [across, down] = rotation % 180 === 0 ? size : [size[1], size[0]];
  if (!(across > 0 && down > 0) || lacksLetters(pdfium, page)) return null;
  const scale = Math.min(
    mostScale,
    longestSide / Math.max(across, down),
    Math.sqrt(mostPixels / (across * down)),
  );
  const width = Math.max(1, Math.round(across * scale));
  const height = Math.max(1, Math.round(down * scale));
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
  if (bitmap === 0) return null;
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  const quarters = rotation / 90;
  const flags = withAnnotations | redFirst;
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, quarters, flags);
  const from = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const png = encodeSmall(width, height, memory.bytes.subarray(from, from + width * height * 4));
  pdfium.FPDFBitmap_Destroy(bitmap);
  return png;
}

/** With fewer shades where a scan's noise or a photograph would make the file large. */
function encodeSmall(width: number, height: number, rgbx: Uint8Array): Uint8Array | null {
  for (const bits of [4, 3] as const) {
    const png = encodeRounded(width, height, rgbx, bits);
    if (png !== null && png.length <= mostBytes) return png;
  }
  return encodeRounded(width, height, rgbx, 2);
}

/** PDFium draws nothing for a letter whose font is neither in the file nor among its own. Browsers have other fonts. */
function lacksLetters(pdfium: Pdfium, page: number): boolean {
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) return false;
  const letters = pdfium.FPDFText_CountChars(text);
  let at = 0;
  while (at < letters && !isLacking(pdfium, text, at)) at += 1;
  pdfium.FPDFText_ClosePage(text);
  return at < letters;
}

function isLacking(pdfium: Pdfium, text: number, at: number): boolean {
  const letter = pdfium.FPDFText_GetUnicode(text, at);
  if (letter < firstOtherLetter || letter > 0x10ffff) return false;
  if (!/\p{L}/u.test(String.fromCodePoint(letter))) return false;
  const object = pdfium.FPDFText_GetTextObject(text, at);
  if (object === 0 || pdfium.FPDFTextObj_GetTextRenderMode(object) === invisible) return false;
  const font = pdfium.FPDFTextObj_GetFont(object);
  if (font === 0 || pdfium.FPDFFont_GetIsEmbedded(font) !== 0) return false;
  const path = pdfium.FPDFFont_GetGlyphPath(font, letter, 1);
  return path === 0 || pdfium.FPDFGlyphPath_CountGlyphSegments(path) <= 0;
}
