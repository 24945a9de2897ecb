import { buffer } from 'node:stream/consumers';
import PdfKit from 'pdfkit';
import {
  fittedLines,
  inkPaths,
  lineHeight,
  markLine,
  sealLines,
  signatureIn,
  signatureParts,
  stampFrame,
  textPadding,
  wrapText,
} from '#contract/note-drawing.ts';
import { provisionalWords } from '#contract/note-words.ts';
import type { NoteLook } from '#contract/notes.ts';
import type { Box } from '#contract/redline.ts';
import { bold, regular, ReportFonts } from '../../paper/fonts.ts';
import { type NotePart, provisionalSize } from './note-parts.ts';

/** PNGs of stamps and signatures, by id. */
export type Pictures = ReadonlyMap<string, Uint8Array>;

type Writing = { size: number; colour: string; font?: string; oblique?: boolean };

/** A PDF with one page for each part of a note, as large as its frame: what the note looks like there. */
export async function drawAppearances(
  parts: readonly NotePart[],
  pictures: Pictures,
): Promise<Uint8Array> {
  const doc = new PdfKit({ autoFirstPage: false, margin: 0 });
  const pen = new Pen(doc, pictures);
  for (const part of parts) {
    const [left, top, width, height] = part.frame;
    doc.addPage({ size: [width, height], margin: 0 });
    doc.translate(-left, -top);
    pen.draw(part);
    wrapContent(doc);
  }
  doc.end();
  return buffer(doc);
}

class Pen {
  readonly #doc: PDFKit.PDFDocument;
  readonly #pictures: Pictures;
  readonly #fonts: ReportFonts;
  readonly #marking: object;
  readonly #multiply: object;

  constructor(doc: PDFKit.PDFDocument, pictures: Pictures) {
    this.#doc = doc;
    this.#pictures = pictures;
    this.#fonts = new ReportFonts(doc);
    this.#marking = reference(doc, { Type: 'ExtGState', BM: 'Multiply', ca: 0.65 });
    this.#multiply = reference(doc, { Type: 'ExtGState', BM: 'Multiply' });
  }

  draw(part: NotePart): void {
    this.#content(part);
    const words = provisionalWords(part.note);
    if (words === null) return;
    const [left, top, width, height] = part.box;
    this.#doc.rect(left, top, width, height).lineWidth(0.75).dash(3, { space: 2 });
    this.#doc.stroke('#4b5563').undash();
    this.#write(words, [left, top - 2], { size: provisionalSize, colour: '#4b5563' });
  }

  #content({ note, rects, box }: NotePart): void {
    const { look } = note;
    switch (note.kind) {
      case 'highlight':
        return this.#mark(look, rects);
      case 'freetext':
        return this.#textBox(note.text, look, box);
      case 'ink':
        return this.#ink(look);
      case 'stamp':
        return this.#stamp(look, box);
      case 'signature':
        return this.#signature(note, box);
    }
  }

  #mark({ style, colour }: NoteLook, rects: readonly Box[]): void {
    if (style === undefined || style === 'highlight') {
      setGraphicsState(this.#doc, 'Marking', this.#marking);
      for (const rect of rects) this.#doc.rect(...rect);
      this.#doc.fill(colour);
      return;
    }
    for (const rect of rects) {
      const { y, line } = markLine(rect, style);
      this.#doc.moveTo(rect[0], y).lineTo(rect[0] + rect[2], y);
      this.#doc.lineWidth(line).stroke(colour);
    }
  }

  #textBox(text: string, { size = 12, colour }: NoteLook, box: Box): void {
    const [left, top, width] = box;
    this.#doc.rect(...box).fillOpacity(0.92);
    this.#doc.fill('#fffef5').fillOpacity(1);
    const lines = wrapText(text, { width: width - 2 * textPadding, size }, (line) =>
      this.#widthOf(line, { size: 1, colour }),
    );
    for (const [at, line] of lines.entries()) {
      const y = top + textPadding + size * (lineHeight * at + 0.95);
      this.#write(line, [left + textPadding, y], { size, colour });
    }
  }

  #ink({ strokes = [], size = 2, colour }: NoteLook): void {
    for (const stroke of strokes) {
      for (const { d, width } of inkPaths(stroke, size)) {
        this.#doc.path(d).lineWidth(width).lineCap('round').lineJoin('round').stroke(colour);
      }
    }
  }

  #stamp(look: NoteLook, box: Box): void {
    if (look.picture !== undefined) return this.#picture(look.picture, box);
    const { x, y, width, height, radius, line } = stampFrame(box);
    this.#doc.roundedRect(x, y, width, height, radius).fillOpacity(0.75).lineWidth(line);
    this.#doc.fillAndStroke('#ffffff', look.colour).fillOpacity(1);
    this.#centred(look.label ?? '', box, { colour: look.colour, font: bold });
  }

  #signature(note: NotePart['note'], box: Box): void {
    const { above, seal } = signatureParts(box, sealLines(note));
    const look = signatureIn(note.look, box);
    this.#ink(look);
    if (look.picture !== undefined) this.#picture(look.picture, above);
    if (look.label !== undefined) {
      this.#centred(look.label, above, { colour: look.colour, oblique: true });
    }
    const writing = { size: seal.size, colour: '#4b5563' };
    for (const { line, x, y } of seal.lines) {
      this.#write(line, [x - this.#widthOf(line, writing) / 2, y], writing);
    }
  }

  /** Its white lets the page through. */
  #picture(id: string, [x, y, width, height]: Box): void {
    const png = this.#pictures.get(id);
    if (png === undefined) return;
    this.#doc.save();
    setGraphicsState(this.#doc, 'Multiply', this.#multiply);
    this.#doc.image(Buffer.from(png), x, y, { width, height }).restore();
  }

  #centred(text: string, box: Box, style: Omit<Writing, 'size'>): void {
    const { size, lines } = fittedLines(text, box);
    const writing = { ...style, size };
    for (const { line, x, y } of lines) {
      this.#write(line, [x - this.#widthOf(line, writing) / 2, y], writing);
    }
  }

  /** A line, in as many fonts as its characters need; `at` is the start of its baseline. */
  #write(line: string, at: readonly [number, number], writing: Writing): void {
    const { size, colour, font = regular, oblique = false } = writing;
    let [x, y] = at;
    for (const run of this.#fonts.runs(line, font)) {
      this.#doc.font(run.font).fontSize(size).fillColor(colour);
      this.#doc.text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic', oblique });
      x += this.#doc.widthOfString(run.text);
    }
  }

  #widthOf(line: string, { size, font = regular }: Writing): number {
    return this.#fonts
      .runs(line, font)
      .reduce(
        (sum, run) => sum + this.#doc.font(run.font).fontSize(size).widthOfString(run.text),
        0,
      );
  }
}

// Parts of pdfkit that its types do not name.
type Reference = { data: Record<string, unknown>; end: (content?: string) => void };
type Page = {
  width: number;
  height: number;
  content: Reference;
  resources: Reference;
  dictionary: Reference;
  ext_gstates: Record<string, object>;
};

const pageOf = (doc: PDFKit.PDFDocument) => doc.page as unknown as Page;

function reference(doc: PDFKit.PDFDocument, data: object, content?: string): Reference {
  const made = doc.ref(data) as unknown as Reference;
  made.end(content);
  return made;
}

function setGraphicsState(doc: PDFKit.PDFDocument, name: string, state: object): void {
  pageOf(doc).ext_gstates[name] = state;
  doc.addContent(`/${name} gs`);
}

/**
 * Moves what the page shows into a form of this name. PDFium (EmbedPDF 2.15) copies the content of a page to an
 * appearance, but of its resources only a form with this name, in which it wraps the page.
 */
function wrapContent(doc: PDFKit.PDFDocument): void {
  const { width, height, content, resources, dictionary } = pageOf(doc);
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] };
  Object.assign(content.data, form, { Resources: resources });
  const shown = reference(doc, {}, '/EPDFWRAP Do');
  const used = reference(doc, { XObject: { EPDFWRAP: content } });
  Object.assign(dictionary.data, { Contents: shown, Resources: used });
}
