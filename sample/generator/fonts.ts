import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { unpackWoff } from '../../server/redline/report/unpack-woff.ts';
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
