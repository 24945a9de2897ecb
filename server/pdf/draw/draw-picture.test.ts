import { createCanvas } from '@napi-rs/canvas';
import PdfKit from 'pdfkit';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { japanesePdf } from '../../../test/pdfs.ts';
import { randomNumbersFrom } from '../../../test/random.ts';
import { readPng } from '../../../test/read-png.ts';
import { bytesOf } from '../file-bytes.ts';
import { PdfReader } from '../reader/reader.ts';

/** A page that is one picture, each pixel by chance. */
async function noisyPdf(isColoured: boolean): Promise<Buffer> {
  const canvas = createCanvas(778, 1100);
  const context = canvas.getContext('2d');
  const random = randomNumbersFrom(7);
  const image = context.createImageData(778, 1100);
  for (let at = 0; at < image.data.length; at += 4) {
    const grey = 180 + Math.floor(random() * 75);
    const colour = () => (isColoured ? Math.floor(random() * 256) : grey);
    image.data.set([colour(), colour(), colour(), 255], at);
  }
  context.putImageData(image, 0, 0);
  context.fillStyle = 'black';
  context.fillRect(100, 100, 200, 200);
  const doc = new PdfKit({ size: [595, 841.27], margin: 0 });
  const whole = buffer(doc);
  doc.image(canvas.toBuffer('image/png'), 0, 0, { width: 595, height: 841.27 });
  doc.end();
  return whole;
}

async function pictureOf(pdf: Buffer): Promise<Uint8Array> {
  const reader = await PdfReader.start();
  const [drawn] = reader.drawPictures(bytesOf(pdf), { pages: [0], rotation: 0 });
  return drawn?.picture ?? new Uint8Array();
}

test('a noisy scan has fewer shades and stays small', async () => {
  const picture = await pictureOf(await noisyPdf(false));
  expect(picture.length).toBeLessThanOrEqual(120_000);
  const { width, height, rgba } = await readPng(picture);
  expect([width, height]).toEqual([778, 1100]);
  const at = 4 * (200 * width + 200);
  expect(Array.from(rgba.slice(at, at + 4))).toEqual([0, 0, 0, 255]);
});

test('more colours than a palette has are rounded until they fit', async () => {
  const picture = await pictureOf(await noisyPdf(true));
  const { rgba } = await readPng(picture);
  const shades = new Set(rgba.filter((_, at) => at % 4 !== 3));
  expect([...shades].toSorted((one, other) => one - other)).toEqual([0, 85, 170, 255]);
});

test('Japanese letters are drawn where the file has no font for them', async () => {
  const { rgba } = await readPng(await pictureOf(japanesePdf()));
  expect(rgba.some((shade) => shade === 0)).toBe(true);
});

test('a page with letters that PDFium has no font for has no picture, unless they are invisible', async () => {
  const chinese = japanesePdf()
    .toString('latin1')
    .replace('Japan1', 'GB1   ')
    .replace('UniJIS-UTF16-H', 'UniGB-UTF16-H ');
  expect(await pictureOf(Buffer.from(chinese, 'latin1'))).toHaveLength(0);
  const invisible = chinese.replace('BT /F 24 Tf 72 700 Td', 'BT/F 9 Tf 3 Tr 9 9 Td');
  expect(invisible).not.toBe(chinese);
  expect((await pictureOf(Buffer.from(invisible, 'latin1'))).length).toBeGreaterThan(0);
});
