import type { Box } from '#contract/redline.ts';
import type { PdfBytes } from '../file-bytes.ts';
import type { Pdfium, PdfiumRuntime } from '../pdfium.ts';
import type { WasmMemory } from '../wasm-memory.ts';

/** fpdf_annot.h: FPDF_ANNOT_… */
const subtypes = { freetext: 3, highlight: 9, underline: 10, strike: 12, stamp: 13, ink: 15 };

/** An annotation to add. Lengths are in points, from the upper left of the page as it is shown. */
export type NewAnnotation = {
  kind: keyof typeof subtypes;
  /** Counted from 0. */
  page: number;
  box: Box;
  /** The lines of words that it marks. */
  marked: readonly Box[];
  strokes: readonly (readonly (readonly [number, number, number])[])[];
  /** `#rrggbb`. */
  colour: string;
  size: number;
  id: string;
  author: string;
  text: string;
  modifiedAt: Date;
};

/** What each annotation looks like: a page of `appearances`, in the same order. */
export type AnnotationOrder = {
  annotations: readonly NewAnnotation[];
  appearances: Uint8Array;
  /** A signature may break, and an owner's password may go where printing is allowed. */
  isForPrint: boolean;
};

/** What is appended to the file, whose own bytes stay; `isWhole`: a file instead of it. Or why it cannot be. */
export type Annotated = { appended: Uint8Array; isWhole: boolean } | { refused: AnnotationRefusal };
export type AnnotationRefusal = 'encrypted' | 'unprintable' | 'signed' | 'too_large' | 'unreadable';

const mostAppended = 100 * 2 ** 20;
// fpdf_save.h
const [incremental, withoutSecurity] = [1, 3];
/** The permission to print, in ISO 32000's table of user access permissions. */
const printBit = 4;
// fpdf_annot.h: the kind of colour, the appearance, and the flag Print.
const [ownColour, normal, printed] = [0, 0, 4];

/** Adds annotations to an open document by an incremental update: it only appends to the file. */
export class Annotator {
  readonly #call: Pdfium;
  readonly #runtime: PdfiumRuntime;
  readonly #memory: WasmMemory;

  constructor(pdfium: Pdfium, runtime: PdfiumRuntime, memory: WasmMemory) {
    this.#call = pdfium;
    this.#runtime = runtime;
    this.#memory = memory;
  }

  add(doc: number, file: PdfBytes, order: AnnotationOrder): Annotated {
    const { annotations, appearances, isForPrint } = order;
    const isProtected = this.#call.EPDF_IsEncrypted(doc) !== 0;
    const mayPrint = (this.#call.FPDF_GetDocPermissions(doc) & printBit) !== 0;
    if (isProtected && !isForPrint) return { refused: 'encrypted' };
    if (isProtected && !mayPrint) return { refused: 'unprintable' };
    if (this.#call.FPDF_GetSignatureCount(doc) > 0 && !isForPrint) return { refused: 'signed' };
    // An update counts from the first byte, a PDF from its header.
    const head = Buffer.alloc(4);
    const isAtStart = file.read(0, head) && head.toString('latin1') === '%PDF';
    if (!isAtStart && !isForPrint) return { refused: 'unreadable' };
    const looks = this.#load(appearances);
    const byPage = Map.groupBy(annotations.entries(), ([, { page }]) => page);
    for (const [at, some] of byPage) {
      const page = this.#call.FPDF_LoadPage(doc, at);
      if (page === 0) return { refused: 'unreadable' };
      for (const [number, annotation] of some) this.#addTo(page, annotation, { looks, number });
      this.#call.FPDF_ClosePage(page);
    }
    return isAtStart && !isProtected ? this.#append(doc, file) : this.#rewrite(doc);
  }

  #addTo(page: number, of: NewAnnotation, look: { looks: number; number: number }): void {
    const call = this.#call;
    const annotation = call.EPDFPage_CreateAnnot(page, subtypes[of.kind]);
    if (annotation === 0) throw new Error('PDFium adds no annotation.');
    const toPage = this.#placesOn(page);
    this.#place(annotation, of, toPage);
    this.#describe(annotation, of);
    require(call.EPDFAnnot_SetAppearanceFromPage(annotation, look.looks, look.number));
    this.#rotate(annotation, call.FPDFPage_GetRotation(page));
    call.FPDFPage_CloseAnnot(annotation);
  }

  #place(annotation: number, of: NewAnnotation, toPage: ToPage): void {
    const call = this.#call;
    const [[x1, y1], , , [x2, y2]] = cornersOf(of.box, toPage);
    const rect = [Math.min(x1, x2), Math.max(y1, y2), Math.max(x1, x2), Math.min(y1, y2)];
    require(this.#withFloats(rect, (at) => call.FPDFAnnot_SetRect(annotation, at)));
    for (const box of of.marked) {
      const corners = cornersOf(box, toPage).flat();
      const append = (at: number) => call.FPDFAnnot_AppendAttachmentPoints(annotation, at);
      require(this.#withFloats(corners, append));
    }
    for (const stroke of of.kind === 'ink' ? of.strokes : []) {
      const points = stroke.flatMap(([x, y]) => toPage(x, y));
      const add = (at: number) => call.FPDFAnnot_AddInkStroke(annotation, at, stroke.length);
      this.#withFloats(points, add);
    }
  }

  #describe(annotation: number, of: NewAnnotation): void {
    const call = this.#call;
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(of.colour.slice(at, at + 2), 16));
    const colour = [red ?? 0, green ?? 0, blue ?? 0] as const;
    call.EPDFAnnot_SetColor(annotation, ownColour, ...colour);
    if (of.kind === 'freetext') {
      // EPDFAnnot_SetDefaultAppearance would add a form without fields, of which Poppler complains.
      const shares = colour.map((value) => (value / 255).toFixed(3)).join(' ');
      this.#say(annotation, { DA: `${shares} rg /Helv ${of.size} Tf` });
    }
    call.FPDFAnnot_SetFlags(annotation, printed);
    this.#say(annotation, {
      Contents: of.text,
      T: of.author,
      NM: of.id,
      M: pdfDate(of.modifiedAt),
    });
  }

  #say(annotation: number, said: Record<string, string>): void {
    for (const [key, value] of Object.entries(said)) {
      const bytes = Buffer.from(`${value}\0`, 'utf16le');
      const name = Buffer.from(`${key}\0`, 'latin1');
      this.#memory.with(bytes.length + name.length, (at) => {
        this.#memory.bytes.set(bytes, at);
        this.#memory.bytes.set(name, at + bytes.length);
        this.#call.FPDFAnnot_SetStringValue(annotation, at + bytes.length, at);
      });
    }
  }

  /** Upright as the page is shown: the page itself may be turned by quarters. */
  #rotate(annotation: number, quarters: number): void {
    if (quarters === 0) return;
    const [cos = 1, sin = 0] =
      [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ][quarters] ?? [];
    const matrix = [cos, sin, -sin, cos, 0, 0];
    const set = (at: number) => this.#call.EPDFAnnot_SetAPMatrix(annotation, normal, at);
    require(this.#withFloats(matrix, set));
  }

  /** From points of the page as it is shown to its own coordinates, in thousandths. */
  #placesOn(page: number): ToPage {
    const call = this.#call;
    const thousandths = (points: number) => Math.round(points * 1000);
    const width = thousandths(call.FPDF_GetPageWidthF(page));
    const height = thousandths(call.FPDF_GetPageHeightF(page));
    return (x, y) =>
      this.#memory.with(16, (at) => {
        const [right, down] = [thousandths(x), thousandths(y)];
        call.FPDF_DeviceToPage(page, 0, 0, width, height, 0, right, down, at, at + 8);
        return [this.#memory.double(at), this.#memory.double(at + 8)];
      });
  }

  #load(pdf: Uint8Array): number {
    const at = this.#memory.allocate(pdf.length); // as long as the process lives
    this.#memory.bytes.set(pdf, at);
    const doc = this.#call.FPDF_LoadMemDocument(at, pdf.length, 0);
    if (doc === 0) throw new Error('PDFium does not open the appearances.');
    return doc;
  }

  #append(doc: number, file: PdfBytes): Annotated {
    const parts: Buffer[] = [];
    let [written, isSame] = [0, true];
    const isSaved = this.#save(doc, incremental, (bytes) => {
      const ofFile = Math.max(0, Math.min(bytes.length, file.length - written));
      isSame &&= isAt(file, written, bytes.subarray(0, ofFile));
      written += bytes.length;
      if (ofFile < bytes.length) parts.push(bytes.subarray(ofFile));
      return written - file.length <= mostAppended;
    });
    if (written - file.length > mostAppended) return { refused: 'too_large' };
    if (!isSaved || !isSame) return { refused: 'unreadable' };
    return { appended: Buffer.concat(parts), isWhole: false };
  }

  #rewrite(doc: number): Annotated {
    const parts: Buffer[] = [];
    let written = 0;
    const isSaved = this.#save(doc, withoutSecurity, (bytes) => {
      parts.push(bytes);
      written += bytes.length;
      return written <= mostAppended;
    });
    if (written > mostAppended) return { refused: 'too_large' };
    return isSaved ? { appended: Buffer.concat(parts), isWhole: true } : { refused: 'unreadable' };
  }

  /** Gives all bytes to `take`, until it refuses some; says whether it got them all. */
  #save(doc: number, how: number, take: (bytes: Buffer) => boolean): boolean {
    const write = this.#runtime.addFunction((_writer: number, at: number, length: number) => {
      return take(Buffer.from(this.#memory.bytes.slice(at, at + length))) ? 1 : 0;
    }, 'iiii');
    const saved = this.#memory.with(8, (writer) => {
      this.#memory.setIntegers(writer, [1, write]); // FPDF_FILEWRITE of fpdf_save.h
      return this.#call.FPDF_SaveAsCopy(doc, writer, how);
    });
    return saved !== 0;
  }

  #withFloats(values: readonly number[], work: (at: number) => number): number {
    return this.#memory.with(values.length * 4, (at) => {
      this.#memory.setFloats(at, values);
      return work(at);
    });
  }
}

type ToPage = (x: number, y: number) => [number, number];
type Corners = [[number, number], [number, number], [number, number], [number, number]];

/** Upper left, upper right, lower left, lower right. */
function cornersOf([x, y, width, height]: Box, toPage: ToPage): Corners {
  const [right, bottom] = [x + width, y + height];
  return [toPage(x, y), toPage(right, y), toPage(x, bottom), toPage(right, bottom)];
}

function isAt(file: PdfBytes, position: number, bytes: Buffer): boolean {
  const own = Buffer.alloc(bytes.length);
  return bytes.length === 0 || (file.read(position, own) && own.equals(bytes));
}

function require(succeeded: number): void {
  if (succeeded === 0) throw new Error('PDFium refuses an annotation.');
}

function pdfDate(date: Date): string {
  return `D:${date.toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z`;
}
