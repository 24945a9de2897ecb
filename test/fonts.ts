import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { unpackWoff } from '../server/paper/unpack-woff.ts';

/** The name under which `registerFonts` registers its font. */
export const regular = 'regular';

const { resolve } = createRequire(import.meta.url);

// From packages and not from the machine: many have no Japanese font.
export const latinFont = resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf');
const japanese = '@fontsource/sawarabi-gothic/files/sawarabi-gothic-japanese-400-normal.woff';
let unpackedJapanese: Buffer | undefined;

export function registerFonts(doc: PDFKit.PDFDocument, language: 'EN' | 'JA'): void {
  if (language === 'EN') doc.registerFont(regular, latinFont);
  else
    doc.registerFont(regular, (unpackedJapanese ??= unpackWoff(readFileSync(resolve(japanese)))));
}
