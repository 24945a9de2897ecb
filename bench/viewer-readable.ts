import { setTimeout as pause } from 'node:timers/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { CDPSession, Page } from '@playwright/test';

/** Milliseconds from the action until the page can be read, and until it is as it stays. */
export type Seen = { readableMs: number; sharpMs: number };

/** Structural similarity (SSIM) to the page as it stays, both at the height of a picture. */
const readable = 0.9;
const sharp = 0.995;
const windowPixels = 8;
const settleMs = 600;
// As server/pdf/draw/draw-picture.ts draws pages: the sharp page is scaled to the same size.
const comparedHeight = 1100;

type Frame = { atMs: number; data: string };

type Action = {
  /** Gives its time, in milliseconds of the clock. */
  act: () => Promise<number>;
  /** Settles when the page is sharp, or a moment later. */
  isDone: () => Promise<unknown>;
  /** What shows the page then. */
  sheet: string;
};

/** Measures an action by what is on the screen. */
export async function measureSeen(page: Page, { act, isDone, sheet }: Action): Promise<Seen> {
  const devtools = await page.context().newCDPSession(page);
  const frames = await recordFrames(devtools);
  const startMs = await act();
  await isDone();
  await pause(settleMs);
  await devtools.send('Page.stopScreencast');
  const box = await page.locator(sheet).first().boundingBox();
  const last = frames.at(-1);
  if (box === null || last === undefined) throw new Error('No page was shown.');
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const part = {
    x: Math.max(0, Math.ceil(box.x)),
    y: Math.max(0, Math.ceil(box.y)),
    width: Math.floor(Math.min(width, box.x + box.width) - Math.max(0, box.x)) - 1,
    height: Math.floor(Math.min(height, box.y + box.height) - Math.max(0, box.y)) - 1,
  };
  const scale = Math.min(1, comparedHeight / box.height);
  const final = await greyOf(last, part, scale);
  const seen: Seen = { readableMs: Infinity, sharpMs: Infinity };
  for (const frame of frames.filter(({ atMs }) => atMs >= startMs)) {
    const likeness = similarity(
      await greyOf(frame, part, scale),
      final,
      Math.floor(part.width * scale),
    );
    if (likeness >= readable) seen.readableMs = Math.min(seen.readableMs, frame.atMs - startMs);
    if (likeness < sharp) continue;
    return { ...seen, sharpMs: frame.atMs - startMs };
  }
  return seen;
}

async function recordFrames(devtools: CDPSession): Promise<Frame[]> {
  const frames: Frame[] = [];
  devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ data, atMs: 1000 * (metadata.timestamp ?? 0) });
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => {}); // the browser is closed
  });
  // A PNG takes so long that the next frames would be missed.
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 90, everyNthFrame: 1 });
  return frames;
}

type Part = { x: number; y: number; width: number; height: number };

async function greyOf({ data }: Frame, part: Part, scale: number): Promise<Uint8Array> {
  const picture = await loadImage(Buffer.from(data, 'base64'));
  const [width, height] = [Math.floor(part.width * scale), Math.floor(part.height * scale)];
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, width, height);
  const { data: rgba } = context.getImageData(0, 0, width, height);
  return Uint8Array.from({ length: width * height }, (_, at) =>
    Math.round((rgba[4 * at]! + rgba[4 * at + 1]! + rgba[4 * at + 2]!) / 3),
  );
}

// The constants of SSIM for 256 shades.
const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

/** The mean of SSIM over all windows. */
function similarity(picture: Uint8Array, final: Uint8Array, width: number): number {
  let [sum, windows] = [0, 0];
  const height = final.length / width;
  for (let y = 0; y + windowPixels <= height; y += windowPixels) {
    for (let x = 0; x + windowPixels <= width; x += windowPixels) {
      const [a, b, ab] = momentsOf(picture, final, y * width + x, width);
      const means = (2 * a.mean * b.mean + c1) / (a.mean ** 2 + b.mean ** 2 + c1);
      sum += (means * (2 * ab + c2)) / (a.variance + b.variance + c2);
      windows++;
    }
  }
  return windows === 0 ? 0 : sum / windows;
}

type Moments = { mean: number; variance: number };

function momentsOf(
  one: Uint8Array,
  other: Uint8Array,
  start: number,
  width: number,
): [Moments, Moments, number] {
  const count = windowPixels ** 2;
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let at = 0; at < count; at++) {
    const index = start + Math.floor(at / windowPixels) * width + (at % windowPixels);
    const [p, q] = [one[index] ?? 0, other[index] ?? 0];
    a += p;
    b += q;
    aa += p * p;
    bb += q * q;
    ab += p * q;
  }
  const [meanA, meanB] = [a / count, b / count];
  return [
    { mean: meanA, variance: aa / count - meanA ** 2 },
    { mean: meanB, variance: bb / count - meanB ** 2 },
    ab / count - meanA * meanB,
  ];
}
