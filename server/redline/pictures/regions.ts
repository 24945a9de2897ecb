import pixelmatch from 'pixelmatch';
import type { GreyPicture } from '../../pdf/draw/draw-grey.ts';

/** A part of a picture, in pixels. */
export type Region = { x: number; y: number; width: number; height: number };

const farthestShift = 4;
const shiftStep = 3;
// Compression and scanners change a pixel by up to this, or shift it by one.
const tolerated = 48;
const threshold = 0.25;
const cell = 8;
const fewestInCell = 3;
const fewestInRegion = 14;
const mostRegions = 40;
const sameSize = 0.03;

/** Where two pictures of a page differ; `all` if nearly everything or the shape does. */
export function changedRegions(from: GreyPicture, to: GreyPicture): Region[] | 'all' {
  const isSameSize =
    Math.abs(from.width - to.width) <= sameSize * to.width &&
    Math.abs(from.height - to.height) <= sameSize * to.height;
  if (!isSameSize) return 'all';
  const size = {
    width: Math.min(from.width, to.width),
    height: Math.min(from.height, to.height),
  };
  const newer = part(to, size, 0, 0);
  const shift = bestShift(from, newer, size);
  const older = part(from, size, shift.x, shift.y);
  const differing = differencesOf(older, newer, size);
  const regions = joined(differing, size);
  const area = regions.reduce((sum, { width, height }) => sum + width * height, 0);
  return area > 0.6 * size.width * size.height ? 'all' : regions;
}

type Size = { width: number; height: number };

/** The picture shifted and cut to this size; outside is white. */
function part(
  { width, pixels, height }: GreyPicture,
  size: Size,
  dx: number,
  dy: number,
): Uint8Array {
  const cut = new Uint8Array(size.width * size.height).fill(255);
  for (let y = 0; y < size.height; y++) {
    const fromY = y + dy;
    if (fromY < 0 || fromY >= height) continue;
    const first = Math.max(0, -dx);
    const end = Math.min(size.width, width - dx);
    const row = fromY * width + dx;
    cut.set(pixels.subarray(row + first, row + end), y * size.width + first);
  }
  return cut;
}

/** By how many pixels the older picture is shifted: paper is never scanned twice in the same place. */
function bestShift(from: GreyPicture, newer: Uint8Array, size: Size): { x: number; y: number } {
  let best = { x: 0, y: 0, cost: Number.POSITIVE_INFINITY };
  for (let y = -farthestShift; y <= farthestShift; y++) {
    for (let x = -farthestShift; x <= farthestShift; x++) {
      const cost = costOf(from, newer, size, x, y) + Math.abs(x) + Math.abs(y);
      if (cost < best.cost) best = { x, y, cost };
    }
  }
  return best;
}

function costOf(from: GreyPicture, newer: Uint8Array, size: Size, dx: number, dy: number): number {
  let cost = 0;
  for (let y = farthestShift; y < size.height - farthestShift; y += shiftStep) {
    const row = y * size.width;
    const other = (y + dy) * from.width + dx;
    for (let x = farthestShift; x < size.width - farthestShift; x += shiftStep) {
      cost += Math.abs((newer[row + x] ?? 255) - (from.pixels[other + x] ?? 255));
    }
  }
  return cost;
}

/** 1 for each pixel that differs by more than noise. */
function differencesOf(older: Uint8Array, newer: Uint8Array, { width, height }: Size): Uint8Array {
  const output = new Uint8Array(width * height * 4);
  pixelmatch(coloured(older), coloured(newer), output, width, height, {
    threshold,
    includeAA: false,
    diffMask: true,
  });
  const differs = new Uint8Array(width * height);
  for (let at = 0; at < differs.length; at++) {
    if (output[4 * at + 3] === 0) continue;
    const isNear =
      isNearby(older[at] ?? 255, newer, at, width) && isNearby(newer[at] ?? 255, older, at, width);
    if (!isNear) differs[at] = 1;
  }
  return differs;
}

/** As RGBA, for pixelmatch. */
function coloured(grey: Uint8Array): Uint8Array {
  const colours = new Uint32Array(grey.length);
  for (let at = 0; at < grey.length; at++) colours[at] = (grey[at] ?? 255) * 0x010101 + 0xff000000;
  return new Uint8Array(colours.buffer);
}

/** Whether a similar shade occurs next to this pixel. */
function isNearby(shade: number, picture: Uint8Array, at: number, width: number): boolean {
  let [low, high] = [255, 0];
  for (const row of [at - width, at, at + width]) {
    for (let next = row - 1; next <= row + 1; next++) {
      const other = picture[next];
      if (other === undefined) continue;
      low = Math.min(low, other);
      high = Math.max(high, other);
    }
  }
  return shade >= low - tolerated && shade <= high + tolerated;
}

/** Joins cells with enough differences into regions, over growing distances until there are few. */
function joined(differs: Uint8Array, { width, height }: Size): Region[] {
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const counts = new Int32Array(columns * rows);
  for (let at = 0; at < differs.length; at++) {
    if (differs[at] === 0) continue;
    const index =
      Math.floor(Math.floor(at / width) / cell) * columns + Math.floor((at % width) / cell);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  let reach = 3;
  for (;;) {
    const regions = regionsOf(counts, columns, rows, reach);
    if (regions.length <= mostRegions) return regions;
    reach *= 2;
  }
}

function regionsOf(counts: Int32Array, columns: number, rows: number, reach: number): Region[] {
  const seen = new Uint8Array(counts.length);
  const regions: Region[] = [];
  for (let start = 0; start < counts.length; start++) {
    if (seen[start] === 1 || (counts[start] ?? 0) < fewestInCell) continue;
    const waiting = [start];
    seen[start] = 1;
    let [left, right, top, bottom, total] = [columns, 0, rows, 0, 0];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [x, y] = [at % columns, Math.floor(at / columns)];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      total += counts[at] ?? 0;
      for (let ny = Math.max(0, y - reach); ny <= Math.min(rows - 1, y + reach); ny++) {
        for (let nx = Math.max(0, x - reach); nx <= Math.min(columns - 1, x + reach); nx++) {
          const next = ny * columns + nx;
          if (seen[next] === 1 || (counts[next] ?? 0) < fewestInCell) continue;
          seen[next] = 1;
          waiting.push(next);
        }
      }
    }
    if (total < fewestInRegion) continue;
    const size = { width: (right - left + 1) * cell, height: (bottom - top + 1) * cell };
    regions.push({ x: left * cell, y: top * cell, ...size });
  }
  return regions;
}
