import { randomNumbers } from '../random.ts';
import type { DocumentFacts } from '../document-facts.ts';
import { type Box, type Doc, type Point, ink, label, line, outline } from '../pen.ts';
import { bold } from '../fonts.ts';
import { type HouseStyle, drawMark } from '../house-style.ts';
import { readTable } from '../texts/table-file.ts';
import { linesOf, readSampleFile } from '../texts/text-file.ts';

const columns = 24;
const rows = 16;
const margin = 57;
const border = 42;

/** Draws the frame with its zones and gives the area inside. */
export function drawFrame(doc: Doc): Box {
  const { width, height } = doc.page;
  const inner = { x: margin + border, y: 28 + border, width: 0, height: 0 };
  inner.width = width - inner.x - 28 - border;
  inner.height = height - inner.y - 28 - border;
  outline(doc, corners({ x: margin, y: 28, width: width - margin - 28, height: height - 56 }), 1);
  outline(doc, corners(inner), 3);
  for (let column = 0; column < columns; column++) {
    const x = inner.x + (column * inner.width) / columns;
    const middle = x + inner.width / columns / 2;
    for (const [edge, text] of [
      [28, 38],
      [height - 28 - border, height - 58],
    ] as const) {
      if (column > 0) line(doc, [x, edge], [x, edge + border], 1);
      label(doc, String(column + 1), [middle, text], { size: 18 });
    }
  }
  for (let row = 0; row < rows; row++) {
    const y = inner.y + (row * inner.height) / rows;
    const middle = y + inner.height / rows / 2 - 9;
    for (const [edge, text] of [
      [margin, margin + border / 2],
      [width - 28 - border, width - 28 - border / 2],
    ] as const) {
      if (row > 0) line(doc, [edge, y], [edge + border, y], 1);
      // I and O are left out: they read as 1 and 0.
      label(doc, 'ABCDEFGHJKLMNPQR'[row] ?? '', [text, middle], { size: 18 });
    }
  }
  return inner;
}

export function drawTitleBlock(
  doc: Doc,
  box: Box,
  drawing: DocumentFacts,
  style: HouseStyle,
): void {
  outline(doc, corners(box), 2.5);
  drawMark(doc, style, box.x + 18, box.y + 18, 50);
  boldLabel(doc, drawing.issuer, [box.x + 84, box.y + 22], 24);
  label(doc, style.department, [box.x + 84, box.y + 52], { size: 14, align: 'left' });
  const cells: [x: number, y: number, w: number, name: string, value: string][] = [
    [0, 84, 1, 'Title', drawing.title],
    [0, 144, 0.25, 'Drawn', style.prepared],
    [0.25, 144, 0.25, 'Checked', style.checked],
    [0.5, 144, 0.25, 'Approved', style.approved],
    [0.75, 144, 0.25, 'Date', drawing.issued.toISOString().slice(0, 10)],
    [0, 206, 0.25, 'Scale', '1 : 2'],
    [0.25, 206, 0.25, 'Mass', '184.6 kg'],
    [0.5, 206, 0.25, 'General tolerance', 'medium'],
    [0.75, 206, 0.25, 'Projection', 'first angle'],
    [0, 268, 0.6, 'Number', drawing.doc_num],
    [0.6, 268, 0.2, 'Revision', drawing.doc_rev],
    [0.8, 268, 0.2, 'Sheet', '2 of 7'],
  ];
  for (const [x, y, w, name, value] of cells) {
    const cell = { x: box.x + x * box.width, y: box.y + y, width: w * box.width, height: 62 };
    outline(doc, corners(cell), 1);
    label(doc, name, [cell.x + 8, cell.y + 7], { size: 10, align: 'left' });
    boldLabel(doc, value, [cell.x + 8, cell.y + 26], w > 0.5 ? 24 : 17);
  }
}

/** The revisions before this one, the latest first; the oldest row is the first issue. */
export function drawRevisions(doc: Doc, box: Box, drawing: DocumentFacts): void {
  const changes = readTable('texts/drawing/revisions.csv', ['zone', 'change']);
  const count = Math.max(1, Math.min(changes.length + 1, drawing.doc_rev.charCodeAt(0) - 64));
  const letterOf = (at: number) => String.fromCharCode(64 + count - at);
  const lines = changes
    .slice(0, count - 1)
    .map(({ cells }, at) => [letterOf(at), cells.zone, cells.change]);
  lines.push([letterOf(count - 1), '-', 'First issue']);
  drawGrid(doc, box, [0.12, 0.28, 0.6], ['Rev', 'Zone', 'Change'], lines, 32);
}

export function drawNotes(doc: Doc, box: Box): void {
  const file = 'texts/drawing/notes.txt';
  boldLabel(doc, 'NOTES', [box.x, box.y], 22);
  linesOf(file, readSampleFile(file)).forEach(({ text }, at) => {
    label(doc, `${at + 1}.`, [box.x, box.y + 40 + at * 31], { size: 16, align: 'left' });
    label(doc, text, [box.x + 36, box.y + 40 + at * 31], { size: 16, align: 'left' });
  });
}

export function drawHoleTable(doc: Doc, box: Box): void {
  const next = randomNumbers('holes');
  const lines = Array.from({ length: 22 }, (_, at) => [
    `H${at + 1}`,
    (40 + next() * 480).toFixed(2),
    (30 + next() * 210).toFixed(2),
    ['Ø8.5', 'Ø10.2', 'Ø17', 'M10', 'M12'][at % 5] ?? '',
    ['thru', '24', '28', '32'][at % 4] ?? '',
  ]);
  drawGrid(doc, box, [0.14, 0.22, 0.22, 0.22, 0.2], ['Hole', 'X', 'Y', 'Size', 'Depth'], lines, 28);
}

export function drawPartsList(doc: Doc, box: Box): void {
  const parts = readTable('texts/drawing/parts.csv', ['quantity', 'part']);
  const lines = parts.map(({ cells }, at) => [
    String(at + 1),
    cells.quantity,
    cells.part,
    `CA-${70210 + at * 37}`,
  ]);
  drawGrid(doc, box, [0.1, 0.12, 0.5, 0.28], ['Item', 'Qty', 'Part', 'Number'], lines, 28);
}

/** Draws a table with lines around its cells; widths are shares of the box. */
function drawGrid(
  doc: Doc,
  box: Box,
  widths: number[],
  head: string[],
  lines: string[][],
  rowHeight: number,
): void {
  [head, ...lines].forEach((cells, row) => {
    let x = box.x;
    const y = box.y + row * rowHeight;
    cells.forEach((cell, column) => {
      const width = (widths[column] ?? 0) * box.width;
      outline(doc, corners({ x, y, width, height: rowHeight }), row === 0 ? 2 : 0.8);
      const at: Point = [x + 8, y + rowHeight / 2 - 7];
      if (row === 0) boldLabel(doc, cell, at, 14);
      else label(doc, cell, at, { size: 14, align: 'left' });
      x += width;
    });
  });
}

function boldLabel(doc: Doc, text: string, at: Point, size: number): void {
  doc.font(bold).fontSize(size).fillColor(ink).text(text, at[0], at[1], { lineBreak: false });
}

function corners({ x, y, width, height }: Box): Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}
