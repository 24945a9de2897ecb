import { regular } from './fonts.ts';

// The strokes of technical figures, each named after what it draws, as in pdfkit. Lengths are in
// points, y grows downward.

export type Doc = PDFKit.PDFDocument;
export type Point = readonly [x: number, y: number];
export type Box = { x: number; y: number; width: number; height: number };

export const ink = '#1b1f24';
const thin = 0.5;
const wide = 1.1;

/** An outline of a part. */
export function outline(doc: Doc, points: readonly Point[], width = wide): void {
  trace(doc, points, true);
  doc.lineWidth(width).strokeColor(ink).stroke();
}

export function line(doc: Doc, from: Point, to: Point, width = thin): void {
  doc
    .moveTo(...from)
    .lineTo(...to)
    .lineWidth(width)
    .strokeColor(ink)
    .stroke();
}

/** The axis of a round part. */
export function centreLine(doc: Doc, from: Point, to: Point): void {
  doc.save().dash(8, { space: 2.5 });
  line(doc, from, to, 0.4);
  doc.undash().restore();
}

export function arrow(doc: Doc, from: Point, to: Point, width = thin): void {
  line(doc, from, to, width);
  arrowHead(doc, from, to, 5);
}

/** Fills a cut face with lines at 45°. */
export function hatch(doc: Doc, points: readonly Point[], space = 5): void {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  doc.save();
  trace(doc, points, true);
  doc.clip();
  for (let x = left - (bottom - top); x < right; x += space) {
    doc.moveTo(x, bottom).lineTo(x + (bottom - top), top);
  }
  doc.lineWidth(0.3).strokeColor(ink).stroke().restore();
}

/**
 * A dimension from one point to another, drawn `offset` to the side of them: below or to the right
 * when positive, above or to the left when negative. Points share an x or a y.
 */
export function dimension(
  doc: Doc,
  from: Point,
  to: Point,
  offset: number,
  text: string,
  size = 7,
): void {
  const level = from[1] === to[1];
  const moved = ([x, y]: Point): Point => (level ? [x, y + offset] : [x + offset, y]);
  const [a, b] = [moved(from), moved(to)];
  const beyond = Math.sign(offset) * 3;
  line(doc, from, level ? [a[0], a[1] + beyond] : [a[0] + beyond, a[1]], 0.3);
  line(doc, to, level ? [b[0], b[1] + beyond] : [b[0] + beyond, b[1]], 0.3);
  line(doc, a, b, 0.3);
  arrowHead(doc, a, b, size * 0.6);
  arrowHead(doc, b, a, size * 0.6);
  const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  if (level) return label(doc, text, [middle[0], middle[1] - size - 2], { size });
  doc.save().rotate(-90, { origin: [middle[0], middle[1]] });
  label(doc, text, [middle[0], middle[1] - size - 2], { size });
  doc.restore();
}

export type LabelOptions = { size?: number; align?: 'left' | 'center' | 'right'; colour?: string };

/** One line of text. `at` is the middle of its upper edge, or the corner on the side of `align`. */
export function label(doc: Doc, text: string, at: Point, options: LabelOptions = {}): void {
  const { size = 7.5, align = 'center', colour = ink } = options;
  doc.font(regular).fontSize(size).fillColor(colour);
  const width = align === 'left' ? 0 : doc.widthOfString(text);
  const x = at[0] - (align === 'center' ? width / 2 : align === 'right' ? width : 0);
  doc.text(text, x, at[1], { lineBreak: false });
}

/** Text beside a part, and a line from it to a dot on the part. */
export function callOut(doc: Doc, text: string, at: Point, on: Point): void {
  line(doc, at, on, 0.3);
  doc.circle(on[0], on[1], 1.2).fill(ink);
  const toLeft = at[0] < on[0];
  label(doc, text, [at[0] + (toLeft ? -3 : 3), at[1] - 4], { align: toLeft ? 'right' : 'left' });
}

function trace(doc: Doc, points: readonly Point[], closed: boolean): void {
  points.forEach(([x, y], at) => (at === 0 ? doc.moveTo(x, y) : doc.lineTo(x, y)));
  if (closed) doc.closePath();
}

function arrowHead(doc: Doc, from: Point, tip: Point, length: number): void {
  const angle = Math.atan2(tip[1] - from[1], tip[0] - from[0]);
  const wing = (turn: number): Point => [
    tip[0] - length * Math.cos(angle + turn),
    tip[1] - length * Math.sin(angle + turn),
  ];
  trace(doc, [tip, wing(0.26), wing(-0.26)], true);
  doc.fill(ink);
}
