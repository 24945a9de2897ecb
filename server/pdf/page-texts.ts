import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { WasmMemory } from './wasm-memory.ts';

/** The texts of a document's pages, as people would search for them. */
export class PageTexts {
  readonly #pdfium: WrappedPdfiumModule;
  readonly #memory: WasmMemory;

  constructor(pdfium: WrappedPdfiumModule, memory: WasmMemory, _doc: number) {
    this.#pdfium = pdfium;
    this.#memory = memory;
  }

  close(): void {}

  textOf(page: number, mostLetters: number): string {
    const call = this.#pdfium;
    const text = call.FPDFText_LoadPage(page);
    if (text === 0) return '';
    const letters = Math.min(call.FPDFText_CountChars(text), mostLetters);
    const read =
      letters <= 0
        ? ''
        : this.#memory.with(letters * 2 + 2, (at) =>
            // It counts the closing zero.
            this.#memory.utf16(at, (call.FPDFText_GetText(text, 0, letters, at) - 1) * 2),
          );
    call.FPDFText_ClosePage(text);
    return read;
  }
}
