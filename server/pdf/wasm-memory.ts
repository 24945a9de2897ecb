import type { PdfiumRuntime } from './pdfium.ts';

/** Views of the whole memory; replaced each time it grows. The package does not export these types. */
type Views = {
  HEAPU8: Uint8Array<ArrayBuffer>;
  HEAP32: Int32Array<ArrayBuffer>;
  HEAPF32: Float32Array<ArrayBuffer>;
  HEAPF64: Float64Array<ArrayBuffer>;
};

/** Passes values to and from PDFium's memory. */
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

  /** Allocates memory; returns its address. */
  allocate(size: number): number {
    const at = this.#module.wasmExports.malloc(size);
    if (at === 0) throw new Error('PDFium has no memory left.');
    return at;
  }

  /** Allocates memory for the work, and frees it afterwards. */
  with<T>(size: number, work: (at: number) => T): T {
    const at = this.allocate(size);
    try {
      return work(at);
    } finally {
      this.#module.wasmExports.free(at);
    }
  }

  /** Stores a name for PDFium's functions; it is never freed. */
  addName(name: string): number {
    const at = this.allocate(name.length + 1);
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

  double(at: number): number {
    return this.#views.HEAPF64[at >> 3] ?? 0;
  }

  setFloats(at: number, values: readonly number[]): void {
    this.#views.HEAPF32.set(values, at >> 2);
  }

  utf16(at: number, bytes: number): string {
    return Buffer.from(this.bytes.buffer, at, bytes).toString('utf16le').toWellFormed();
  }

  /** The text of a function that first returns how many bytes it needs, closing zero included; '' beyond the limit. */
  text(mostLetters: number, write: (at: number, size: number) => number): string {
    const wanted = write(0, 0);
    if (wanted <= 2 || wanted > mostLetters * 2 + 2) return '';
    return this.with(wanted, (at) => this.utf16(at, write(at, wanted) - 2));
  }
}
