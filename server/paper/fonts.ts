import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { unpackWoff } from './unpack-woff.ts';

export const regular = 'regular';
export const bold = 'bold';
const japanese = 'japanese';

const { resolve } = createRequire(import.meta.url);
// In this folder, with their licence: the packages that contain them are a hundred times as large.
const liberation = path.join(import.meta.dirname, 'liberation', 'LiberationSans');

/** A part of a text that one font can write. */
export type FontRun = { font: string; text: string };

type Glyphs = { hasGlyphForCodePoint: (code: number) => boolean };

/** The fonts of a report: Latin, Greek and Cyrillic, and Japanese. */
export class ReportFonts {
  readonly #latin: Glyphs;
  readonly #japanese: Glyphs;

  constructor(doc: PDFKit.PDFDocument) {
    doc.registerFont(regular, `${liberation}-Regular.ttf`);
    doc.registerFont(bold, `${liberation}-Bold.ttf`);
    const sawarabi = resolve(
      '@fontsource/sawarabi-gothic/files/sawarabi-gothic-japanese-400-normal.woff',
    );
    doc.registerFont(japanese, unpackWoff(readFileSync(sawarabi)));
    this.#latin = glyphsOf(doc, regular);
    this.#japanese = glyphsOf(doc, japanese);
  }

  /** The text by fonts. A character of neither is written as its code, such as [U+0E01]. */
  runs(text: string, font: string): FontRun[] {
    const runs: FontRun[] = [];
    for (const character of text.replace(/\p{Cc}+/gu, ' ')) {
      const code = character.codePointAt(0) ?? 0x20;
      const isLatin = this.#latin.hasGlyphForCodePoint(code);
      const isJapanese = !isLatin && this.#japanese.hasGlyphForCodePoint(code);
      const written = isLatin || isJapanese ? character : `[U+${hex(code)}]`;
      const by = isJapanese ? japanese : font;
      const last = runs.at(-1);
      if (last?.font === by) last.text += written;
      else runs.push({ font: by, text: written });
    }
    return runs;
  }
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}

function glyphsOf(doc: PDFKit.PDFDocument, name: string): Glyphs {
  doc.font(name);
  // The current font, whose glyphs pdfkit knows and its types do not name.
  const { _font: current } = doc as unknown as { _font: { font: Glyphs } };
  return current.font;
}
