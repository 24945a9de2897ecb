import { buffer } from 'node:stream/consumers';
import PdfKit from 'pdfkit';
import type { ContextPiece } from '#contract/redline.ts';
import { bold, regular, ReportFonts } from './fonts.ts';

const margin = 50;
const width = 595.28 - 2 * margin;
const bottom = 841.89 - 70;
const longestText = 1500;
export const colours = {
  text: '#1a1a1a',
  quiet: '#5a5a5a',
  gone: '#a3191f',
  come: '#0b6b3a',
  line: '#c8c8c8',
};

const pieceColours: Record<ContextPiece['kind'], string> = {
  same: colours.text,
  deleted: colours.gone,
  inserted: colours.come,
};

export type Style = { font?: string; size?: number; colour?: string; indent?: number };

/** The pages of a report: paragraphs one below the other, and a footer on each page. */
export class ReportPaper {
  readonly #doc: PDFKit.PDFDocument;
  readonly #fonts: ReportFonts;

  constructor(title: string, madeAt: Date) {
    this.#doc = new PdfKit({
      size: 'A4',
      margins: { top: margin, left: margin, right: margin, bottom: 60 },
      bufferPages: true,
      info: { Title: title, CreationDate: madeAt },
    });
    this.#fonts = new ReportFonts(this.#doc);
  }

  /** A paragraph, in as many fonts as its characters need. */
  write(text: string, style: Style = {}): void {
    const { font = regular, size = 9.5, colour = colours.text, indent = 0 } = style;
    const runs = this.#fonts.runs(text, font);
    this.#doc.fontSize(size).fillColor(colour);
    this.#doc.x = margin + indent;
    for (const [at, run] of runs.entries()) {
      const options = { width: width - indent, continued: at < runs.length - 1 };
      this.#doc.font(run.font).text(run.text, options);
    }
    this.#doc.moveDown(0.25);
  }

  space(lines: number): void {
    this.#doc.moveDown(lines);
  }

  newPage(): void {
    this.#doc.addPage();
  }

  /** A new page where the next lines would be cut by the end of this one. */
  keepTogether(): void {
    if (this.#doc.y > bottom - 60) this.#doc.addPage();
  }

  /** A paragraph in which deleted words are struck through and inserted ones bold. */
  pieces(pieces: readonly ContextPiece[]): void {
    const runs = pieces.flatMap(({ kind, text }) =>
      this.#fonts
        .runs(shortened(text), kind === 'inserted' ? bold : regular)
        .filter((run) => run.text !== '')
        .map((run) => ({ ...run, kind })),
    );
    this.#doc.fontSize(9.5);
    this.#doc.x = margin + 12;
    for (const [at, { text, font, kind }] of runs.entries()) {
      const continued = at < runs.length - 1;
      this.#doc.font(font).fillColor(pieceColours[kind]);
      this.#doc.text(text, { width: width - 12, continued, strike: kind === 'deleted' });
    }
    this.#doc.moveDown(0.25);
  }

  rule(): void {
    this.#doc.moveDown(0.4);
    const y = this.#doc.y;
    this.#doc
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.5)
      .stroke(colours.line);
    this.#doc.moveDown(0.4);
  }

  #footers(names: string, date: string): void {
    const { count } = this.#doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.#doc.switchToPage(page);
      this.#doc.page.margins.bottom = 0; // otherwise text this low begins a new page
      this.#doc.y = 800;
      const text = `${names.slice(0, 90)}   ${date}   Page ${page + 1} of ${count}`;
      this.write(text, { size: 8, colour: colours.quiet });
    }
  }

  /** Ends the report; every page gets its footer. */
  finish(names: string, madeAt: Date): Promise<Buffer> {
    this.#footers(names, utc(madeAt));
    this.#doc.end();
    return buffer(this.#doc);
  }
}

export function utc(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function shortened(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText).toWellFormed()} …`;
}
