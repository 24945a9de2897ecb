import { chances } from '../chance.ts';
import type { DocumentFacts } from '../document-facts.ts';
import { type Box, type Doc, type Point, ink, label, line, outline } from '../pen.ts';
import { bold } from '../fonts.ts';
import { type HouseStyle, drawMark } from '../house-style.ts';

const columns = 24;
const rows = 16;
const margin = 57;
const border = 42;

/** The frame with its zones; gives the area inside. */
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
  const [drawn, checked, approved] = style.people;
  outline(doc, corners(box), 2.5);
  drawMark(doc, style, box.x + 18, box.y + 18, 50);
  strong(doc, drawing.issuer, [box.x + 84, box.y + 22], 24);
  label(doc, style.department, [box.x + 84, box.y + 52], { size: 14, align: 'left' });
  const cells: [x: number, y: number, w: number, name: string, value: string][] = [
    [0, 84, 1, 'Title', drawing.title],
    [0, 144, 0.25, 'Drawn', drawn],
    [0.25, 144, 0.25, 'Checked', checked],
    [0.5, 144, 0.25, 'Approved', approved],
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
    strong(doc, value, [cell.x + 8, cell.y + 26], w > 0.5 ? 24 : 17);
  }
}

export function drawRevisions(doc: Doc, box: Box, drawing: DocumentFacts): void {
  const zones = ['B4, H12', 'C17', 'M6 to M9', 'E3', 'K20'];
  const changes = [
    'Rib added at mounting face',
    'Bore Ø360 was Ø355',
    'Hole pattern moved 2.5',
    'First issue',
  ];
  const count = Math.max(1, Math.min(4, drawing.doc_rev.charCodeAt(0) - 64));
  const lines = Array.from({ length: count }, (_, at) => [
    String.fromCharCode(65 + count - 1 - at),
    at === count - 1 ? '-' : (zones[at] ?? ''),
    at === count - 1 ? 'First issue' : (changes[at] ?? ''),
  ]);
  grid(doc, box, [0.12, 0.28, 0.6], ['Rev', 'Zone', 'Change'], lines, 32);
}

export function drawNotes(doc: Doc, box: Box): void {
  const notes = [
    'All dimensions in millimetres, at 20 °C.',
    'Unmachined surfaces: wall 12 ± 1, radii R6, draft 2°.',
    'Break sharp edges 0.3 to 0.5.',
    'Threads: 6H, countersunk to 90° at the outer diameter.',
    'Ultrasonic test of the casting, class U2, before machining.',
    'Penetrant test of all fillets of the lugs after machining.',
    'Shot peen the zones marked P, intensity 0.20 to 0.30 A.',
    'Coat outside, leave datum faces A, B and C bare.',
    'Oil bores flushed, cleanliness class C2.',
    'Mark part number, melt and serial number at N14, 5 high.',
    'Weigh the part and write the mass on the certificate.',
    'Studs of item 14 set with compound, 45 Nm.',
    'Dowel holes reamed with the cover of item 2 in place.',
  ];
  strong(doc, 'NOTES', [box.x, box.y], 22);
  notes.forEach((note, at) => {
    label(doc, `${at + 1}.`, [box.x, box.y + 40 + at * 31], { size: 16, align: 'left' });
    label(doc, note, [box.x + 36, box.y + 40 + at * 31], { size: 16, align: 'left' });
  });
}

export function drawHoleTable(doc: Doc, box: Box): void {
  const next = chances('holes');
  const lines = Array.from({ length: 22 }, (_, at) => [
    `H${at + 1}`,
    (40 + next() * 480).toFixed(2),
    (30 + next() * 210).toFixed(2),
    ['Ø8.5', 'Ø10.2', 'Ø17', 'M10', 'M12'][at % 5] ?? '',
    ['thru', '24', '28', '32'][at % 4] ?? '',
  ]);
  grid(doc, box, [0.14, 0.22, 0.22, 0.22, 0.2], ['Hole', 'X', 'Y', 'Size', 'Depth'], lines, 28);
}

export function drawPartsList(doc: Doc, box: Box): void {
  const parts = [
    'Gear housing',
    'Front cover',
    'Rear cover',
    'Bearing ring, outer',
    'Bearing ring, inner',
    'Retaining plate',
    'Oil baffle',
    'Inspection lid',
    'Gasket, front',
    'Gasket, rear',
    'O-ring 355 × 5.33',
    'Hexagon bolt M16 × 70',
    'Hexagon bolt M12 × 45',
    'Stud M10 × 60',
    'Dowel pin 12 × 40',
    'Plug M20 × 1.5',
    'Name plate',
  ];
  const amounts = [1, 1, 1, 2, 2, 1, 1, 2, 1, 1, 2, 24, 36, 8, 4, 3, 1];
  const lines = parts.map((part, at) => [
    String(at + 1),
    String(amounts[at]),
    part,
    `CA-${70210 + at * 37}`,
  ]);
  grid(doc, box, [0.1, 0.12, 0.5, 0.28], ['Item', 'Qty', 'Part', 'Number'], lines, 28);
}

/** A ruled table; widths are shares of the box. */
function grid(
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
      if (row === 0) strong(doc, cell, at, 14);
      else label(doc, cell, at, { size: 14, align: 'left' });
      x += width;
    });
  });
}

function strong(doc: Doc, text: string, at: Point, size: number): void {
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
