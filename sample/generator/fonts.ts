import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import type { Language } from './texts/words.ts';

/** Names under which a document's fonts are registered with pdfkit. */
export const regular = 'regular';
export const bold = 'bold';
export const italic = 'italic';

const { resolve } = createRequire(import.meta.url);
const liberation = 'pdfjs-dist/standard_fonts/LiberationSans';
const japanese = '@fontsource/sawarabi-gothic/files/sawarabi-gothic-japanese-400-normal.woff';

/**
 * Embeds the fonts of the language. They come from packages and not from the machine: every machine
 * must write the same bytes, and many have no Japanese font.
 */
export function registerFonts(doc: PDFKit.PDFDocument, language: Language): void {
  if (language === 'JA') {
    const font = japaneseFont();
    for (const name of [regular, bold, italic]) doc.registerFont(name, font);
    return;
  }
  doc.registerFont(regular, resolve(`${liberation}-Regular.ttf`));
  doc.registerFont(bold, resolve(`${liberation}-Bold.ttf`));
  doc.registerFont(italic, resolve(`${liberation}-Italic.ttf`));
}

/** The Japanese font has one weight: its bold is drawn with an outline. */
export function hasBoldFont(language: Language): boolean {
  return language !== 'JA';
}

/** The font files for pictures of pages. */
export function pictureFontPaths(): { typewriter: string; plain: string } {
  return {
    typewriter: resolve('pdfjs-dist/standard_fonts/FoxitFixed.pfb'),
    plain: resolve(`${liberation}-Regular.ttf`),
  };
}

let unpackedJapanese: Buffer | undefined;

function japaneseFont(): Buffer {
  unpackedJapanese ??= unpackWoff(readFileSync(resolve(japanese)));
  return unpackedJapanese;
}

// fontkit inflates a WOFF's whole glyph table again for every glyph it measures: 35 pages of
// Japanese took 6.8 s, and 0.2 s from the same font unpacked (15 November 2026, 2 cores).
function unpackWoff(woff: Buffer): Buffer {
  const tableCount = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * tableCount);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(tableCount, 4);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let table = 0; table < tableCount; table++) {
    const from = 44 + 20 * table;
    const to = 12 + 16 * table;
    const packedAt = woff.readUInt32BE(from + 4);
    const packedLength = woff.readUInt32BE(from + 8);
    const length = woff.readUInt32BE(from + 12);
    const packed = woff.subarray(packedAt, packedAt + packedLength);
    woff.copy(directory, to, from, from + 4);
    woff.copy(directory, to + 4, from + 16, from + 20);
    directory.writeUInt32BE(offset, to + 8);
    directory.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(packedLength < length ? inflateSync(packed) : packed, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
}
