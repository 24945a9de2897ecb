import { figures } from '../figures/figures.ts';
import { ink } from '../pen.ts';
import { bold, italic, registerFonts, regular } from '../fonts.ts';
import { type HouseStyle, readHouseStyle } from '../house-style.ts';
import { type PdfOptions, writePdf } from '../pdf-file.ts';
import {
  type Block,
  type Run,
  type Section,
  type Standard,
  destinationOf,
  sectionsIn,
} from './standard.ts';
import { drawTable, measureTable } from './table.ts';
import {
  type Sheet,
  drawRunningHeads,
  drawTitlePage,
  drawHeading,
  textArea,
} from './title-page.ts';
import { readFigureWords, readWords } from '../texts/words.ts';

const bodySize = 10;
const linkColour = '#1d4f91';
const figureHeight = 178;
const contentsRow = 16;
const deepestInContents = 2;

/** Lays out one standard and streams it to `path`. */
export async function writeStandardPdf(path: string, standard: Standard): Promise<void> {
  const { issuer, language } = standard;
  const style = readHouseStyle(issuer);
  const words = readWords(language);
  const figureWords = readFigureWords(language);
  await writePdf(path, pdfOptions(standard, style), (doc) => {
    registerFonts(doc, language);
    const sheet: Sheet = { doc, standard, style, words, figureWords };
    drawTitlePage(sheet);
    const firstContentsPage = reserveContents(sheet);
    doc.addPage();
    const pages = new Map<string, number>();
    for (const section of standard.sections) drawSection(sheet, section, 1, doc.outline, pages);
    drawContents(sheet, firstContentsPage, pages);
    drawRunningHeads(sheet);
  });
}

function pdfOptions(standard: Standard, style: HouseStyle): PdfOptions {
  return {
    title: `${standard.doc_num} ${standard.title}`,
    subject: standard.subject,
    author: standard.issuer,
    keywords: [standard.doc_num, standard.doc_rev, standard.subject].join(', '),
    language: standard.language.toLowerCase(),
    issued: standard.issued,
    size: style.paper,
    margins: { top: 84, bottom: 76, left: 64, right: 56 },
  };
}

// ---- the clauses

function drawSection(
  sheet: Sheet,
  section: Section,
  depth: number,
  above: PDFKit.PDFOutline,
  pages: Map<string, number>,
): void {
  const { doc } = sheet;
  const { left, width } = textArea(doc);
  // A heading needs the beginning of its text, or of its first clause, on the same page.
  keepTogether(doc, depth === 1 ? 110 : 76, section.onNewPage);
  if (doc.y > doc.page.margins.top) doc.y += depth === 1 ? 16 : 9;
  const top = doc.y;
  drawHeading(
    sheet,
    `${section.number}   ${section.title}`,
    left,
    top,
    [14, 11.5, 10.5][depth - 1] ?? 10,
    width,
  );
  doc.addNamedDestination(destinationOf(section.number), 'XYZ', 0, top - 8, null);
  pages.set(section.number, doc.bufferedPageRange().count);
  // pdfkit counts `left` from the right edge: the page's width gives the left edge.
  const place = { top: top - 8, left: doc.page.width, expanded: false };
  const item = above.addItem(`${section.number} ${section.title}`, place);
  doc.y += 4;
  for (const block of section.blocks) drawBlock(sheet, block);
  for (const inner of section.sections) drawSection(sheet, inner, depth + 1, item, pages);
}

function drawBlock(sheet: Sheet, block: Block): void {
  const { doc, style } = sheet;
  const { left, width } = textArea(doc);
  switch (block.kind) {
    case 'text':
      drawRuns(doc, block.runs, left, width);
      break;
    case 'note':
      keepTogether(doc, 30);
      doc.font(regular).fontSize(8.5).fillColor(ink);
      drawRuns(
        doc,
        [{ text: `${sheet.words.note}  ` }, ...block.runs],
        left + 18,
        width - 18,
        italic,
        8.5,
      );
      break;
    case 'item':
      keepTogether(doc, 28);
      doc.font(regular).fontSize(bodySize).fillColor(ink);
      doc.text(`${block.letter})`, left + 8, doc.y, { lineBreak: false });
      drawRuns(doc, block.runs, left + 30, width - 30);
      break;
    case 'table': {
      const table = measureTable(doc, block.head, block.rows);
      keepTogether(doc, table.startHeight + 26);
      drawCaption(doc, block.caption);
      drawTable(doc, table, style.colour);
      doc.y += 12;
      break;
    }
    case 'figure':
      keepTogether(doc, figureHeight + 30);
      drawFigure(sheet, block);
      drawCaption(doc, block.caption);
      break;
  }
}

function drawRuns(
  doc: PDFKit.PDFDocument,
  runs: Run[],
  left: number,
  width: number,
  font = regular,
  size = bodySize,
): void {
  doc.font(font).fontSize(size);
  doc.x = left;
  runs.forEach((run, at) => {
    doc.fillColor(run.goTo === undefined ? ink : linkColour);
    doc.text(run.text, {
      width,
      lineGap: 2.2,
      continued: at < runs.length - 1,
      // pdfkit keeps the options of a continued text. Only null ends a link, which the types do not
      // know.
      goTo: (run.goTo ?? null) as string,
    });
  });
  doc.x = textArea(doc).left;
  doc.y += 5;
}

function drawCaption(doc: PDFKit.PDFDocument, caption: string): void {
  const { left, width } = textArea(doc);
  doc.font(bold).fontSize(9).fillColor(ink);
  doc.text(caption, left, doc.y + 4, { width, align: 'center' });
  doc.y += 5;
}

function drawFigure({ doc, figureWords }: Sheet, figure: Block & { kind: 'figure' }): void {
  const { left, width } = textArea(doc);
  const top = doc.y + 6;
  const draw = figures[figure.draw];
  draw(
    doc,
    { x: left, y: top, width, height: figureHeight },
    {
      say: (english) => figureWords.get(english) ?? english,
      seed: figure.seed,
      ...(figure.tensile === undefined ? {} : { tensile: figure.tensile }),
    },
  );
  doc.x = left;
  doc.y = top + figureHeight;
}

function keepTogether(doc: PDFKit.PDFDocument, height: number, onNewPage = false): void {
  const unused = doc.y <= doc.page.margins.top;
  if (!unused && (onNewPage || doc.y + height > doc.page.maxY())) doc.addPage();
}

// ---- the contents: their pages are added first and filled when the pages of all clauses are known

function reserveContents(sheet: Sheet): number {
  const { doc } = sheet;
  doc.addPage();
  const first = doc.bufferedPageRange().count;
  for (let page = 1; page < Math.ceil(contentsOf(sheet).length / rowsAPage(doc)); page++)
    doc.addPage();
  return first;
}

function drawContents(sheet: Sheet, firstPage: number, pages: Map<string, number>): void {
  const { doc, words } = sheet;
  const rows = rowsAPage(doc);
  contentsOf(sheet).forEach(({ section, depth }, at) => {
    if (at % rows === 0) {
      doc.switchToPage(firstPage - 1 + at / rows);
      const { left, width } = textArea(doc);
      if (at === 0) drawHeading(sheet, words.contents, left, doc.page.margins.top, 16, width);
    }
    const y = doc.page.margins.top + 38 + (at % rows) * contentsRow;
    drawContentsRow(sheet, section, depth, y, pages.get(section.number) ?? 0);
  });
}

function drawContentsRow(
  { doc }: Sheet,
  section: Section,
  depth: number,
  y: number,
  page: number,
): void {
  const { left, width } = textArea(doc);
  const indent = (depth - 1) * 18;
  doc
    .font(depth === 1 ? bold : regular)
    .fontSize(9.5)
    .fillColor(ink);
  doc.text(section.number, left + indent, y, { lineBreak: false });
  const start = left + indent + 34;
  const room = left + width - 30 - start;
  doc.text(section.title, start, y, { width: room, height: contentsRow - 2, ellipsis: true });
  const end = start + Math.min(room, doc.widthOfString(section.title)) + 5;
  doc
    .moveTo(end, y + 9)
    .lineTo(left + width - 24, y + 9)
    .lineWidth(0.6)
    .strokeColor('#9aa1ab');
  doc.dash(0.6, { space: 2.4 }).stroke().undash();
  doc.text(String(page), left, y, { width, align: 'right', lineBreak: false });
  doc.goTo(left, y - 2, width, contentsRow - 1, destinationOf(section.number));
}

function contentsOf({ standard }: Sheet) {
  return [...sectionsIn(standard.sections)].filter(({ depth }) => depth <= deepestInContents);
}

function rowsAPage(doc: PDFKit.PDFDocument): number {
  return Math.floor((doc.page.maxY() - doc.page.margins.top - 38) / contentsRow);
}
