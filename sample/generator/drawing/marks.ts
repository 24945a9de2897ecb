import { type Doc, type Point, arrow, centreLine, dimension, ink, label, line } from '../pen.ts';

// The strokes of a large sheet, with wider lines and larger text than in a figure.

export const wide = 2.2;
export const narrow = 0.9;
const textSize = 15;

export function holes(doc: Doc, centre: Point, radius: number, count: number, size: number): void {
  for (let at = 0; at < count; at++) {
    const angle = (at * 2 * Math.PI) / count + Math.PI / count;
    const place = onCircle(centre, radius, angle);
    circle(doc, place, size, wide);
    circle(doc, place, size + 4, narrow);
    centreLine(
      doc,
      onCircle(centre, radius - size - 12, angle),
      onCircle(centre, radius + size + 12, angle),
    );
  }
}

export function circle(
  doc: Doc,
  centre: Point,
  radius: number,
  width: number,
  asCentreLine = false,
): void {
  doc.save();
  if (asCentreLine) doc.dash(16, { space: 5 });
  doc
    .circle(...centre, radius)
    .lineWidth(width)
    .strokeColor(ink)
    .stroke()
    .restore();
}

export function cross(doc: Doc, [x, y]: Point, size: number): void {
  centreLine(doc, [x - size, y], [x + size, y]);
  centreLine(doc, [x, y - size], [x, y + size]);
}

export function hiddenLine(doc: Doc, from: Point, to: Point): void {
  doc.save().dash(7, { space: 4 });
  line(doc, from, to, narrow);
  doc.undash().restore();
}

export function dimensionLine(
  doc: Doc,
  from: Point,
  to: Point,
  offset: number,
  text: string,
): void {
  dimension(doc, from, to, offset, text, textSize);
}

export function leader(doc: Doc, on: Point, at: Point, texts: string[]): void {
  const toRight = at[0] > on[0];
  const shelf: Point = [at[0] + (toRight ? 150 : -150), at[1]];
  arrow(doc, at, on, narrow);
  line(doc, at, shelf, narrow);
  texts.forEach((text, row) =>
    label(doc, text, [Math.min(at[0], shelf[0]) + 4, at[1] - 18 + row * 22], {
      size: textSize,
      align: 'left',
    }),
  );
}

/** A tolerance frame; the sign of position or run-out is drawn in its first cell. */
export function tolerance(doc: Doc, [x, y]: Point, cells: string[]): void {
  let left = x + 32;
  doc.rect(x, y, 32, 30).lineWidth(narrow).strokeColor(ink).stroke();
  doc.circle(x + 16, y + 15, 8).stroke();
  cross(doc, [x + 16, y + 15], 11);
  for (const cell of cells) {
    const width = cell.length * 9 + 18;
    doc.rect(left, y, width, 30).lineWidth(narrow).strokeColor(ink).stroke();
    label(doc, cell, [left + width / 2, y + 8], { size: textSize });
    left += width;
  }
}

export function cuttingArrow(doc: Doc, [x, y]: Point, name: string): void {
  line(doc, [x, y - 24], [x, y + 24], 3);
  arrow(doc, [x, y], [x + 60, y], 1.6);
  label(doc, name, [x + 76, y - 14], { size: 28 });
}

export function onCircle([x, y]: Point, radius: number, angle: number): Point {
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
}

export function beside([x, y]: Point, angle: number, distance: number): Point {
  return [x - Math.sin(angle) * distance, y + Math.cos(angle) * distance];
}
