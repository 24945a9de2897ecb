import type { Pdfium } from '../pdfium.ts';
import type { WasmMemory } from '../wasm-memory.ts';

/** A byte for each pixel, from the upper left; 255 is white. */
export type GreyPicture = { width: number; height: number; pixels: Uint8Array };

// fpdfview.h: FPDF_ANNOT, and FPDF_REVERSE_BYTE_ORDER, which gives red first.
const withAnnotations = 0x01;
const redFirst = 0x10;

export type GreyLimits = { mostPixels: number; dotsPerInch?: number };

// At a higher resolution, scans differ only in noise.
const dotsByDefault = 150;

/** Draws the page in grey, as large as the limit of pixels allows; null if it has no size. */
export function drawGrey(
  pdfium: Pdfium,
  memory: WasmMemory,
  page: number,
  { mostPixels, dotsPerInch = dotsByDefault }: GreyLimits,
): GreyPicture | null {
  const [across, down] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
  if (!(across > 0 && down > 0)) return null;
  const scale = Math.min(dotsPerInch / 72, Math.sqrt(mostPixels / (across * down)));
  const width = Math.max(1, Math.round(across * scale));
  const height = Math.max(1, Math.round(down * scale));
  if (width * height > mostPixels * 2) return null; // so narrow that rounding up made it large
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
  if (bitmap === 0) return null;
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotations | redFirst);
  const from = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const colours = memory.bytes.subarray(from, from + width * height * 4);
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at++) {
    const red = colours[4 * at] ?? 0;
    const green = colours[4 * at + 1] ?? 0;
    const blue = colours[4 * at + 2] ?? 0;
    pixels[at] = (red * 77 + green * 150 + blue * 29) >> 8;
  }
  pdfium.FPDFBitmap_Destroy(bitmap);
  return { width, height, pixels };
}
