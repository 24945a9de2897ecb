import { type Annotated, type AnnotationOrder, Annotator } from '../draw/add-annotations.ts';
import type { PdfFacts } from '../facts.ts';
import { drawGrey, type GreyLimits, type GreyPicture } from '../draw/draw-grey.ts';
import { drawPicture, type Rotation } from '../draw/draw-picture.ts';
import type { PdfBytes } from '../file-bytes.ts';
import { PageTextReader } from '../text/page-texts.ts';
import { type Pdfium, type PdfiumRuntime, startPdfium } from '../pdfium.ts';
import { giveJapaneseFont } from './system-font.ts';
import { encodePng } from '../draw/png.ts';
import { withUsualHead } from './usual-head.ts';
import { WasmMemory } from '../wasm-memory.ts';
import { WordPacker } from '../text/words.ts';

export type PdfLimits = { pages: number; lettersAPage: number; letters: number; words: number };

/** The results of reading a file, in this order; `picture`, the first page as a small PNG, may be missing. */
export type ReadPart =
  | { what: 'pages'; pages: number }
  | { what: 'facts'; facts: PdfFacts }
  | { what: 'picture'; picture: Uint8Array };

/** Which pages are drawn, counted from 0, and how large at most. */
export type Drawing = { pages: number[] } & GreyLimits;
export type DrawnPage = { page: number } & GreyPicture;

/** The same for pictures that readers see. */
export type Picturing = { pages: number[]; rotation: Rotation };
/** `picture` is an image file. */
export type PagePicture = { page: number; picture: Uint8Array };

const limitsByDefault: PdfLimits = {
  pages: 10_000,
  lettersAPage: 200_000,
  letters: 20_000_000,
  words: 2_000_000,
};
const pictureWidth = 320;
const tallestPicture = 640;
const longestTitle = 500;
const white = 0xff;
const nothing = { text: '', words: 0 };
const noStructure = { headings: null, furniture: null };

// fpdfview.h: values of FPDF_GetLastError.
const passwordNeeded = 4;
const unknownSecurity = 5;
// fpdfview.h: FPDF_ANNOT draws stamps and notes too, FPDF_REVERSE_BYTE_ORDER gives red first.
const drawAnnotations = 0x01;
const redFirst = 0x10;
// fpdfview.h: FPDFBitmap_BGRx; the fourth byte of a pixel is unused.
const withoutAlpha = 3;

/**
 * PDFium, which reads files by ranges as it needs them. After an error in `read` its state is
 * undefined, and it must not be used again.
 */
export class PdfReader {
  readonly #pdfium: Pdfium;
  readonly #memory: WasmMemory;
  readonly #annotator: Annotator;
  readonly #getBlock: number;
  readonly #access: number;
  readonly #names: { password: number; title: number; contents: number };
  /** Where pictures are drawn, one after the other; white before and after each. */
  readonly #pixels: number;
  #file: PdfBytes | null = null;

  private constructor(pdfium: Pdfium, runtime: PdfiumRuntime) {
    this.#pdfium = pdfium;
    this.#memory = new WasmMemory(runtime);
    giveJapaneseFont(pdfium, runtime, this.#memory);
    this.#annotator = new Annotator(pdfium, runtime, this.#memory);
    this.#getBlock = runtime.addFunction(
      (_param: number, position: number, to: number, length: number) =>
        this.#readBlock(position >>> 0, to >>> 0, length >>> 0),
      'iiiii',
    );
    this.#access = this.#memory.allocate(12); // FPDF_FILEACCESS of fpdfview.h
    this.#names = {
      password: this.#memory.addName(''),
      title: this.#memory.addName('Title'),
      contents: this.#memory.addName('Contents'),
    };
    const bytes = pictureWidth * tallestPicture * 4;
    this.#pixels = this.#memory.allocate(bytes);
    this.#memory.bytes.fill(0xff, this.#pixels, this.#pixels + bytes);
  }

  static async start(): Promise<PdfReader> {
    const { pdfium, runtime } = await startPdfium();
    return new PdfReader(pdfium, runtime);
  }

  /** How much memory it has allocated so far; it never frees any. */
  get memoryBytes(): number {
    return this.#memory.bytes.length;
  }

  /** Reads a file part by part; the picture last, as drawing may never end. */
  *read(file: PdfBytes, limitsOfThis: Partial<PdfLimits> = {}): Generator<ReadPart> {
    const limits = { ...limitsByDefault, ...limitsOfThis };
    yield* this.#open(file, (doc) => {
      if (doc !== 0) return this.#readDocument(doc, limits);
      return [{ what: 'facts', facts: faultBy(this.#pdfium.FPDF_GetLastError()) }];
    });
  }

  /** Draws pages in grey, one after the other; omits those that cannot be drawn. */
  *draw(file: PdfBytes, drawing: Drawing): Generator<DrawnPage> {
    yield* this.#open(file, (doc) => (doc === 0 ? [] : this.#drawPages(doc, drawing)));
  }

  /** What must be appended to a file so that it has these annotations. */
  annotate(file: PdfBytes, order: AnnotationOrder): Annotated {
    const add = (doc: number): Annotated[] => {
      if (doc !== 0) return [this.#annotator.add(doc, file, order)];
      const { state } = faultBy(this.#pdfium.FPDF_GetLastError());
      return [{ refused: state === 'encrypted' ? 'encrypted' : 'unreadable' }];
    };
    const [annotated = { refused: 'unreadable' }] = this.#open(file, add);
    return annotated;
  }

  *#drawPages(doc: number, { pages, ...limits }: Drawing): Generator<DrawnPage> {
    for (const page of pages) {
      const drawn = this.#withPage(doc, page, (loaded) =>
        drawGrey(this.#pdfium, this.#memory, loaded, limits),
      );
      if (drawn !== null) yield { page, ...drawn };
    }
  }

  /** Draws pages as image files, one after the other; omits those that cannot be drawn. */
  *drawPictures(file: PdfBytes, picturing: Picturing): Generator<PagePicture> {
    yield* this.#open(file, (doc) => (doc === 0 ? [] : this.#picturesOf(doc, picturing)));
  }

  *#picturesOf(doc: number, { pages, rotation }: Picturing): Generator<PagePicture> {
    for (const page of pages) {
      const picture = this.#withPage(doc, page, (loaded) =>
        drawPicture(this.#pdfium, this.#memory, loaded, rotation),
      );
      if (picture !== null) yield { page, picture };
    }
  }

  /** Null if the page cannot be loaded. */
  #withPage<T>(doc: number, page: number, work: (loaded: number) => T | null): T | null {
    const loaded = this.#pdfium.FPDF_LoadPage(doc, page);
    if (loaded === 0) return null;
    const result = work(loaded);
    this.#pdfium.FPDF_ClosePage(loaded);
    return result;
  }

  *#open<Part>(file: PdfBytes, work: (doc: number) => Iterable<Part>): Generator<Part> {
    const call = this.#pdfium;
    this.#file = withUsualHead(file);
    this.#memory.setIntegers(this.#access, [file.length, this.#getBlock, 0]);
    const doc = call.FPDF_LoadCustomDocument(this.#access, this.#names.password);
    try {
      yield* work(doc);
    } finally {
      if (doc !== 0) call.FPDF_CloseDocument(doc);
    }
  }

  *#readDocument(doc: number, limits: PdfLimits): Generator<ReadPart> {
    const pages = this.#pdfium.FPDF_GetPageCount(doc);
    if (pages <= 0) {
      yield { what: 'facts', facts: { state: 'broken', fault: 'It has no pages.' } };
      return;
    }
    yield { what: 'pages', pages: Math.min(pages, limits.pages) };
    const first = this.#pdfium.FPDF_LoadPage(doc, 0); // open until it is drawn: parsed once
    yield { what: 'facts', facts: this.#factsOf(doc, pages, first, limits) };
    if (first === 0) return;
    const picture = this.#pictureOf(first);
    this.#pdfium.FPDF_ClosePage(first);
    if (picture !== null) yield { what: 'picture', picture };
  }

  #factsOf(doc: number, all: number, first: number, limits: PdfLimits): PdfFacts {
    const pages = Math.min(all, limits.pages);
    const pageTexts = new PageTextReader(this.#pdfium, this.#memory, doc, this.#names.contents);
    const texts: string[] = [];
    const packer = new WordPacker();
    let lettersLeft = limits.letters;
    let wordsLeft = limits.words;
    let unread = 0;
    let endsEmpty = false;
    for (let at = 0; at < pages; at++) {
      const page = at === 0 ? first : this.#pdfium.FPDF_LoadPage(doc, at);
      if (page === 0) unread += 1;
      const most = { letters: Math.min(limits.lettersAPage, lettersLeft), words: wordsLeft };
      const { text, words } =
        page === 0 ? nothing : pageTexts.read({ at, handle: page }, packer, most);
      lettersLeft -= text.length;
      wordsLeft -= words;
      texts.push(text);
      packer.endPage();
      endsEmpty = page !== 0 && this.#pdfium.FPDFPage_CountObjects(page) === 0;
      if (page !== 0 && at > 0) this.#pdfium.FPDF_ClosePage(page);
    }
    const { headings, furniture } = packer.hasWords ? pageTexts.structure() : noStructure;
    pageTexts.close();
    if (unread === pages) return { state: 'broken', fault: 'None of its pages can be read.' };
    const page_sizes = this.#sizesOf(doc, all);
    const isWhole = unread === 0 && !endsEmpty;
    const title = this.#titleOf(doc);
    const fault = tooLong(all, pages);
    const words = packer.pack(furniture ?? []);
    const read = { page_sizes, texts, words, headings, furniture, isWhole };
    return { state: 'readable', pages: all, fault, title, ...read };
  }

  #pictureOf(page: number): Uint8Array | null {
    const call = this.#pdfium;
    const ratio = call.FPDF_GetPageHeightF(page) / call.FPDF_GetPageWidthF(page);
    if (!Number.isFinite(ratio) || ratio <= 0) return null;
    const width = Math.max(1, Math.round(Math.min(pictureWidth, tallestPicture / ratio)));
    const height = Math.max(1, Math.min(tallestPicture, Math.round(width * ratio)));
    const bitmap = call.FPDFBitmap_CreateEx(width, height, withoutAlpha, this.#pixels, width * 4);
    if (bitmap === 0) return null;
    const end = this.#pixels + width * height * 4;
    call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawAnnotations | redFirst);
    const drawn = this.#memory.bytes.subarray(this.#pixels, end);
    const png = encodePng(width, height, drawn);
    drawn.fill(white);
    call.FPDFBitmap_Destroy(bitmap);
    return png;
  }

  #sizesOf(doc: number, pages: number) {
    const runs: { pages: number; width: number; height: number }[] = [];
    this.#memory.with(8, (size) => {
      for (let at = 0; at < pages; at++) {
        this.#pdfium.FPDF_GetPageSizeByIndexF(doc, at, size);
        const width = rounded(this.#memory.float(size));
        const height = rounded(this.#memory.float(size + 4));
        const run = runs.at(-1);
        if (run?.width === width && run.height === height) run.pages += 1;
        else runs.push({ pages: 1, width, height });
      }
    });
    return runs;
  }

  #titleOf(doc: number): string | null {
    const title = this.#memory.text(longestTitle, (at, size) =>
      this.#pdfium.FPDF_GetMetaText(doc, this.#names.title, at, size),
    );
    return title.replace(/[\p{Cc}\s]+/gu, ' ').trim() || null;
  }

  #readBlock(position: number, to: number, length: number): number {
    const into = new Uint8Array(this.#memory.bytes.buffer, to, length);
    return this.#file?.read(position, into) === true ? 1 : 0;
  }
}

function rounded(size: number): number {
  return Number.isFinite(size) ? Math.round(size * 100) / 100 : 0;
}

function tooLong(all: number, read: number): string | null {
  if (all <= read) return null;
  return `Searches cover only the first ${read} of its ${all} pages.`;
}

function faultBy(code: number): PdfFacts {
  if (code === passwordNeeded || code === unknownSecurity) return { state: 'encrypted' };
  return { state: 'broken', fault: 'It lacks the structure of a PDF.' };
}
