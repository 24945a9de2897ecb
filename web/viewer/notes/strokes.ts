import { type Point, rounded, type Stroke } from '#contract/note-drawing.ts';

/** Leaves out points that change the line by less than this many points of the page. */
const mostDeviation = 0.25;

/** As JSON. The server takes `mostNoteBytes`; moved or resized, numbers may get longer. */
export const mostDrawnBytes = 24_000;

type Drawn = [number, number, number][];

/** Strokes that fit into a note: as they are, or of fewer and fewer points. */
export function fitting(strokes: readonly Drawn[], mostBytes = mostDrawnBytes): Drawn[] {
  let fitted = [...strokes];
  for (let deviation = mostDeviation; bytesOf(fitted) > mostBytes && deviation < 10_000;) {
    deviation *= 2;
    fitted = fitted.map((stroke) => simplified(stroke, deviation));
  }
  return fitted;
}

export function bytesOf(strokes: readonly Stroke[]): number {
  return JSON.stringify(strokes).length;
}

// The whole of a long scribble would cost the square of its points, and hold the page for minutes.
const mostPoints = 2500;
const pointsAtOnce = 64;

/** The same stroke of fewer points (Ramer, Douglas, Peucker), piece by piece; of a very long one, every few. */
export function simplified(drawn: Stroke, deviation = mostDeviation): Drawn {
  const end = drawn.length - 1;
  const every = Math.ceil(drawn.length / mostPoints);
  const stroke = drawn.filter((_, at) => at % every === 0 || at === end);
  const open: [number, number][] = [];
  for (let at = 0; at < stroke.length - 1; at += pointsAtOnce) {
    open.push([at, Math.min(at + pointsAtOnce, stroke.length - 1)]);
  }
  const kept = new Set([0, ...open.map(([, to]) => to)]);
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [from, to] = range;
    let [farthest, most] = [-1, deviation];
    for (let at = from + 1; at < to; at++) {
      const distance = distanceToSegment(stroke[at], stroke[from], stroke[to]);
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

type Dot = readonly [x: number, y: number, ...rest: readonly number[]];

function distanceToSegment([x, y]: Dot = origin, a: Dot = origin, b: Dot = origin): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((x - a[0]) * dx + (y - a[1]) * dy) / length;
  const along = Math.max(0, Math.min(1, share));
  return Math.hypot(x - a[0] - along * dx, y - a[1] - along * dy);
}

const origin: Dot = [0, 0];

/** The strokes that the eraser does not touch: it takes a stroke as a whole. */
export function erased<S extends Stroke>(strokes: readonly S[], point: Point, radius: number): S[] {
  return strokes.filter(
    (stroke) =>
      !stroke.some(
        (dot, at) => distanceToSegment([point.x, point.y], dot, stroke[at + 1] ?? dot) <= radius,
      ),
  );
}
