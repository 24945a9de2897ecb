import { boxAround, type Point, rounded, type Stroke } from '#contract/note-drawing.ts';
import type { Box } from '#contract/redline.ts';
import type { Note } from '#contract/notes.ts';

type SheetSize = { width: number; height: number; rotation: number };

/** The point of the page below a place of the screen, whose sheet lies in `area`. */
export function pointAt(
  { x, y }: Point,
  area: { left: number; top: number; width: number; height: number },
  sheet: SheetSize,
): Point {
  const [right, down] = [(x - area.left) / area.width, (y - area.top) / area.height];
  const shares: Record<number, [number, number]> = {
    90: [down, 1 - right],
    180: [1 - right, 1 - down],
    270: [1 - down, right],
  };
  const [across, along] = shares[turnOf(sheet)] ?? [right, down];
  return { x: across * sheet.width, y: along * sheet.height };
}

/** Turns points of the page into those of the sheet as it is shown, for an SVG group. */
export function turnMatrix(sheet: SheetSize): string | undefined {
  const { width, height } = sheet;
  switch (turnOf(sheet)) {
    case 90:
      return `matrix(0 1 -1 0 ${height} 0)`;
    case 180:
      return `matrix(-1 0 0 -1 ${width} ${height})`;
    case 270:
      return `matrix(0 -1 1 0 0 ${width})`;
    default:
      return undefined;
  }
}

/** Width and height of the sheet as it is shown. */
export function shownSize(sheet: SheetSize): [number, number] {
  const isTurned = turnOf(sheet) % 180 !== 0;
  return isTurned ? [sheet.height, sheet.width] : [sheet.width, sheet.height];
}

function turnOf({ rotation }: SheetSize): number {
  return ((rotation % 360) + 360) % 360;
}

export function boxOfStrokes(strokes: readonly Stroke[], penWidth: number): Box {
  const dots = strokes.flat().map(([x, y]): Box => [x, y, 0, 0]);
  const [left, top, width, height] = boxAround(dots);
  const half = penWidth / 2;
  return [left - half, top - half, width + penWidth, height + penWidth];
}

export function roundedBox([left, top, width, height]: Box): Box {
  return [rounded(left), rounded(top), rounded(width), rounded(height)];
}

export function isInside({ x, y }: Point, [left, top, width, height]: Box, margin = 0): boolean {
  return (
    x >= left - margin &&
    x <= left + width + margin &&
    y >= top - margin &&
    y <= top + height + margin
  );
}

/** The note at a point: the smallest, so that one inside another can be reached. */
export function noteAt(notes: readonly Note[], point: Point, margin: number): Note | null {
  const hit = notes.filter(({ rects }) => rects.some((rect) => isInside(point, rect, margin)));
  return hit.toSorted((a, b) => areaOf(a) - areaOf(b))[0] ?? null;
}

function areaOf({ rects }: Note): number {
  const [, , width, height] = boxAround(rects);
  return width * height;
}

/** The note in another box, with its strokes. */
export function fitInto(note: Note, box: Box): Note {
  const old = boxAround(note.rects);
  const across = old[2] === 0 ? 1 : box[2] / old[2];
  const down = old[3] === 0 ? 1 : box[3] / old[3];
  const x = (value: number) => rounded(box[0] + (value - old[0]) * across);
  const y = (value: number) => rounded(box[1] + (value - old[1]) * down);
  const rects = note.rects.map((rect): Box => {
    const [left, top, width, height] = rect;
    return [x(left), y(top), rounded(width * across), rounded(height * down)];
  });
  const strokes = note.look.strokes?.map((stroke) =>
    stroke.map(([left, top, pressure]): [number, number, number] => [x(left), y(top), pressure]),
  );
  return { ...note, rects, look: strokes === undefined ? note.look : { ...note.look, strokes } };
}

/** The box moved, and kept on the page as far as it fits. */
export function movedBox(box: Box, by: Point, page: { width: number; height: number }): Box {
  const [left, top, width, height] = box;
  const within = (value: number, most: number) => Math.max(0, Math.min(value, Math.max(0, most)));
  return [
    within(left + by.x, page.width - width),
    within(top + by.y, page.height - height),
    width,
    height,
  ];
}

const leastSize = 8;

/** The box with its lower right corner dragged; `isRigid` keeps its proportions. */
export function resizedBox([left, top, width, height]: Box, by: Point, isRigid: boolean): Box {
  const grown = Math.max(leastSize, width + by.x);
  if (!isRigid) return [left, top, grown, Math.max(leastSize, height + by.y)];
  const factor = Math.max(
    leastSize / Math.min(width, height),
    (width + by.x) / width,
    (height + by.y) / height,
  );
  return [left, top, width * factor, height * factor];
}
