import { ink } from '../pen.ts';
import { bold, regular } from '../fonts.ts';

const padding = 4;
const size = 8.5;
const lineGap = 1;

export type MeasuredTable = {
  widths: number[];
  head: MeasuredRow;
  rows: MeasuredRow[];
  /** The height of the head and two rows; with less room the table begins on the next page. */
  startHeight: number;
};

/** `oneLine`: the text needs no line breaks, whose computing takes most of a page's time. */
type MeasuredRow = { cells: { text: string; oneLine: boolean }[]; height: number };

type Doc = PDFKit.PDFDocument;

export function measureTable(doc: Doc, head: string[], rows: string[][]): MeasuredTable {
  const widths = columnWidths(doc, [head, ...rows]);
  const measuredHead = measureRow(doc, head, widths, bold);
  const measuredRows = rows.map((row) => measureRow(doc, row, widths, regular));
  const firstRows = measuredRows.slice(0, 2).map((row) => row.height);
  return {
    widths,
    head: measuredHead,
    rows: measuredRows,
    startHeight: measuredHead.height + sum(firstRows),
  };
}

/** Draws a table at the cursor, across the text width; the head is repeated on every page. */
export function drawTable(doc: Doc, table: MeasuredTable, headColour: string): void {
  const left = doc.page.margins.left;
  const width = sum(table.widths);
  const drawHead = () => {
    doc.rect(left, doc.y, width, table.head.height).fill(headColour);
    drawRow(doc, table.head, table.widths, { font: bold, colour: 'white', grid: headColour });
  };
  drawHead();
  table.rows.forEach((row, at) => {
    if (doc.y + row.height > doc.page.maxY()) {
      doc.addPage();
      drawHead();
    }
    if (at % 2 === 1) doc.rect(left, doc.y, width, row.height).fill('#f3f4f6');
    drawRow(doc, row, table.widths, { font: regular, colour: ink, grid: '#9aa1ab' });
  });
  doc.x = left;
}

type Look = { font: string; colour: string; grid: string };

function drawRow(doc: Doc, row: MeasuredRow, widths: number[], look: Look): void {
  const top = doc.y;
  let x = doc.page.margins.left;
  for (const width of widths) {
    doc.rect(x, top, width, row.height);
    x += width;
  }
  doc.lineWidth(0.4).strokeColor(look.grid).stroke();
  doc.font(look.font).fontSize(size).fillColor(look.colour);
  x = doc.page.margins.left;
  row.cells.forEach(({ text, oneLine }, column) => {
    const width = widths[column] ?? 0;
    const lines = oneLine ? { lineBreak: false } : { width: width - 2 * padding, lineGap };
    doc.text(text, x + padding, top + padding, lines);
    x += width;
  });
  doc.y = top + row.height;
}

function measureRow(doc: Doc, cells: string[], widths: number[], font: string): MeasuredRow {
  doc.font(font).fontSize(size);
  const oneLineHeight = doc.currentLineHeight(true) + lineGap;
  let height = oneLineHeight;
  const measured = cells.map((text, column) => {
    const width = (widths[column] ?? 0) - 2 * padding;
    const oneLine = doc.widthOfString(text) <= width;
    if (!oneLine) height = Math.max(height, doc.heightOfString(text, { width, lineGap }));
    return { text, oneLine };
  });
  return { cells: measured, height: height + 2 * padding };
}

/** A column is at least as wide as its longest word; long texts get a larger share of the rest. */
function columnWidths(doc: Doc, rows: string[][]): number[] {
  const all = doc.page.width - doc.page.margins.left - doc.page.margins.right;
  doc.font(bold).fontSize(size);
  const columns = (rows[0] ?? []).map((_, column) => {
    const texts = rows.map((row) => row[column] ?? '');
    const words = texts.flatMap((text) => text.split(breakable));
    const least = widest(doc, words) + 2 * padding + 0.5;
    return { least, wanted: Math.max(least, Math.min(widest(doc, texts), 170) + 2 * padding) };
  });
  const least = sum(columns.map((column) => column.least));
  const wanted = sum(columns.map((column) => column.wanted));
  if (wanted <= all) return columns.map((column) => (column.wanted * all) / wanted);
  const share = (all - least) / (wanted - least);
  return columns.map((column) => column.least + (column.wanted - column.least) * share);
}

// Japanese has no spaces: a line may break before any character.
const breakable = / |(?=[\u3040-\u30ff\u4e00-\u9fff])/;

function widest(doc: Doc, texts: string[]): number {
  return Math.max(...texts.map((text) => doc.widthOfString(text)));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
