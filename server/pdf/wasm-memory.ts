import type { PdfiumRuntime } from './pdfium.ts';

/** Views of the whole memory; others each time it has grown. Emscripten's own types are not at hand. */
type Views = {
  HEAPU8: Uint8Array<ArrayBuffer>;
  HEAP32: Int32Array<ArrayBuffer>;
  HEAPF32: Float32Array<ArrayBuffer>;
};

/** PDFium's memory, as far as we hand values to it and take them back. */
export class WasmMemory {
  readonly #module: PdfiumRuntime;
  readonly #views: Views;

  constructor(module: PdfiumRuntime) {
    this.#module = module;
    this.#views = module as unknown as Views;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#views.HEAPU8;
  }

  /** A place of so many bytes. */
  take(size: number): number {
    const at = this.#module.wasmExports.malloc(size);
    if (at === 0) throw new Error('PDFium has no memory left.');
    return at;
  }

  /** Gives a place of so many bytes to the work, and frees it afterwards. */
  with<T>(size: number, work: (at: number) => T): T {
    const at = this.take(size);
    try {
      return work(at);
    } finally {
      this.#module.wasmExports.free(at);
    }
  }

  /** A name as PDFium's functions want it, kept for good. */
  keepName(name: string): number {
    const at = this.take(name.length + 1);
    this.bytes.set(Buffer.from(`${name}\0`, 'latin1'), at);
    return at;
  }

  setIntegers(at: number, values: readonly number[]): void {
    this.#views.HEAP32.set(values, at >> 2);
  }

  integer(at: number): number {
    return this.#views.HEAP32[at >> 2] ?? 0;
  }

  float(at: number): number {
    return this.#views.HEAPF32[at >> 2] ?? 0;
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
