import { type Point, rounded, type Stroke } from '#contract/note-drawing.ts';

/** Leaves out points that change the line by less than this many points of the page. */
const mostDeviation = 0.25;

/** As JSON. The server takes `mostNoteBytes`; moved or resized, numbers may get longer. */
export const mostDrawnBytes = 24_000;

type Drawn = [number, number, number][];

/** Strokes that fit into a note: as they are, or of fewer and fewer points. */
export function fitting(strokes: readonly Drawn[], mostBytes = mostDrawnBytes): Drawn[] {
  let fitted = [...strokes];
  for (let deviation = mostDeviation; bytesOf(fitted) > mostBytes && deviation < 1000;) {
    deviation *= 2;
    fitted = strokes.map((stroke) => simplified(stroke, deviation));
  }
  return fitted;
}

export function bytesOf(strokes: readonly Stroke[]): number {
  return JSON.stringify(strokes).length;
}

/** The same stroke of fewer points (Ramer, Douglas, Peucker). */
export function simplified(stroke: Stroke, deviation = mostDeviation): Drawn {
  const kept = new Set([0, stroke.length - 1]);
  const open: [number, number][] = [[0, stroke.length - 1]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [from, to] = range;
    let [farthest, most] = [-1, deviation];
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
