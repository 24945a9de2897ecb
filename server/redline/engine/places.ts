import type { Box, Place } from '#contract/redline.ts';
import type { Word } from '../../pdf/words.ts';
import { isOnSameLine } from './lines.ts';
import type { Token } from './tokens.ts';

type Part = Token['parts'][number];

/** Where these words stand: the places by page, with one box a line. */
export function placesOf(tokens: readonly Token[]): Place[] {
  const places: Place[] = [];
  let last: Part | null = null;
  for (const part of tokens.flatMap(({ parts }) => parts)) {
    const place = places.at(-1);
    const box = place?.boxes.at(-1);
    const isSamePage = last?.page === part.page && place !== undefined;
    if (isSamePage && box !== undefined && last !== null && isOnSameLine(last.word, part.word)) {
      widen(box, part.word);
    } else if (isSamePage) place.boxes.push(boxOf(part.word));
    else places.push({ page: part.page + 1, boxes: [boxOf(part.word)] });
    last = part;
  }
  for (const place of places) place.boxes = place.boxes.map(rounded);
  return places;
}

/** A place without width, between the word before and this one: where something would have stood. */
export function placeBefore(tokens: readonly Token[], at: number): Place[] {
  const before = tokens[at - 1]?.parts.at(-1);
  const after = tokens[at]?.parts[0];
  // What begins a line or a page would have stood there rather than at the end of the one before.
  const beginsLine = tokens[at]?.beginsLine === true;
  if (after !== undefined && (beginsLine || before === undefined)) {
    const { left, top, height } = after.word;
    return [{ page: after.page + 1, boxes: [rounded([left, top, 0, height])] }];
  }
  if (before === undefined) return [{ page: 1, boxes: [[0, 0, 0, 0]] }];
  const { left, width, top, height } = before.word;
  return [{ page: before.page + 1, boxes: [rounded([left + width, top, 0, height])] }];
}

function boxOf({ left, top, width, height }: Word): Box {
  return [left, top, width, height];
}

function widen(box: Box, { left, top, width, height }: Word): void {
  const right = Math.max(box[0] + box[2], left + width);
  const bottom = Math.max(box[1] + box[3], top + height);
  box[0] = Math.min(box[0], left);
  box[1] = Math.min(box[1], top);
  box[2] = right - box[0];
  box[3] = bottom - box[1];
}

function rounded(box: Box): Box {
  const tenth = (points: number) => Math.round(points * 10) / 10;
  return [tenth(box[0]), tenth(box[1]), tenth(box[2]), tenth(box[3])];
}
