import { type Point, rounded, type Stroke } from './note-geometry.ts';

/** A part of a stroke, drawn with one width. */
export type InkPath = { d: string; width: number };

const levels = 6;
/** From the lightest to the hardest pressure a pen draws this share of its width. */
const [lightest, hardest] = [0.4, 1.6];
/** What a mouse or finger reports. */
export const evenPressure = 0.5;

/** Smooth lines through the points of a stroke; as many as the pressure has levels in it. */
export function inkPaths(stroke: Stroke, penWidth: number): InkPath[] {
  const levelOf = (pressure: number) => Math.round(Math.max(0, Math.min(1, pressure)) * levels);
  const parts: { level: number; points: Point[] }[] = [];
  for (const [x, y, pressure] of stroke) {
    const last = parts.at(-1);
    const level = levelOf(pressure);
    if (last?.level === level) last.points.push({ x, y });
    else {
      last?.points.push({ x, y }); // without a gap between two widths
      parts.push({ level, points: [{ x, y }] });
    }
  }
  return parts.map(({ level, points }) => ({
    d: smoothLine(points),
    width: rounded(penWidth * widthShare(level / levels)),
  }));
}

function widthShare(pressure: number): number {
  const slope = pressure < evenPressure ? 1 - lightest : hardest - 1;
  return 1 + (pressure - evenPressure) * 2 * slope;
}

/** Curves from middle to middle, with the points between as their controls. */
function smoothLine(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const text = ({ x, y }: Point) => `${rounded(x)} ${rounded(y)}`;
  const last = rest.pop();
  if (last === undefined) return `M${text(first)}l0 0.001`; // a dot: browsers draw no line of no length
  const curves = rest.map((point, at) => {
    const next = rest[at + 1] ?? last;
    const isEnd = at === rest.length - 1;
    return `Q${text(point)} ${text(isEnd ? last : middleOf(point, next))}`;
  });
  return `M${text(first)}${curves.length === 0 ? `L${text(last)}` : curves.join('')}`;
}

function middleOf(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** Leaves out points that change the line by less than this many points of the page. */
const mostDeviation = 0.25;

/** The same stroke of fewer points (Ramer, Douglas, Peucker). */
export function simplified(stroke: Stroke): [number, number, number][] {
  const kept = new Set([0, stroke.length - 1]);
  const open: [number, number][] = [[0, stroke.length - 1]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [from, to] = range;
    let [farthest, most] = [-1, mostDeviation];
    for (let at = from + 1; at < to; at++) {
      const distance = distanceToLine(stroke, at, from, to);
      if (distance > most) [farthest, most] = [at, distance];
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    open.push([from, farthest], [farthest, to]);
  }
  return stroke
    .filter((_, at) => kept.has(at))
    .map(([x, y, pressure]) => [rounded(x), rounded(y), rounded(pressure)]);
}

function distanceToLine(stroke: Stroke, at: number, from: number, to: number): number {
  const [point, a, b] = [stroke[at], stroke[from], stroke[to]];
  if (point === undefined || a === undefined || b === undefined) return 0;
  return distanceToSegment(
    { x: point[0], y: point[1] },
    { x: a[0], y: a[1] },
    { x: b[0], y: b[1] },
  );
}

function distanceToSegment(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / length;
  const along = Math.max(0, Math.min(1, share));
  return Math.hypot(point.x - a.x - along * dx, point.y - a.y - along * dy);
}

/** The strokes that the eraser does not touch: it takes a stroke as a whole. */
export function erased<S extends Stroke>(strokes: readonly S[], point: Point, radius: number): S[] {
  return strokes.filter(
    (stroke) =>
      !stroke.some(([x, y], at) => {
        const [nextX, nextY] = stroke[at + 1] ?? [x, y];
        return distanceToSegment(point, { x, y }, { x: nextX, y: nextY }) <= radius;
      }),
  );
}
