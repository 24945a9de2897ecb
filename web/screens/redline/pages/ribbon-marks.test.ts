import { expect, test } from 'vitest';
import { layOut } from '../../../viewer/strip/strip-layout.ts';
import { aChange } from '../made-changes.ts';
import { marksByPage } from './page-marks.ts';
import { nearestMark, ribbonMarks } from './ribbon-marks.ts';

const sizes = Array.from({ length: 10 }, () => ({ width: 600, height: 800 }));
const newer = layOut(sizes, 600);

test('changes stand in the ribbon at the height they have in the newer document', () => {
  const marks = ribbonMarks(
    [aChange({ id: 1, pages: [1, 1] }), aChange({ id: 2, pages: [3, 6] })],
    newer,
    sizes,
  );
  expect(marks.map(({ id, share }) => [id, Math.round(share * 1000)])).toEqual([
    [1, 12],
    [2, 513],
  ]);
  expect(nearestMark(marks, 0.2)?.id).toBe(1);
  expect(nearestMark(marks, 0.3)?.id).toBe(2);
  expect(nearestMark([], 0.3)).toBe(undefined);
});

test('thousands of changes become no more marks than can be seen', () => {
  const many = Array.from({ length: 5000 }, (_, at) =>
    aChange({ id: at + 1, pages: [1, 1 + Math.floor(at / 500)] }),
  );
  expect(ribbonMarks(many, newer, sizes)).toHaveLength(10);
  const kinds = [aChange({ id: 1 }), aChange({ id: 2, kind: 'moved' }), aChange({ id: 3 })];
  expect(ribbonMarks(kinds, newer, sizes).map(({ id }) => id)).toEqual([1, 2]);
});

test('a change is marked on the pages of its side, and knows where the other is', () => {
  const moved = aChange({ id: 7, kind: 'moved', pages: [3, 12] });
  expect([...marksByPage([moved], 'from').keys()]).toEqual([3]);
  expect(marksByPage([moved], 'from').get(3)).toMatchObject([{ id: 7, otherPage: 12 }]);
  expect(marksByPage([moved], 'to').get(12)).toMatchObject([{ id: 7, otherPage: 3 }]);
});
