import type { Pdfium } from './pdfium.ts';
import { packAdded, packPrinted } from './page-words.ts';
import { searchable, spacesBetweenIdeographs } from './search-text.ts';
import type { WasmMemory } from './wasm-memory.ts';
import type { WordPacker } from './words.ts';

type Box = { left: number; top: number; right: number; bottom: number };

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

  /** The text of a page, of its form fields and of its notes; packs the words. */
  read(page: number, packer: WordPacker, most: Most): PageText {
    const printed = this.#printed(page, packer, most);
    const added = this.#added(page, packer, {
      letters: most.letters - printed.text.length,
      words: most.words - printed.words,
    });
    return {
      text: searchable([printed.text, ...added.values].join('\n')),
      words: printed.words + added.words,
    };
  }

  #printed(page: number, packer: WordPacker, most: Most): PageText {
    const call = this.#pdfium;
    const textPage = call.FPDFText_LoadPage(page);
    if (textPage === 0) return { text: '', words: 0 };
    const letters = Math.min(call.FPDFText_CountChars(textPage), most.letters);
    const read = letters <= 0 ? '' : this.#lettersOf(textPage, letters);
    const text = this.#withoutSpacesBetween(textPage, read);
    const words = packPrinted(call, this.#memory, { page, textPage, read }, packer, most.words);
    call.FPDFText_ClosePage(textPage);
    return { text, words };
  }

  #lettersOf(text: number, letters: number): string {
    return this.#memory.with(letters * 2 + 2, (at) => {
      const written = this.#pdfium.FPDFText_GetText(text, 0, letters, at);
      return this.#memory.utf16(at, (written - 1) * 2); // it counts the closing zero
    });
  }

  /** Removes the spaces that PDFium adds between slightly separated Chinese or Japanese characters. */
  #withoutSpacesBetween(text: number, read: string): string {
    const spaces = spacesBetweenIdeographs(read).filter((at) => this.#isNarrow(text, at));
    if (spaces.length === 0) return read;
    let from = 0;
    const parts = spaces.map((at) => {
      const part = read.slice(from, at);
      from = at + 1;
      return part;
    });
    return [...parts, read.slice(from)].join('');
  }

  #isNarrow(text: number, at: number): boolean {
    const index = this.#pdfium.FPDFText_GetCharIndexFromTextIndex(text, at);
    // Near surrogate pairs the index may be that of another character.
    if (this.#pdfium.FPDFText_GetUnicode(text, index) !== 0x20) return false;
    const before = this.#boxOf(text, index - 1);
    const after = this.#boxOf(text, index + 1);
    const across = Math.max(after.left - before.right, before.left - after.right);
    const down = Math.max(before.bottom - after.top, after.bottom - before.top);
    const size = Math.max(before.right - before.left, before.top - before.bottom);
    return Math.max(across, down) < size / 2;
  }

  #boxOf(text: number, index: number): Box {
    return this.#memory.with(16, (at) => {
      this.#pdfium.FPDFText_GetLooseCharBox(text, index, at);
      const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((offset) =>
        this.#memory.float(at + offset),
      );
      return { left, top, right, bottom };
    });
  }

  /** The texts of visible form fields and free-text notes, which are not part of the printed page. */
  #added(page: number, packer: WordPacker, most: Most): { values: string[]; words: number } {
    const count = this.#pdfium.FPDFPage_GetAnnotCount(page);
    const values: string[] = [];
    let words = 0;
    for (let at = 0, left = most.letters; at < count && left > 0; at++) {
      const annotation = this.#pdfium.FPDFPage_GetAnnot(page, at);
      if (annotation === 0) continue;
      const value = this.#valueOf(annotation, left);
      if (value !== '') {
        const where = { page, annotation, value };
        words += packAdded(this.#pdfium, this.#memory, where, packer, most.words - words);
        values.push(value);
        left -= value.length + 1;
      }
      this.#pdfium.FPDFPage_CloseAnnot(annotation);
    }
    return { values, words };
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
