import type { Box, RedlineChange } from '#contract/redline.ts';
import type { GreyPicture } from '../../pdf/draw/draw-grey.ts';
import type { PaperSize, DocumentPages } from '../engine/furniture.ts';
import { pairPages, type PagePair } from './pairs.ts';
import { changedRegions, type Region } from './regions.ts';

/** Draws these pages, counted from 0; pages that cannot be drawn are missing. */
export type DrawPages = (
  side: 'from' | 'to',
  pages: number[],
  mostPixels: number,
) => Promise<Map<number, GreyPicture>>;

export type PictureComparison = { changes: Omit<RedlineChange, 'id'>[]; pages: number };

const fewWords = 3;
// A3 and larger is a drawing: its words are compared, and its lines too.
const drawingArea = 990_000;
const mostPages = 300;
const smallPixels = 40_000;
const mostPixels = 4_000_000;
const margin = 2;

/** Pages whose pictures are compared: those without text, and drawings. */
export function picturePages({ words, sizes }: DocumentPages): number[] {
  const isPicture = (page: number) => {
    const { width = 0, height = 0 } = sizes[page] ?? {};
    return (words[page]?.length ?? 0) <= fewWords || width * height >= drawingArea;
  };
  return words
    .map((_, page) => page)
    .filter(isPicture)
    .slice(0, mostPages);
}

/** Compares the pictures of pages that have no text on either side, and of drawings. */
export async function comparePictures(
  {
    from,
    to,
    textChanges,
  }: { from: DocumentPages; to: DocumentPages; textChanges: readonly RedlineChange[] },
  draw: DrawPages,
  onProgress: (done: number) => void,
): Promise<PictureComparison> {
  const wanted = { from: picturePages(from), to: picturePages(to) };
  if (wanted.from.length === 0 || wanted.to.length === 0) return { changes: [], pages: 0 };
  const small = {
    from: await draw('from', wanted.from, smallPixels),
    to: await draw('to', wanted.to, smallPixels),
  };
  const drawn = { from: [...small.from.keys()], to: [...small.to.keys()] };
  const pairs = pairPages([...small.from.values()], [...small.to.values()]);
  const changes: Omit<RedlineChange, 'id'>[] = [];
  for (const [at, pair] of pairs.entries()) {
    onProgress(at / pairs.length);
    const page = {
      from: pair.from === null ? null : (drawn.from[pair.from] ?? null),
      to: pair.to === null ? null : (drawn.to[pair.to] ?? null),
    };
    const neighbours = {
      from: nearest(pairs, at, 'from', drawn.from),
      to: nearest(pairs, at, 'to', drawn.to),
    };
    changes.push(...(await changesOf(page, neighbours)));
  }
  return {
    changes: changes.filter((change) => !isInText(change, textChanges)),
    pages: drawn.to.length,
  };

  async function changesOf(
    page: { from: number | null; to: number | null },
    neighbours: { from: number; to: number },
  ): Promise<Omit<RedlineChange, 'id'>[]> {
    if (page.from === null || page.to === null) {
      const kind = page.from === null ? 'inserted' : 'deleted';
      return [
        change(kind, {
          from: place(
            page.from ?? neighbours.from,
            page.from === null ? nothing : wholeOf(from.sizes[page.from]),
          ),
          to: place(
            page.to ?? neighbours.to,
            page.to === null ? nothing : wholeOf(to.sizes[page.to]),
          ),
        }),
      ];
    }
    const older = (await draw('from', [page.from], mostPixels)).get(page.from);
    const newer = (await draw('to', [page.to], mostPixels)).get(page.to);
    if (older === undefined || newer === undefined) return [];
    const regions = changedRegions(older, newer);
    const sizes = { from: from.sizes[page.from], to: to.sizes[page.to] };
    if (regions === 'all') {
      const whole = {
        from: place(page.from, wholeOf(sizes.from)),
        to: place(page.to, wholeOf(sizes.to)),
      };
      return [change('changed', whole)];
    }
    return regions.map((region) =>
      change('changed', {
        from: place(page.from ?? 0, boxOf(region, newer, sizes.from)),
        to: place(page.to ?? 0, boxOf(region, newer, sizes.to)),
      }),
    );
  }
}

const nothing: Box = [0, 0, 0, 0];

type Places = { from: RedlineChange['from']; to: RedlineChange['to'] };

function change(kind: RedlineChange['kind'], places: Places): Omit<RedlineChange, 'id'> {
  return {
    kind,
    weight: 'picture',
    effect: null,
    percent: null,
    clause: null,
    row: null,
    context: [],
    ...places,
    from_text: '',
    to_text: '',
  };
}

function place(page: number, box: Box): RedlineChange['from'] {
  return [{ page: page + 1, boxes: [box] }];
}

function wholeOf(size: PaperSize | undefined): Box {
  return [0, 0, size?.width ?? 0, size?.height ?? 0];
}

function boxOf(region: Region, picture: GreyPicture, size: PaperSize | undefined): Box {
  const [width, height] = [size?.width ?? 0, size?.height ?? 0];
  const [across, down] = [width / picture.width, height / picture.height];
  const tenth = (points: number) => Math.round(points * 10) / 10;
  const left = Math.max(0, region.x * across - margin);
  const top = Math.max(0, region.y * down - margin);
  const right = Math.min(width, (region.x + region.width) * across + margin);
  const bottom = Math.min(height, (region.y + region.height) * down + margin);
  return [tenth(left), tenth(top), tenth(right - left), tenth(bottom - top)];
}

/** The neighbour of a page that the other document does not have. */
function nearest(
  pairs: readonly PagePair[],
  at: number,
  side: 'from' | 'to',
  pages: number[],
): number {
  for (let before = at - 1; before >= 0; before--) {
    const index = pairs[before]?.[side] ?? null;
    if (index !== null) return pages[index] ?? 0;
  }
  return pages[0] ?? 0;
}

const reach = 6;

/** Whether the change of a drawing is already reported as a change of its words. */
function isInText(one: Omit<RedlineChange, 'id'>, textChanges: readonly RedlineChange[]): boolean {
  const isWithin = (side: 'from' | 'to') => {
    const [where] = one[side];
    const [box] = where?.boxes ?? [];
    if (where === undefined || box === undefined || box[2] * box[3] === 0) return false;
    const boxes = textChanges
      .flatMap((change) => change[side])
      .filter(({ page }) => page === where.page)
      .flatMap(({ boxes }) => boxes);
    const covered = boxes.reduce((sum, other) => sum + overlap(box, other), 0);
    return covered >= 0.6 * box[2] * box[3];
  };
  return isWithin('from') || isWithin('to');
}

function overlap(box: Box, other: Box): number {
  const across =
    Math.min(box[0] + box[2], other[0] + other[2] + reach) - Math.max(box[0], other[0] - reach);
  const down =
    Math.min(box[1] + box[3], other[1] + other[3] + reach) - Math.max(box[1], other[1] - reach);
  return Math.max(0, across) * Math.max(0, down);
}
