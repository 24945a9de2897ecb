import { random, randomNumbers } from '../random.ts';
import { bold, regular } from '../fonts.ts';
import type { Figure } from './figure.ts';
import {
  type Doc,
  type Point,
  arrow,
  centreLine,
  dimension,
  hatch,
  ink,
  line,
  outline,
} from '../pen.ts';
import { label as write } from '../pen.ts';

/** A stepped shaft with its lengths, diameters and one surface symbol. */
export const shaft: Figure = (doc, box, { seed }) => {
  const next = randomNumbers(seed, 'shaft');
  const lengths = [22, 38, 54, 30, 18].map((length) => Math.round(length * (0.85 + next() * 0.3)));
  const diameters = [20, 30, 42, 30, 22].map(
    (each) => 2 * Math.round((each * (0.9 + next() * 0.2)) / 2),
  );
  const total = lengths.reduce((sum, each) => sum + each, 0);
  const scale = (box.width - 150) / total;
  const axis = box.y + box.height * 0.44;
  let x = box.x + 75;
  centreLine(doc, [x - 14, axis], [x + total * scale + 14, axis]);
  lengths.forEach((length, at) => {
    const half = ((diameters[at] ?? 0) * scale) / 2.6;
    const right = x + length * scale;
    outline(doc, [
      [x, axis - half],
      [right, axis - half],
      [right, axis + half],
      [x, axis + half],
    ]);
    if (at < 4) dimension(doc, [x, axis + half], [right, axis + half], 60 - half, String(length));
    if (at === 1 || at === 3) {
      dimension(
        doc,
        [right - 9, axis - half],
        [right - 9, axis + half],
        -6,
        `Ø${diameters[at]} ${at === 1 ? 'k6' : 'h8'}`,
      );
    }
    if (at === 2) surfaceSymbol(doc, [x + 26, axis - half], `Rz ${next() < 0.5 ? '6.3' : '2.5'}`);
    if (at === 4) line(doc, [x + 4, axis - half], [x + 4, axis + half], 0.4);
    x = right;
  });
  const left = box.x + 75;
  dimension(
    doc,
    [left, axis + 60],
    [x, axis + 60],
    22,
    `${total} ± ${next() < 0.5 ? '0.2' : '0.3'}`,
  );
  write(doc, `M${diameters[4]} × 1.5`, [x + 8, axis - 26], { align: 'left' });
};

/** Section of a groove with the ring that sits in it. */
export const groove: Figure = (doc, box, { say }) => {
  const middle = box.x + box.width / 2;
  const face = box.y + 62;
  const depth = 58;
  const half = 48;
  const body: Point[] = [
    [middle - 150, face],
    [middle - half, face],
    [middle - half + 3, face + depth],
    [middle + half - 3, face + depth],
    [middle + half, face],
    [middle + 150, face],
    [middle + 150, face + depth + 34],
    [middle - 150, face + depth + 34],
  ];
  hatch(doc, body, 6);
  outline(doc, body);
  const lid: Point[] = [
    [middle - 150, face - 26],
    [middle + 150, face - 26],
    [middle + 150, face - 3],
    [middle - 150, face - 3],
  ];
  hatch(doc, lid, 4);
  outline(doc, lid);
  doc.ellipse(middle, face + depth / 2 - 1.5, 36, depth / 2 + 1).fillAndStroke('#c9cdd2', ink);
  dimension(doc, [middle - half, face + depth + 34], [middle + half, face + depth + 34], 18, 'b');
  dimension(doc, [middle + 150, face], [middle + 150, face + depth], 18, 't');
  doc.lineWidth(0.4);
  arrow(doc, [middle - 100, face + 46], [middle - half + 5, face + depth - 2], 0.4);
  doc.circle(middle - 104, face + 42, 8).fill('white');
  write(doc, 'r', [middle - 104, face + 38]);
  write(doc, 'd', [middle, face + 24], { size: 9 });
  write(doc, say('Sealing side'), [middle - 160, face - 18], { align: 'right' });
};

/** Four joints in section, each with its symbol on a reference line. */
export const weldSymbols: Figure = (doc, box, { say, seed }) => {
  const names = ['Butt weld, V', 'Fillet weld', 'Square butt', 'Spot weld'];
  const cell = box.width / 4;
  const throat = 3 + Math.floor(random(seed, 'throat') * 4);
  write(doc, say('Joint'), [box.x, box.y], { align: 'left', colour: '#5b6470' });
  write(doc, say('Symbol'), [box.x, box.y + 92], { align: 'left', colour: '#5b6470' });
  names.forEach((name, at) => {
    const x = box.x + at * cell + cell / 2;
    drawJoint(doc, at, x, box.y + 52);
    write(doc, say(name), [x, box.y + 78]);
    const y = box.y + 134;
    arrow(doc, [x - 30, y], [x - 46, y + 22], 0.7);
    line(doc, [x - 30, y], [x + 40, y], 0.7);
    drawWeldSymbol(doc, at, x, y);
    write(doc, at === 1 ? `a${throat}` : at === 3 ? `${throat + 2}` : `s${throat + 3}`, [
      x - 19,
      y - 11,
    ]);
    write(doc, at === 3 ? `${throat} × (30)` : `${throat * 40}`, [x + 27, y - 11]);
  });
};

/** A shipping label with bar codes that are drawn, not encoded: nobody should scan a sample. */
export const label: Figure = (doc, box, { say, seed }) => {
  const next = randomNumbers(seed, 'label');
  const left = box.x + 50;
  const width = box.width - 100;
  const top = box.y + 6;
  const digits = (count: number) =>
    Array.from({ length: count }, () => Math.floor(next() * 10)).join('');
  doc.rect(left, top, width, 164).lineWidth(1.1).strokeColor(ink).stroke();
  const fields: [name: string, value: string, x: number, y: number, w: number, size: number][] = [
    ['Part number', `(P) ${digits(3)} ${digits(3)} ${digits(2)}`, 0, 0, width, 20],
    ['Quantity', `(Q) ${digits(3)}`, 0, 58, width * 0.42, 14],
    ['Supplier', `(V) ${digits(6)}`, width * 0.42, 58, width * 0.58, 14],
    ['Batch number', `(H) ${digits(8)}`, 0, 111, width * 0.68, 12],
  ];
  for (const [name, value, x, y, w, size] of fields) {
    doc
      .rect(left + x, top + y, w, y === 0 ? 58 : 53)
      .lineWidth(0.6)
      .strokeColor(ink)
      .stroke();
    write(doc, say(name), [left + x + 4, top + y + 3], { size: 6, align: 'left' });
    doc.font(bold).fontSize(size).fillColor(ink);
    doc.text(value, left + x + 6, top + y + 10, { lineBreak: false });
    barCode(doc, next, left + x + 8, top + y + 12 + size, w - 24, (y === 0 ? 43 : 37) - size);
  }
  squareCode(doc, next, left + width * 0.68 + 26, top + 118, 40);
  doc.font(regular);
};

function surfaceSymbol(doc: Doc, [x, y]: Point, text: string): void {
  line(doc, [x, y], [x - 5, y - 8]);
  line(doc, [x, y], [x + 10, y - 17]);
  line(doc, [x - 5, y - 8], [x + 5, y - 8]);
  line(doc, [x + 10, y - 17], [x + 40, y - 17]);
  write(doc, text, [x + 13, y - 14], { align: 'left', size: 7 });
}

function drawJoint(doc: Doc, kind: number, x: number, y: number): void {
  const plate = (from: Point, to: Point) => {
    const points: Point[] = [from, [to[0], from[1]], to, [from[0], to[1]]];
    hatch(doc, points, 4);
    outline(doc, points);
  };
  if (kind === 1) {
    plate([x - 38, y], [x + 38, y + 12]);
    plate([x - 6, y - 36], [x + 6, y]);
    outline(doc, [
      [x + 6, y],
      [x + 6, y - 14],
      [x + 20, y],
    ]);
    doc.polygon([x + 6, y], [x + 6, y - 14], [x + 20, y]).fill(ink);
    return;
  }
  if (kind === 3) {
    plate([x - 38, y - 10], [x + 22, y]);
    plate([x - 22, y], [x + 38, y + 10]);
    doc.ellipse(x, y, 12, 6).fill(ink);
    return;
  }
  const gap = kind === 0 ? 9 : 2;
  plate([x - 38, y - 8], [x - gap, y + 8]);
  plate([x + gap, y - 8], [x + 38, y + 8]);
  doc.polygon([x - gap, y - 9], [x + gap, y - 9], [x + 2, y + 9], [x - 2, y + 9]).fill(ink);
}

function drawWeldSymbol(doc: Doc, kind: number, x: number, y: number): void {
  doc.lineWidth(0.8).strokeColor(ink);
  if (kind === 0)
    doc
      .moveTo(x - 6, y - 11)
      .lineTo(x, y)
      .lineTo(x + 6, y - 11)
      .stroke();
  if (kind === 1) doc.polygon([x - 4, y], [x - 4, y - 11], [x + 7, y]).stroke();
  if (kind === 2)
    doc
      .moveTo(x - 2, y)
      .lineTo(x - 2, y - 11)
      .moveTo(x + 2, y)
      .lineTo(x + 2, y - 11)
      .stroke();
  if (kind === 3) doc.circle(x, y, 5.5).stroke();
}

function barCode(
  doc: Doc,
  next: () => number,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  for (let at = x; at < x + width;) {
    const bar = 0.7 + Math.floor(next() * 3) * 0.7;
    doc.rect(at, y, bar, height);
    at += bar + 0.8 + Math.floor(next() * 3) * 0.7;
  }
  doc.fill('black');
}

function squareCode(doc: Doc, next: () => number, x: number, y: number, size: number): void {
  const cells = 20;
  const cell = size / cells;
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const edge = column === 0 || row === cells - 1;
      const clock = (row === 0 && column % 2 === 0) || (column === cells - 1 && row % 2 === 1);
      if (edge || clock || (row > 0 && column < cells - 1 && next() < 0.48)) {
        doc.rect(x + column * cell, y + row * cell, cell, cell);
      }
    }
  }
  doc.fill('black');
}
