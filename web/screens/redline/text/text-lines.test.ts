import { expect, test } from 'vitest';
import type { RedlineRun } from '#contract/redline.ts';
import { lineOfChange, linesOf } from './text-lines.ts';

const run = (kind: RedlineRun['kind'], text: string, page = 1, change: number | null = null) => ({
  kind,
  text,
  page,
  change,
});

test('a line holds what is the same, deleted and inserted in it', () => {
  const lines = linesOf([
    run('same', '4.2 Thickness\nClass '),
    run('deleted', '8.8', 1, 1),
    run('inserted', '10.9', 1, 1),
    run('same', ' bolts.\n'),
  ]);
  expect(lines.map(({ pieces }) => pieces.map(({ text }) => text))).toEqual([
    ['4.2 Thickness'],
    ['Class ', '8.8', '10.9', ' bolts.'],
  ]);
  expect(lineOfChange(lines)).toEqual(new Map([[1, 1]]));
});

test('the page of the newer document is where it begins, even if a page was deleted', () => {
  const lines = linesOf([
    run('same', 'one\n', 1),
    run('deleted', 'gone\ngone too\n', 9, 1),
    run('same', 'two\n', 1),
    run('inserted', 'three\n', 2, 2),
    run('same', 'four\n', 2),
  ]);
  expect(lines.map(({ page }) => page)).toEqual([1, null, null, null, 2, null]);
  expect(lineOfChange(lines)).toEqual(
    new Map([
      [1, 1],
      [2, 4],
    ]),
  );
});

test('an empty text has no lines, and a last line needs no end', () => {
  expect(linesOf([])).toEqual([]);
  expect(linesOf([run('same', 'all')])).toHaveLength(1);
});

test('a heading is a line of its own', () => {
  const lines = linesOf([
    { ...run('same', '4.2 Thickness\n'), is_heading: true },
    run('same', 'At most 5 mm.\n'),
  ]);
  expect(lines.map(({ isHeading }) => isHeading)).toEqual([true, false]);
});
