import { bold, hasBoldFont, regular } from '../fonts.ts';
import { ink } from '../pen.ts';
import { type HouseStyle, drawMark } from '../house-style.ts';
import type { Standard } from './standard.ts';
import { drawTable, measureTable } from './table.ts';
import { fillValues } from '../texts/placeholders.ts';
import type { Words } from '../texts/words.ts';

/** What is needed to draw the pages of one standard. */
export type Sheet = {
  doc: PDFKit.PDFDocument;
  standard: Standard;
  style: HouseStyle;
  words: Words;
  /** The words inside figures, by the English word. */
  figureWords: Map<string, string>;
};

const grey = '#5b6470';

export function drawTitlePage(sheet: Sheet): void {
  const { doc, standard, style, words } = sheet;
  doc.addPage();
  const { left, width } = textArea(doc);
  const wholePage = { fit: true, expanded: true }; // the types do not know `fit`
  doc.outline.addItem(standard.title, wholePage);
  drawMark(doc, style, left, 108, 40);
  doc
    .font(regular)
    .fontSize(11)
    .fillColor(grey)
    .text(words.standard, left + 54, 110);
  doc.fontSize(9).text(style.department, left + 54, 128);
  drawHeading(sheet, standard.title, left, 176, 22, width);
  doc.moveDown(0.4).font(regular).fontSize(10.5).fillColor(grey);
  doc.text(standard.subject, left, doc.y, { width });
  const below = drawTitleBlock(sheet, Math.max(doc.y + 26, 270));
  drawHeading(sheet, words.history, left, below + 28, 12, width);
  doc.y += 6;
  drawHistory(sheet);
  doc.font(regular).fontSize(8.5).fillColor(grey);
  doc.text(words.confidential, left, doc.y + 16, { width });
}

/** Draws header and footer of all pages; called last, when the number of pages is known. */
export function drawRunningHeads(sheet: Sheet): void {
  const { doc, standard, style, words } = sheet;
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    // Text below the bottom margin would make pdfkit begin a new page.
    doc.page.margins.bottom = 0;
    const { left, width } = textArea(doc);
    const foot = doc.page.height - 54;
    drawMark(doc, style, left, 38, 16);
    doc.font(bold).fontSize(10).fillColor(style.colour);
    doc.text(standard.issuer, left + 24, 41, { lineBreak: false });
    doc.font(regular).fontSize(9).fillColor(ink);
    const name = `${standard.doc_num}   ${words.revision} ${standard.doc_rev}`;
    doc.text(name, left, 42, { width, align: 'right', lineBreak: false });
    doc
      .moveTo(left, 62)
      .lineTo(left + width, 62)
      .lineWidth(1)
      .strokeColor(style.colour)
      .stroke();
    doc
      .moveTo(left, foot)
      .lineTo(left + width, foot)
      .lineWidth(0.5)
      .strokeColor(style.colour)
      .stroke();
    doc.fontSize(8).fillColor(grey);
    doc.text(words.printed, left, foot + 7, { lineBreak: false });
    const number = fillValues(words.page, { page: page + 1, pages: count });
    doc.text(number, left, foot + 7, { width, align: 'right', lineBreak: false });
  }
}

/** Draws a heading in bold; where the font has no bold, its letters get an outline. */
export function drawHeading(
  sheet: Sheet,
  text: string,
  x: number,
  y: number,
  size: number,
  width: number,
): void {
  const { doc } = sheet;
  const fake = !hasBoldFont(sheet.standard.language);
  doc
    .font(bold)
    .fontSize(size)
    .fillColor(ink)
    .strokeColor(ink)
    .lineWidth(size / 40);
  doc.text(text, x, y, { width, ...(fake ? { fill: true, stroke: true } : {}) });
}

export function textArea(doc: PDFKit.PDFDocument): { left: number; width: number } {
  const { left, right } = doc.page.margins;
  return { left, width: doc.page.width - left - right };
}

/** The date as it is printed, in every language. */
function printedDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function drawTitleBlock({ doc, standard, style, words }: Sheet, top: number): number {
  const { left, width } = textArea(doc);
  const before = standard.revisions.at(-2);
  const cells: [name: string, value: string][][] = [
    [
      [words.number, standard.doc_num],
      [words.revision, standard.doc_rev],
      [words.date, printedDate(standard.issued)],
    ],
    [
      [words.prepared, style.prepared],
      [words.checked, style.checked],
      [words.approved, style.approved],
    ],
    [
      [
        words.supersedes,
        before === undefined
          ? words.none
          : `${standard.doc_num}, ${words.revision} ${before.doc_rev}`,
      ],
    ],
  ];
  const height = 36;
  cells.forEach((row, down) => {
    const cell = width / row.length;
    row.forEach(([name, value], across) => {
      const x = left + across * cell;
      const y = top + down * height;
      doc.rect(x, y, cell, height).lineWidth(0.6).strokeColor(ink).stroke();
      doc
        .font(regular)
        .fontSize(7)
        .fillColor(grey)
        .text(name, x + 6, y + 5, { lineBreak: false });
      doc
        .font(bold)
        .fontSize(11)
        .fillColor(ink)
        .text(value, x + 6, y + 16, { lineBreak: false });
    });
  });
  const bottom = top + cells.length * height;
  doc
    .rect(left, top, width, bottom - top)
    .lineWidth(1.4)
    .strokeColor(style.colour)
    .stroke();
  return bottom;
}

function drawHistory({ doc, standard, style, words }: Sheet): void {
  const rows = standard.revisions
    .toReversed()
    .map(({ doc_rev, issued, change }) => [doc_rev, printedDate(issued), change]);
  const table = measureTable(doc, [words.revision, words.date, words.change], rows);
  drawTable(doc, table, style.colour);
}
