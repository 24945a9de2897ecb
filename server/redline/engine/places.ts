import type { Box, Place } from '#contract/redline.ts';
import { isOnSameLine } from '../../pdf/text/word-lines.ts';
import type { Word } from '../../pdf/text/words.ts';
import type { TokenPart, RedlineToken } from './tokens.ts';

/** The places of the words with these indexes by page, with one box per line and run of words. */
export function placesOf(tokens: readonly RedlineToken[], indexes: readonly number[]): Place[] {
  const places: Place[] = [];
  let last: TokenPart | null = null;
  let isNext = false;
  for (const [order, at] of indexes.entries()) {
    const token = tokens[at];
    if (token === undefined) continue;
    isNext = indexes[order - 1] === at - 1;
    add(token);
    isNext = true;
    for (const part of token.further) add(part);
  }
  for (const place of places) place.boxes = place.boxes.map(rounded);
  return places;

  function add(part: TokenPart): void {
    const place = places.at(-1);
    const box = place?.boxes.at(-1);
    const isSamePage = last?.page === part.page && place !== undefined;
    const isBeside = isSamePage && isNext;
    if (isBeside && box !== undefined && last !== null && isOnSameLine(last.word, part.word)) {
      widen(box, part.word);
    } else if (isSamePage) place.boxes.push(boxOf(part.word));
    else places.push({ page: part.page + 1, boxes: [boxOf(part.word)] });
    last = part;
  }
}

/** Points: about half a space, so that the place is between words and not upon a letter. */
const beside = 1.5;

/** A place without width before this word: where deleted or inserted words would be. */
export function placeBefore(tokens: readonly RedlineToken[], at: number): Place[] {
  const [previous, after] = [tokens[at - 1], tokens[at]];
  const before = previous?.further.at(-1) ?? previous;
  // If the word begins a line or page, the place is there and not at the end of the line before.
  if (after !== undefined && (after.beginsLine || before === undefined)) {
    const { left, top, height } = after.word;
    return [
      { page: after.page + 1, boxes: [rounded([Math.max(0, left - beside), top, 0, height])] },
    ];
  }
  if (before === undefined) return [{ page: 1, boxes: [[0, 0, 0, 0]] }];
  const { left, width, top, height } = before.word;
  return [{ page: before.page + 1, boxes: [rounded([left + width + beside, top, 0, height])] }];
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
