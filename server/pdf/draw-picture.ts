import type { Pdfium } from './pdfium.ts';
import { encodeRounded } from './png.ts';
import type { WasmMemory } from './wasm-memory.ts';

/** Clockwise, in degrees, added to the rotation of the page itself. */
export type Rotation = 0 | 90 | 180 | 270;

/** Raised when the same page would be drawn otherwise: stored pictures of an earlier version are not used. */
export const pictureVersion = 1;

// An A4 page is then 778 by 1100 pixels: it can be read, and takes 20 to 60 kB.
const mostPixels = 778 * 1100;
const longestSide = 4000;
const mostScale = 3;
const mostBytes = 120_000;

// fpdfview.h: FPDF_ANNOT, and FPDF_REVERSE_BYTE_ORDER, which gives red first.
const withAnnotations = 0x01;
const redFirst = 0x10;

/** A page as readers see it, as PNG; null if it has no size. */
export function drawPicture(
  pdfium: Pdfium,
  memory: WasmMemory,
  page: number,
  rotation: Rotation,
): Uint8Array | null {
  const size = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)] as const;
  const [across, down] = rotation % 180 === 0 ? size : [size[1], size[0]];
  if (!(across > 0 && down > 0)) return null;
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
