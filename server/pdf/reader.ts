import { readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { encodePng } from './png.ts';

/** What is read from a PDF, or why it cannot be. */
export type PdfFacts =
  | { state: 'broken'; fault: string }
  | { state: 'encrypted' }
  | {
      state: 'readable';
      title: string | null;
      /** Runs of pages of one size, in points. */
      page_sizes: { pages: number; width: number; height: number }[];
      /** The text of each page; as many as there are pages. */
      texts: string[];
      /** The first page, small, as PNG. */
      picture: Uint8Array | null;
    };

export type PdfLimits = { pages: number; lettersAPage: number; letters: number; picture: boolean };

const limitsByDefault: PdfLimits = {
  pages: 10_000,
  lettersAPage: 200_000,
  letters: 20_000_000,
  picture: true,
};
const pictureWidth = 320;
const tallestPicture = 640;
const longestTitle = 500;

// fpdfview.h: what FPDF_GetLastError gives.
const passwordNeeded = 4;
const unknownSecurity = 5;
// fpdfview.h: FPDF_ANNOT draws stamps and notes too, FPDF_REVERSE_BYTE_ORDER gives red first.
const drawAnnotations = 0x01;
const redFirst = 0x10;

/**
 * PDFium, which reads files by ranges as it needs them. A file that makes it fail may leave it in
 * any state: whoever catches an error from `read` must not use it again.
 */
export class PdfReader {
  readonly #pdfium: WrappedPdfiumModule;
  readonly #getBlock: number;
  #fd = -1;

  private constructor(pdfium: WrappedPdfiumModule) {
    this.#pdfium = pdfium;
    this.#getBlock = pdfium.pdfium.addFunction(
      (_param: number, position: number, to: number, length: number) =>
        this.#readBlock(position >>> 0, to >>> 0, length >>> 0),
      'iiiii',
    );
  }

  static async start(): Promise<PdfReader> {
    const file = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
    const wasm = readFileSync(file);
    const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length);
    const pdfium = await init({ wasmBinary });
    pdfium.PDFiumExt_Init();
    return new PdfReader(pdfium);
  }

  /** How much memory it has taken so far; it never gives any back. */
  get memoryBytes(): number {
    return this.#heap.length;
  }

  /** Everything we want of an open file of so many bytes. `onPages` gets the number of pages before they are read. */
  read(
    fd: number,
    bytes: number,
    onPages: (pages: number) => void = () => {},
    limitsOfThis: Partial<PdfLimits> = {},
  ): PdfFacts {
    const limits = { ...limitsByDefault, ...limitsOfThis };
    const call = this.#pdfium;
    const memory = call.pdfium;
    this.#fd = fd;
    const access = this.#allocate(12); // FPDF_FILEACCESS of fpdfview.h
    memory.setValue(access, bytes, 'i32');
    memory.setValue(access + 4, this.#getBlock, 'i32');
    memory.setValue(access + 8, 0, 'i32');
    const doc = call.FPDF_LoadCustomDocument(access, '');
    try {
      if (doc === 0) return faultBy(call.FPDF_GetLastError());
      const pages = call.FPDF_GetPageCount(doc);
      if (pages <= 0) return { state: 'broken', fault: 'It has no pages.' };
      if (pages > limits.pages) {
        return { state: 'broken', fault: `It has ${pages} pages; ${limits.pages} are the limit.` };
      }
      onPages(pages);
      return this.#readPages(doc, pages, limits);
    } finally {
      if (doc !== 0) call.FPDF_CloseDocument(doc);
      this.#free(access);
    }
  }

  #readPages(doc: number, pages: number, limits: PdfLimits): PdfFacts {
    const texts: string[] = [];
    let picture: Uint8Array | null = null;
    let lettersLeft = limits.letters;
    let unread = 0;
    for (let at = 0; at < pages; at++) {
      const page = this.#pdfium.FPDF_LoadPage(doc, at);
      if (page === 0) unread += 1;
      const most = Math.min(limits.lettersAPage, lettersLeft);
      const text = page === 0 ? '' : this.#textOf(page, most);
      lettersLeft -= text.length;
      texts.push(text);
      if (page === 0) continue;
      if (at === 0 && limits.picture) picture = this.#pictureOf(page);
      this.#pdfium.FPDF_ClosePage(page);
    }
    if (unread === pages) return { state: 'broken', fault: 'None of its pages can be read.' };
    const page_sizes = this.#sizesOf(doc, pages);
    return { state: 'readable', title: this.#titleOf(doc), page_sizes, texts, picture };
  }

  #textOf(page: number, mostLetters: number): string {
    const call = this.#pdfium;
    const text = call.FPDFText_LoadPage(page);
    if (text === 0) return '';
    const letters = Math.min(call.FPDFText_CountChars(text), mostLetters);
    const buffer = this.#allocate(letters * 2 + 2);
    // It counts the closing zero.
    const written = letters <= 0 ? 1 : call.FPDFText_GetText(text, 0, letters, buffer);
    const read = this.#utf16(buffer, (written - 1) * 2);
    this.#free(buffer);
    call.FPDFText_ClosePage(text);
    return read;
  }

  #pictureOf(page: number): Uint8Array | null {
    const call = this.#pdfium;
    const ratio = call.FPDF_GetPageHeightF(page) / call.FPDF_GetPageWidthF(page);
    if (!Number.isFinite(ratio) || ratio <= 0) return null;
    const width = Math.max(1, Math.round(Math.min(pictureWidth, tallestPicture / ratio)));
    const height = Math.max(1, Math.min(tallestPicture, Math.round(width * ratio)));
    const bitmap = call.FPDFBitmap_Create(width, height, 0);
    if (bitmap === 0) return null;
    call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawAnnotations | redFirst);
    const from = call.FPDFBitmap_GetBuffer(bitmap);
    const png = encodePng(width, height, this.#heap.subarray(from, from + width * height * 4));
    call.FPDFBitmap_Destroy(bitmap);
    return png;
  }

  #sizesOf(doc: number, pages: number) {
    const runs: { pages: number; width: number; height: number }[] = [];
    const size = this.#allocate(8);
    for (let at = 0; at < pages; at++) {
      this.#pdfium.FPDF_GetPageSizeByIndexF(doc, at, size);
      const width = this.#roundedFloat(size);
      const height = this.#roundedFloat(size + 4);
      const run = runs.at(-1);
      if (run?.width === width && run.height === height) run.pages += 1;
      else runs.push({ pages: 1, width, height });
    }
    this.#free(size);
    return runs;
  }

  #titleOf(doc: number): string | null {
    const buffer = this.#allocate(longestTitle * 2 + 2);
    const wanted = this.#pdfium.FPDF_GetMetaText(doc, 'Title', buffer, longestTitle * 2 + 2);
    const fits = wanted > 2 && wanted <= longestTitle * 2 + 2;
    const title = fits ? this.#utf16(buffer, wanted - 2) : '';
    this.#free(buffer);
    return title.replace(/[\p{Cc}\s]+/gu, ' ').trim() || null;
  }

  #roundedFloat(at: number): number {
    const value = this.#pdfium.pdfium.getValue(at, 'float');
    return Number.isFinite(value) ? Math.round(value * 100) / 100 : 0;
  }

  #utf16(at: number, bytes: number): string {
    const { buffer } = this.#heap;
    return Buffer.from(buffer, at, bytes).toString('utf16le').toWellFormed();
  }

  #allocate(bytes: number): number {
    const at = this.#pdfium.pdfium.wasmExports.malloc(bytes);
    if (at === 0) throw new Error('PDFium has no memory left.');
    return at;
  }

  #free(at: number): void {
    this.#pdfium.pdfium.wasmExports.free(at);
  }

  // Another one each time the memory has grown. Emscripten's own types are not at hand.
  get #heap(): Uint8Array<ArrayBuffer> {
    return (this.#pdfium.pdfium as unknown as { HEAPU8: Uint8Array<ArrayBuffer> }).HEAPU8;
  }

  #readBlock(position: number, to: number, length: number): number {
    const { buffer } = this.#heap;
    for (let done = 0; done < length;) {
      const into = new Uint8Array(buffer, to + done, length - done);
      const bytes = readSync(this.#fd, into, 0, length - done, position + done);
      if (bytes === 0) return 0;
      done += bytes;
    }
    return 1;
  }
}

function faultBy(code: number): PdfFacts {
  if (code === passwordNeeded || code === unknownSecurity) return { state: 'encrypted' };
  return { state: 'broken', fault: 'It has no structure of a PDF that could be read.' };
}
