import { withFootnotesLast } from './footnotes.ts';
import { FurnitureFinder } from './furniture.ts';
import { HeadingFinder, type LineMarks, type PdfHeading, type ReadLine } from './headings.ts';
import type { Pdfium } from '../pdfium.ts';
import { textOfLine, withWholeWords } from './line-texts.ts';
import { type OutlineItem, readOutline } from './outline.ts';
import { addedWords, printedWords, topOnPage } from './page-words.ts';
import { linesInReadingOrder, type PlacedWord } from './reading-order.ts';
import { searchable } from './search-text.ts';
import { taggedHeadings } from './tagged-headings.ts';
import type { WasmMemory } from '../wasm-memory.ts';
import type { PdfFurniture, WordPacker } from './words.ts';

// fpdf_annot.h and fpdf_formfill.h: kinds and flags of annotations, and of the fields of a form.
const freeText = 3;
const widget = 20;
const hiddenOrNoView = 0x02 | 0x20;
const fieldsWithText = new Set([4, 5, 6]); // combobox, listbox, text
const isPassword = 1 << 13;

// fpdf_text.h: the flags of a font are those of the PDF's font descriptor.
const forcedBold = 1 << 18;
const longestFontName = 128;
const boldName = /bold|black|heavy|demi/i;

/** The text of a page, and how many of its words were packed. */
type PageText = { text: string; words: number };

/** Limits for one page. */
type Most = { letters: number; words: number };

/** Reads the texts of a document's pages. */
export class PageTextReader {
  readonly #pdfium: Pdfium;
  readonly #memory: WasmMemory;
  /** The form's environment and its info struct; null in a document without a form. */
  readonly #form: { handle: number; info: number } | null;
  /** The name `Contents`, in PDFium's memory. */
  readonly #contentsName: number;
  readonly #outline: ReadonlyMap<number, OutlineItem[]>;
  /** Tags say which lines are headings; an outline says it better. */
  readonly #hasTags: boolean;
  readonly #headings = new HeadingFinder();
  readonly #furniture = new FurnitureFinder();

  constructor(pdfium: Pdfium, memory: WasmMemory, doc: number, contentsName: number) {
    this.#pdfium = pdfium;
    this.#memory = memory;
    this.#contentsName = contentsName;
    this.#form = pdfium.FPDF_GetFormType(doc) === 0 ? null : openForm(pdfium, doc);
    this.#outline = readOutline(pdfium, memory, doc);
    this.#hasTags = this.#outline.size === 0 && pdfium.FPDFCatalog_IsTagged(doc) !== 0;
  }

  /** The headings and furniture of the pages that were read. */
  structure(): { headings: PdfHeading[]; furniture: PdfFurniture[] } {
    const headings = this.#headings.headings(this.#furniture.furniture());
    return { headings, furniture: this.#furniture.furniture(headings) };
  }

  close(): void {
    if (this.#form === null) return;
    this.#pdfium.PDFiumExt_ExitFormFillEnvironment(this.#form.handle);
    this.#pdfium.PDFiumExt_CloseFormFillInfo(this.#form.info);
  }

  /** The text of a page, of its form fields and of its notes; packs the words. Both are in reading order. */
  read(page: { at: number; handle: number }, packer: WordPacker, most: Most): PageText {
    const printed = this.#printed(page, most.letters);
    const lines = [...printed, ...readLines(this.#added(page.handle, most.letters))];
    let words = 0;
    for (const { text, left, top, width, height } of lines.flatMap((line) => line.words)) {
      if (words >= most.words) break;
      packer.add(text, left, top, width, height);
      words += 1;
    }
    const text = lines.map((line) => line.text).join('');
    return { text: text.replace(/\n$/, ''), words };
  }

  #printed({ at, handle }: { at: number; handle: number }, mostLetters: number): ReadLine[] {
    const call = this.#pdfium;
    const textPage = call.FPDFText_LoadPage(handle);
    if (textPage === 0) return [];
    const letters = Math.min(call.FPDFText_CountChars(textPage), mostLetters);
    const read = letters <= 0 ? '' : this.#lettersOf(textPage, letters);
    const words = printedWords(call, this.#memory, { page: handle, textPage, read });
    const lines = readLines(withWholeWords(withFootnotesLast(linesInReadingOrder(words))));
    this.#headings.addPage(at, lines, this.#marksOf({ at, handle }, textPage));
    this.#furniture.addPage(at, lines, call.FPDF_GetPageHeightF(handle));
    call.FPDFText_ClosePage(textPage);
    return lines;
  }

  #marksOf({ at, handle }: { at: number; handle: number }, textPage: number): LineMarks {
    const [call, memory] = [this.#pdfium, this.#memory];
    const tagged = this.#hasTags ? taggedHeadings(call, memory, handle) : new Set();
    return {
      outline: (this.#outline.get(at) ?? []).map(({ title, y }) => ({
        title,
        top: y === null ? null : topOnPage(call, memory, handle, y),
      })),
      isTagged: ({ letter }) => {
        if (letter === null || tagged.size === 0) return false;
        const object = call.FPDFText_GetTextObject(textPage, letter);
        return object !== 0 && tagged.has(call.FPDFPageObj_GetMarkedContentID(object));
      },
      isBold: ({ letter }) => letter !== null && this.#isBold(textPage, letter),
    };
  }

  #isBold(textPage: number, letter: number): boolean {
    return this.#memory.with(longestFontName + 4, (at) => {
      const flags = at + longestFontName;
      const call = this.#pdfium;
      const length = call.FPDFText_GetFontInfo(textPage, letter, at, longestFontName, flags);
      if (length === 0 || length > longestFontName) return false;
      const name = Buffer.from(this.#memory.bytes.buffer, at, length - 1).toString('latin1');
      return boldName.test(name) || (this.#memory.integer(flags) & forcedBold) !== 0;
    });
  }

  #lettersOf(text: number, letters: number): string {
    return this.#memory.with(letters * 2 + 2, (at) => {
      const written = this.#pdfium.FPDFText_GetText(text, 0, letters, at);
      return this.#memory.utf16(at, (written - 1) * 2); // it counts the closing zero
    });
  }

  /** The words of visible form fields and free-text notes, which are not part of the printed page. */
  #added(page: number, mostLetters: number): PlacedWord[][] {
    const count = this.#pdfium.FPDFPage_GetAnnotCount(page);
    const lines: PlacedWord[][] = [];
    for (let at = 0, left = mostLetters; at < count && left > 0; at++) {
      const annotation = this.#pdfium.FPDFPage_GetAnnot(page, at);
      if (annotation === 0) continue;
      const value = this.#valueOf(annotation, left);
      if (value !== '') {
        lines.push(addedWords(this.#pdfium, this.#memory, { page, annotation, value }));
        left -= value.length + 1;
      }
      this.#pdfium.FPDFPage_CloseAnnot(annotation);
    }
    return lines;
  }

  #valueOf(annotation: number, mostLetters: number): string {
    const call = this.#pdfium;
    if ((call.FPDFAnnot_GetFlags(annotation) & hiddenOrNoView) !== 0) return '';
    const kind = call.FPDFAnnot_GetSubtype(annotation);
    if (kind === freeText) {
      return this.#memory.text(mostLetters, (at, size) =>
        call.FPDFAnnot_GetStringValue(annotation, this.#contentsName, at, size),
      );
    }
    if (kind !== widget || this.#form === null) return '';
    const { handle } = this.#form;
    if (!fieldsWithText.has(call.FPDFAnnot_GetFormFieldType(handle, annotation))) return '';
    if ((call.FPDFAnnot_GetFormFieldFlags(handle, annotation) & isPassword) !== 0) return '';
    return this.#memory.text(mostLetters, (at, size) =>
      call.FPDFAnnot_GetFormFieldValue(handle, annotation, at, size),
    );
  }
}

/** Lines with their texts, which end with a line break; but for those that end within a word. */
function readLines(lines: readonly PlacedWord[][]): ReadLine[] {
  let [at, word] = [0, 0];
  return lines.map((words) => {
    const line = { words, text: searchable(`${textOfLine(words)}\n`), at, word };
    at += line.text.length;
    word += words.length;
    return line;
  });
}

function openForm(pdfium: Pdfium, doc: number) {
  const info = pdfium.PDFiumExt_OpenFormFillInfo();
  return { handle: pdfium.PDFiumExt_InitFormFillEnvironment(doc, info), info };
}
