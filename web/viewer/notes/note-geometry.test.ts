import fc from 'fast-check';
import { boxAround, fittedLines, inkPaths } from '#contract/note-drawing.ts';
import { mostNoteBytes } from '#contract/note-words.ts';
import { expect, test } from 'vitest';
import type { PageWord } from '#contract/notes.ts';
import type { Box } from '#contract/redline.ts';
import { boxesOfRange, rangeOfText, selectedRanges, textOfRange } from './anchor.ts';
import {
  boxOfStrokes,
  fitInto,
  movedBox,
  noteAt,
  pointAt,
  resizedBox,
  shownSize,
  turnMatrix,
} from './note-geometry.ts';
import { aNote } from '../../../test/a-note.ts';
import { bytesOf, erased, fitting, simplified } from './strokes.ts';

const a4 = { width: 600, height: 800 };

test('a place of the screen is the same point of the page, however it is turned', () => {
  // The point (150, 200) of a page that is shown at half its size.
  const screen: Record<number, { x: number; y: number; width: number; height: number }> = {
    0: { x: 75, y: 100, width: 300, height: 400 },
    90: { x: 300, y: 75, width: 400, height: 300 },
    180: { x: 225, y: 300, width: 300, height: 400 },
    270: { x: 100, y: 225, width: 400, height: 300 },
  };
  for (const [rotation, { x, y, width, height }] of Object.entries(screen)) {
    const area = { left: 10, top: 20, width, height };
    const sheet = { ...a4, rotation: Number(rotation) };
    expect(pointAt({ x: x + 10, y: y + 20 }, area, sheet)).toEqual({ x: 150, y: 200 });
  }
});

const below = (max: number) => fc.double({ min: 0, max, noNaN: true });
const side = fc.double({ min: 50, max: 4000, noNaN: true });

test('on any page, turned and zoomed in any way, the pointer is where a point is drawn', () => {
  const sheets = fc.record({
    width: side,
    height: side,
    rotation: fc.integer({ min: -4, max: 4 }).map((turns) => turns * 90),
  });
  const shown = fc.record({
    left: below(500),
    top: below(500),
    zoom: fc.double({ min: 0.2, max: 8, noNaN: true }),
  });
  fc.assert(
    fc.property(sheets, shown, below(1), below(1), (sheet, { left, top, zoom }, across, down) => {
      const at = { x: across * sheet.width, y: down * sheet.height };
      const [a, b, c, d, e, f] = (turnMatrix(sheet) ?? 'matrix(1 0 0 1 0 0)')
        .slice('matrix('.length, -1)
        .split(' ')
        .map(Number) as [number, number, number, number, number, number];
      const [width, height] = shownSize(sheet).map((points) => points * zoom) as [number, number];
      const x = left + (a * at.x + c * at.y + e) * zoom;
      const y = top + (b * at.x + d * at.y + f) * zoom;
      const found = pointAt({ x, y }, { left, top, width, height }, sheet);
      expect(found.x).toBeCloseTo(at.x, 6);
      expect(found.y).toBeCloseTo(at.y, 6);
    }),
  );
});

test('a drawing that is moved and resized in any way stays whole, and on its page', () => {
  const points = fc.tuple(below(600), below(800), fc.constant(0.5));
  const by = fc
    .record({ x: below(2000), y: below(2000) })
    .map(({ x, y }) => ({ x: x - 1000, y: y - 1000 }));
  fc.assert(
    fc.property(fc.array(points, { minLength: 1, maxLength: 9 }), by, by, (stroke, move, drag) => {
      const box = boxOfStrokes([stroke], 2);
      const ink = aNote({ rects: [box], look: { colour: '#000000', strokes: [stroke] } });
      const moved = fitInto(ink, movedBox(box, move, a4));
      const [left, top, width, height] = boxAround(moved.rects);
      expect([width, height]).toEqual([expect.closeTo(box[2], 1), expect.closeTo(box[3], 1)]);
      expect(
        Math.min(left, top, a4.width + 2 - left - width, a4.height + 2 - top - height),
      ).toBeGreaterThan(-0.1);
      const resized = fitInto(moved, resizedBox([left, top, width, height], drag, true));
      const [, , wide, high] = boxAround(resized.rects);
      expect(wide / high).toBeCloseTo(width / height, 0);
      const drawn = boxOfStrokes(resized.look.strokes ?? [], 0);
      expect(drawn[0]).toBeGreaterThan(left - 0.1);
      expect(drawn[1]).toBeGreaterThan(top - 0.1);
      expect(drawn[0] + drawn[2]).toBeLessThan(left + wide + 0.1);
      expect(drawn[1] + drawn[3]).toBeLessThan(top + high + 0.1);
    }),
  );
});

test('of notes over each other the smallest is hit', () => {
  const [large, small] = [
    aNote({ id: 'large', rects: [[0, 0, 300, 300]] }),
    aNote({ id: 'small', rects: [[100, 100, 20, 20]] }),
  ];
  const at = (x: number, y: number) => noteAt([small, large], { x, y }, 2)?.id;
  expect([at(110, 110), at(50, 50), at(301, 301), at(400, 400)]).toEqual([
    'small',
    'large',
    'large',
    undefined,
  ]);
});

test('a note in another box takes its strokes along', () => {
  const ink = aNote({
    rects: [[10, 10, 20, 10]],
    look: {
      colour: '#000000',
      strokes: [
        [
          [10, 10, 0.5],
          [30, 20, 0.7],
        ],
      ],
    },
  });
  const moved = fitInto(ink, [100, 50, 40, 30]);
  expect(moved.rects).toEqual([[100, 50, 40, 30]]);
  expect(moved.look.strokes).toEqual([
    [
      [100, 50, 0.5],
      [140, 80, 0.7],
    ],
  ]);
});

test('a moved note stays on its page, a resized one has a least size', () => {
  expect(movedBox([10, 10, 100, 50], { x: -40, y: 900 }, a4)).toEqual([0, 750, 100, 50]);
  expect(resizedBox([10, 10, 100, 50], { x: -200, y: 10 }, false)).toEqual([10, 10, 8, 60]);
  expect(resizedBox([10, 10, 100, 50], { x: 100, y: 0 }, true)).toEqual([10, 10, 200, 100]);
});

const words = ['Parts', 'are', 'coated', 'with', 'zinc,', 'then', 'rinsed.'].map(
  (text, at): PageWord => [text, 50 + (at % 4) * 60, 100 + Math.floor(at / 4) * 20, 50, 12],
);

test('a selection becomes the stored words below it, with a box for each line', () => {
  const selected = selectedRanges(words, [
    [165, 95, 150, 22],
    [40, 118, 80, 20],
  ]);
  expect(selected).toEqual([[2, 4]]);
  expect(boxesOfRange(words, [2, 4])).toEqual([
    [170, 100, 110, 12],
    [50, 120, 50, 12],
  ]);
  expect(textOfRange(words, [2, 4])).toBe('coated with zinc,');
  expect(selectedRanges(words, [[400, 400, 10, 10]])).toEqual([]);
});

test('words that do not follow each other are two ranges', () => {
  const boxes: Box[] = [
    [40, 95, 70, 20],
    [40, 118, 80, 20],
  ];
  expect(selectedRanges(words, boxes)).toEqual([
    [0, 0],
    [4, 4],
  ]);
});

test('typed words are found on the page, without case and punctuation', () => {
  expect(rangeOfText(words, 'ZINC then')).toEqual([4, 5]);
  expect(rangeOfText(words, 'zinc rinsed')).toBeNull();
  expect(rangeOfText(words, ' ')).toBeNull();
});

test('a stroke is a smooth line, with another width where the pen is pressed harder', () => {
  expect(inkPaths([[1, 2, 0.5]], 2)).toEqual([{ d: 'M1 2l0 0.001', width: 2 }]);
  const even = inkPaths(
    [
      [0, 0, 0.5],
      [10, 0, 0.5],
      [20, 10, 0.5],
    ],
    2,
  );
  expect(even).toEqual([{ d: 'M0 0Q10 0 20 10', width: 2 }]);
  const pressed = inkPaths(
    [
      [0, 0, 0.5],
      [10, 0, 1],
    ],
    2,
  );
  expect(pressed.map(({ width }) => width)).toEqual([2, 3.2]);
});

test('a stroke keeps only the points that shape it', () => {
  const straight = Array.from({ length: 50 }, (_, at) => [at, 0.1, 0.5] as const);
  expect(simplified([...straight, [49, 30, 0.5]])).toEqual([
    [0, 0.1, 0.5],
    [49, 0.1, 0.5],
    [49, 30, 0.5],
  ]);
});

test('a drawing of any length fits into a note, wherever it is moved', () => {
  const spiral = (length: number) =>
    Array.from({ length }, (_, at): [number, number, number] => {
      const radius = (200 * at) / length;
      return [300 + radius * Math.sin(at), 300 + radius * Math.cos(at), (at % 7) / 7];
    });
  const stroke = spiral(2000);
  const one = fitting([simplified(spiral(20_000))]); // took minutes
  const many = fitting(Array.from({ length: 40 }, (_, at) => stroke.slice(at * 50, at * 50 + 50)));
  for (const strokes of [one, many]) {
    const look = { colour: '#000000', strokes };
    const rects = [[0.5, 0.5, 600, 600] as [number, number, number, number]];
    const moved = fitInto(aNote({ kind: 'ink', look, rects }), [1000.123, 1000.123, 70, 70]);
    expect(bytesOf(moved.look.strokes ?? [])).toBeLessThan(mostNoteBytes - 1000);
    expect(bytesOf(strokes)).toBeGreaterThan(4000); // and no smaller than needed
  }
  const small: [number, number, number][][] = [
    [
      [0, 0.1, 0.5],
      [9, 0.1, 0.5],
    ],
  ];
  expect(fitting(small)).toEqual(small);
});

test('the eraser takes the strokes that it touches, also between their points', () => {
  const strokes = [
    [
      [0, 0, 0.5],
      [100, 0, 0.5],
    ],
    [
      [0, 50, 0.5],
      [100, 50, 0.5],
    ],
  ] as const;
  expect(erased(strokes, { x: 50, y: 3 }, 4)).toEqual([strokes[1]]);
  expect(erased(strokes, { x: 50, y: 25 }, 4)).toEqual(strokes);
});

test('a long text on a stamp is broken at spaces where its letters become larger by it', () => {
  const linesOf = (text: string) =>
    fittedLines(text, [0, 0, 150, 42]).lines.map(({ line }) => line);
  expect(linesOf('For information')).toEqual(['For information']);
  expect(linesOf('Not for series production before release')).toEqual([
    'Not for series production',
    'before release',
  ]);
  expect(linesOf('18 November 2026\nengineer')).toEqual(['18 November 2026', 'engineer']);
  expect(linesOf('Donaudampfschifffahrtsgesellschaft')).toEqual([
    'Donaudampfschifffahrtsgesellschaft',
  ]);
  expect(fittedLines('', [0, 0, 150, 42]).lines).toHaveLength(1);
});
