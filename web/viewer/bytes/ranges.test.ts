import { expect, test } from 'vitest';
import {
  type ByteRange,
  endsOf,
  maxWholeBytes,
  partsOf,
  sizeOf,
  takeNeighbours,
} from './ranges.ts';

const kib = 1024;
const at = (begin: number, size = 8): ByteRange => ({
  begin: begin * kib,
  end: (begin + size) * kib,
});

test('ranges that are close together are fetched together, in any order', () => {
  const waiting = [at(1000), at(5000), at(960), at(1040), at(1088)];
  expect(takeNeighbours(waiting)).toEqual([at(1000), at(960), at(1040)]);
  expect(waiting).toEqual([at(5000), at(1088)]);
});

test('a range that joins two others brings both', () => {
  const waiting = [at(0), at(64), at(32)];
  expect(takeNeighbours(waiting)).toHaveLength(3);
  expect(waiting).toEqual([]);
});

test('many neighbours go in parts, so that the first does not wait for the last', () => {
  const waiting = Array.from({ length: 200 }, (_, chunk) => at(8 * chunk));
  const taken = takeNeighbours(waiting);
  expect(taken).toHaveLength(64);
  expect(waiting).toHaveLength(136);
});

test('a range that is long already goes as it was asked for', () => {
  const waiting = [at(0, 900), at(900)];
  expect(takeNeighbours(waiting)).toEqual([at(0, 900)]);
});

test('a small file comes in a few parts, one after another, without a gap', () => {
  for (const length of [1, 1000, 128 * kib, 256 * kib + 1, 1_303_017, maxWholeBytes]) {
    const parts = partsOf(length);
    expect(parts.length).toBeLessThanOrEqual(3);
    expect(sizeOf(parts)).toBe(length);
    let end = 0;
    for (const part of parts) {
      expect(part.begin).toBe(end);
      expect(part.end).toBeGreaterThan(part.begin);
      end = part.end;
    }
  }
  expect(partsOf(100 * kib)).toHaveLength(1);
  expect(partsOf(1000 * kib)).toHaveLength(3);
});

test('of a large file its first bytes and its last come first', () => {
  const length = 3 * 1024 * kib + 5;
  expect(endsOf(length)).toEqual([at(0, 64), { begin: (3 * 1024 - 64) * kib, end: length }]);
});
