import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { unpackWoff } from '../../paper/unpack-woff.ts';
import type { Pdfium, PdfiumRuntime } from '../pdfium.ts';
import type { WasmMemory } from '../wasm-memory.ts';

// fpdf_sysfontinfo.h: FXFONT_SHIFTJIS_CHARSET.
const japanese = 128;
const handle = 1;

/** Gives PDFium a font for Japanese text whose font is not in the file: without one it draws nothing. */
export function giveJapaneseFont(pdfium: Pdfium, runtime: PdfiumRuntime, memory: WasmMemory): void {
  let font: Buffer | null = null;
  const read = () => (font ??= unpackWoff(readFileSync(fontFile())));
  const mapFont = (_info: number, _weight: number, _italic: number, charset: number) =>
    charset === japanese ? handle : 0;
  /** The whole font, or its size if there is no room for it. It has one face, so no other table is asked for. */
  const getData = (_info: number, _font: number, table: number, to: number, size: number) => {
    if (table !== 0) return 0;
    if (size >= read().length) memory.bytes.set(read(), to >>> 0);
    return read().length;
  };
  // FPDF_SYSFONTINFO: the version, then Release, EnumFonts, MapFont, GetFont, GetFontData, and three that may be left out.
  const functions = [
    0,
    runtime.addFunction(() => {}, 'vii'),
    runtime.addFunction(mapFont, 'iiiiiiii'),
    runtime.addFunction(() => 0, 'iii'),
    runtime.addFunction(getData, 'iiiiii'),
  ];
  const info = memory.allocate(9 * 4);
  memory.setIntegers(info, [1, ...functions, 0, 0, 0]);
  pdfium.FPDF_SetSystemFontInfo(info);
}

function fontFile(): string {
  const { resolve } = createRequire(import.meta.url);
  return resolve('@fontsource/sawarabi-gothic/files/sawarabi-gothic-japanese-400-normal.woff');
}
