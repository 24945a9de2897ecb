import type { Pdfium } from './pdfium.ts';
import { textOfLine, withWholeWords } from './line-texts.ts';
import { addedWords, printedWords } from './page-words.ts';
import { linesInReadingOrder, type PlacedWord } from './reading-order.ts';
import { searchable } from './search-text.ts';
import type { WasmMemory } from './wasm-memory.ts';
import type { WordPacker } from './words.ts';

// fpdf_annot.h and fpdf_formfill.h: kinds and flags of annotations, and of the fields of a form.
const freeText = 3;
const widget = 20;
const hiddenOrNoView = 0x02 | 0x20;
const fieldsWithText = new Set([4, 5, 6]); // combobox, listbox, text
const isPassword = 1 << 13;

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

  constructor(pdfium: Pdfium, memory: WasmMemory, doc: number, contentsName: number) {
    this.#pdfium = pdfium;
    this.#memory = memory;
    this.#contentsName = contentsName;
    this.#form = pdfium.FPDF_GetFormType(doc) === 0 ? null : openForm(pdfium, doc);
  }

  close(): void {
    if (this.#form === null) return;
    this.#pdfium.PDFiumExt_ExitFormFillEnvironment(this.#form.handle);
    this.#pdfium.PDFiumExt_CloseFormFillInfo(this.#form.info);
  }

  /** The text of a page, of its form fields and of its notes; packs the words. Both are in reading order. */
  read(page: number, packer: WordPacker, most: Most): PageText {
    const lines = [...this.#printed(page, most.letters), ...this.#added(page, most.letters)];
    let words = 0;
    for (const { text, left, top, width, height } of lines.flat()) {
      if (words >= most.words) break;
      packer.add(text, left, top, width, height);
      words += 1;
    }
    return { text: searchable(lines.map(textOfLine).join('\n')), words };
  }

  #printed(page: number, mostLetters: number): PlacedWord[][] {
    const call = this.#pdfium;
    const textPage = call.FPDFText_LoadPage(page);
    if (textPage === 0) return [];
    const letters = Math.min(call.FPDFText_CountChars(textPage), mostLetters);
    const read = letters <= 0 ? '' : this.#lettersOf(textPage, letters);
    const words = printedWords(call, this.#memory, { page, textPage, read });
    call.FPDFText_ClosePage(textPage);
    return withWholeWords(linesInReadingOrder(words));
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

function openForm(pdfium: Pdfium, doc: number) {
  const info = pdfium.PDFiumExt_OpenFormFillInfo();
  return { handle: pdfium.PDFiumExt_InitFormFillEnvironment(doc, info), info };
}
