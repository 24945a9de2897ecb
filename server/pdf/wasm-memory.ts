import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/** PDFium's memory, as far as we hand values to it and take them back. */
export class WasmMemory {
  readonly #module: WrappedPdfiumModule['pdfium'];

  constructor(module: WrappedPdfiumModule['pdfium']) {
    this.#module = module;
  }

  // Another one each time the memory has grown. Emscripten's own types are not at hand.
  get bytes(): Uint8Array<ArrayBuffer> {
    return (this.#module as unknown as { HEAPU8: Uint8Array<ArrayBuffer> }).HEAPU8;
  }

  /** Gives a place of so many bytes to the work, and frees it afterwards. */
  with<T>(size: number, work: (at: number) => T): T {
    const at = this.#module.wasmExports.malloc(size);
    if (at === 0) throw new Error('PDFium has no memory left.');
    try {
      return work(at);
    } finally {
      this.#module.wasmExports.free(at);
    }
  }

  setIntegers(at: number, values: readonly number[]): void {
    for (const [index, value] of values.entries()) {
      this.#module.setValue(at + index * 4, value, 'i32');
    }
  }

  float(at: number): number {
    return this.#module.getValue(at, 'float');
  }

  utf16(at: number, bytes: number): string {
    return Buffer.from(this.bytes.buffer, at, bytes).toString('utf16le').toWellFormed();
  }

  /** What a function writes that tells first how many bytes it wants, the closing zero included; '' beyond the limit. */
  text(mostLetters: number, write: (at: number, size: number) => number): string {
    const wanted = write(0, 0);
    if (wanted <= 2 || wanted > mostLetters * 2 + 2) return '';
    return this.with(wanted, (at) => this.utf16(at, write(at, wanted) - 2));
  }
}
