import { buffer } from 'node:stream/consumers';
import PdfKit from 'pdfkit';
import type {
  ContextPiece,
  Place,
  Redline,
  RedlineChange,
  RedlineSide,
} from '#contract/redline.ts';
import {
  changeWeights,
  effectOf,
  furnitureWords,
  kindWords,
  partTitle,
  summaryOf,
} from '#contract/redline-words.ts';
import { revisionStatusNames } from '#contract/revision-words.ts';
import { bold, regular, ReportFonts } from './fonts.ts';

const margin = 50;
const width = 595.28 - 2 * margin;
const bottom = 841.89 - 70;
const mostChanges = 3000;
const longestText = 1500;
const colours = {
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

const verdicts: Record<Redline['verdict'], string> = {
  identical: 'Both files are the same, byte for byte.',
  same_text: 'The text is the same; the files differ.',
  changed: 'The documents differ.',
  different: 'The documents have hardly anything in common, so single changes are not listed.',
};
/** The report: what was compared, when, and every change, what matters first. */
export async function reportPdf(redline: Redline, madeAt: Date): Promise<Buffer> {
  const { from, to } = redline;
  const doc = new PdfKit({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: 60 },
    bufferPages: true,
    info: { Title: `What changed: ${titleOf(from)} to ${titleOf(to)}`, CreationDate: madeAt },
  });
  const report = new Report(doc);
  report.write('What changed', { font: bold, size: 18 });
  report.write(`Compared on ${utc(madeAt)}`, { colour: colours.quiet });
  report.sides(from, to);
  report.summary(redline);
  report.changes(redline.changes);
  report.footers(`${titleOf(from)} → ${titleOf(to)}`, utc(madeAt));
  doc.end();
  return buffer(doc);
}

type Style = { font?: string; size?: number; colour?: string; indent?: number };

class Report {
  readonly #doc: PDFKit.PDFDocument;
  readonly #fonts: ReportFonts;

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
    this.#fonts = new ReportFonts(doc);
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

  sides(from: RedlineSide, to: RedlineSide): void {
    for (const [name, side] of [
      ['Older', from],
      ['Newer', to],
    ] as const) {
      this.#doc.moveDown(0.5);
      this.write(`${name}: ${titleOf(side)}`, { font: bold, size: 11 });
      this.write(side.doc_desc, { indent: 12 });
      const pages = side.page_sizes.reduce((sum, run) => sum + run.pages, 0);
      const language = side.language ?? 'none';
      const facts = `Customer: ${side.customer}   Language: ${language}   Revision: ${side.doc_rev} (${revisionStatusNames[side.status]})   Pages: ${pages}`;
      this.write(facts, { indent: 12 });
      this.write(`SHA-256: ${side.hash}`, { indent: 12, size: 8, colour: colours.quiet });
    }
    this.#doc.moveDown(0.5);
  }

  summary(redline: Redline): void {
    this.#rule();
    this.write(verdicts[redline.verdict], { font: bold });
    if (redline.changes.length > 0) this.write(summaryOf(redline.changes));
    if (redline.pages_by_picture > 0) {
      this.write(`Pages compared by their pictures: ${redline.pages_by_picture}`);
    }
    for (const { kind, from_text, to_text, pages } of redline.furniture) {
      this.write(`${furnitureWords[kind]}, on ${pages} ${pages === 1 ? 'page' : 'pages'}:`, {
        colour: colours.quiet,
      });
      this.#pieces([
        { kind: 'deleted', text: from_text },
        { kind: 'same', text: from_text === '' || to_text === '' ? '' : ' ' },
        { kind: 'inserted', text: to_text },
      ]);
    }
  }

  changes(changes: readonly RedlineChange[]): void {
    let left = mostChanges;
    for (const weight of changeWeights) {
      const part = changes.filter((change) => change.weight === weight);
      if (part.length === 0 || left <= 0) continue;
      this.#rule();
      this.write(`${partTitle(weight, part)} (${part.length})`, { font: bold, size: 11 });
      for (const change of part.slice(0, left)) this.#change(change);
      left -= part.length;
    }
    if (left < 0) this.write(`And ${-left} more, which the library shows.`, { font: bold });
  }

  #change(change: RedlineChange): void {
    if (this.#doc.y > bottom - 60) this.#doc.addPage();
    const facts = [
      `${change.id}. ${kindWords[change.kind].name}`,
      change.clause ?? '',
      pagesOf(change),
      effectOf(change),
    ];
    const where = facts.filter((fact) => fact !== '').join(' · ');
    this.write(where, { colour: colours.quiet, size: 8.5 });
    const row: ContextPiece = { kind: 'same', text: change.row === null ? '' : `${change.row}: ` };
    const isPicture = change.weight === 'picture';
    const picture: ContextPiece = { kind: 'same', text: 'The picture differs here.' };
    this.#pieces(isPicture ? [picture] : [row, ...change.context]);
  }

  footers(names: string, date: string): void {
    const { count } = this.#doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.#doc.switchToPage(page);
      this.#doc.page.margins.bottom = 0; // otherwise text this low begins a new page
      this.#doc.y = 800;
      const text = `${names.slice(0, 90)}   ${date}   Page ${page + 1} of ${count}`;
      this.write(text, { size: 8, colour: colours.quiet });
    }
  }

  /** A paragraph in which deleted words are struck through and inserted ones bold. */
  #pieces(pieces: readonly ContextPiece[]): void {
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

  #rule(): void {
    this.#doc.moveDown(0.4);
    const y = this.#doc.y;
    this.#doc
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.5)
      .stroke(colours.line);
    this.#doc.moveDown(0.4);
  }
}

function titleOf({ doc_num, doc_rev, language }: RedlineSide): string {
  return `${doc_num}${language === null ? '' : ` (${language})`}, revision ${doc_rev}`;
}

function utc(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function pagesOf({ from, to }: RedlineChange): string {
  return `page ${range(from)} → ${range(to)}`;
}

function range(places: readonly Place[]): string {
  const pages = places.map(({ page }) => page);
  const [first, last] = [Math.min(...pages), Math.max(...pages)];
  return first === last ? String(first) : `${first}–${last}`;
}

function shortened(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText).toWellFormed()} …`;
}
