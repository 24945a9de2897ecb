import { createCanvas, loadImage } from '@napi-rs/canvas';

/** The pixels of a PNG: red, green, blue and alpha, from the upper left. */
export async function readPng(png: Uint8Array) {
  const image = await loadImage(Buffer.from(png));
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  return { width, height, rgba: context.getImageData(0, 0, width, height).data };
}
