import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { decodePng, plainPng } from './decode-png.ts';
import { encodePng } from './png.ts';

test('a PNG is decoded to the pixels that were drawn', () => {
  const canvas = createCanvas(40, 30);
  const context = canvas.getContext('2d');
  const shade = context.createLinearGradient(0, 0, 40, 30);
  shade.addColorStop(0, '#ff0000');
  shade.addColorStop(1, '#0000ff');
  context.fillStyle = shade;
  context.fillRect(3, 4, 30, 20);
  const drawn = context.getImageData(0, 0, 40, 30).data;
  const decoded = decodePng(canvas.toBuffer('image/png'), 100);
  expect([decoded?.width, decoded?.height]).toEqual([40, 30]);
  expect(Buffer.from(decoded?.rgba ?? []).equals(Buffer.from(drawn))).toBe(true);
});

test('a PNG with a palette of half bytes is decoded', () => {
  const rgbx = Uint8Array.from([255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0]);
  const decoded = decodePng(encodePng(3, 1, rgbx), 100);
  expect([...(decoded?.rgba ?? [])]).toEqual([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]);
});

test('texts in a PNG and what follows it are not kept', () => {
  const png = createCanvas(2, 2).toBuffer('image/png');
  const plain = plainPng(Buffer.concat([png, Buffer.from('<html>')]));
  expect(plain.includes('<html>')).toBe(false);
  expect(decodePng(plain, 10)?.width).toBe(2);
});
