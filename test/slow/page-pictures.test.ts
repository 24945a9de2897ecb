import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, onTestFinished, test } from 'vitest';
import { copySampleFiles, sampleFiles } from '../../sample/catalogue.ts';
import { bytesOf } from '../../server/pdf/file-bytes.ts';
import { PdfReader } from '../../server/pdf/reader/reader.ts';
import { temporaryFolder } from '../harness.ts';
import {
  cmykPdf,
  filledFormPdf,
  hugePdf,
  jbig2Pdf,
  jpeg2000Pdf,
  photographedPdf,
  rawPdf,
  rotatedPdf,
  scannedPdf,
  stream,
  twoColumnPdf,
} from '../pdfs.ts';
import { times } from '../times.ts';

const hasPoppler = spawnSync('pdftoppm', ['-v']).status === 0;
const isSkipped = !hasPoppler && process.env['NOTHING_SKIPPED'] === undefined;
const [width, height] = [120, 160];

/** Of all pages. */
async function ownPictures(pdf: string): Promise<Buffer[]> {
  const reader = await PdfReader.start();
  const pages = Array.from({ length: 400 }, (_, page) => page);
  const drawn = [...reader.drawPictures(bytesOf(await readFile(pdf)), { pages, rotation: 0 })];
  return drawn.map(({ picture }) => Buffer.from(picture));
}

async function popplerPictures(pdf: string): Promise<Uint8Array[]> {
  const folder = await temporaryFolder(onTestFinished);
  const { status, stderr } = spawnSync('pdftoppm', ['-png', '-r', '60', pdf, `${folder}/page`]);
  if (status !== 0) throw new Error(String(stderr));
  const names = (await readdir(folder)).toSorted();
  return Promise.all(names.map(async (one) => smallGrey(await readFile(path.join(folder, one)))));
}

async function smallGrey(picture: Buffer): Promise<Uint8Array> {
  const context = createCanvas(width, height).getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(await loadImage(picture), 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return Uint8Array.from({ length: width * height }, (_, at) => data[4 * at + 1] ?? 0);
}

/** The mean difference of their pixels, of 255 shades. */
function distance(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, grey, at) => sum + Math.abs(grey - (other[at] ?? 0)), 0) / one.length;
}

/** Pages that are turned, cropped, huge or measured in another unit; colours. */
async function oddFiles(): Promise<Record<string, Buffer>> {
  return {
    'rotated.pdf': rotatedPdf(),
    'cropped.pdf': boxedPdf('/MediaBox [0 0 595 842] /CropBox [60 600 360 800]'),
    'unit.pdf': boxedPdf('/MediaBox [0 0 595 842] /UserUnit 3'),
    'a0.pdf': await hugePdf(),
    'cmyk.pdf': await cmykPdf(),
    'jpeg2000.pdf': jpeg2000Pdf(),
    'jbig2.pdf': jbig2Pdf(),
    'photograph.pdf': await photographedPdf(),
    'scan.pdf': await scannedPdf('Tensile strength', '500 MPa'),
    'columns.pdf': await twoColumnPdf(),
    'form.pdf': filledFormPdf(),
  };
}

function boxedPdf(boxes: string): Buffer {
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R ${boxes} /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>`,
    stream('BT /F 40 Tf 72 700 Td (Cut to size) Tj ET'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

const mostBytes = 120_000;
// Poppler gives every hairline a whole pixel, and the A0 sheet is full of them.
const mostDistance = (name: string) => (name === 'a0.pdf' ? 40 : 12);

test.skipIf(isSkipped)(
  'each picture is that of its own page, as another program draws it, and small',
  async () => {
    const folder = await temporaryFolder(onTestFinished);
    const sample = [...sampleFiles().keys()];
    const only = sample.filter((_, at) => at % times({ short: 13, full: 1 }) === 0);
    await copySampleFiles(folder, only);
    const odd = await oddFiles();
    for (const [name, pdf] of Object.entries(odd)) await writeFile(path.join(folder, name), pdf);
    for (const name of [...only, ...Object.keys(odd)]) {
      const own = await ownPictures(path.join(folder, name));
      const others = await popplerPictures(path.join(folder, name));
      expect([name, own.length]).toEqual([name, others.length]);
      for (const [at, picture] of own.entries()) {
        expect(picture.length, `${name}, page ${at + 1}`).toBeLessThanOrEqual(mostBytes);
        const small = await smallGrey(picture);
        const distances = others.map((other) => distance(small, other));
        const least = Math.min(...distances);
        expect([name, at + 1, distances.indexOf(least) + 1]).toEqual([name, at + 1, at + 1]);
        expect(least, `${name}, page ${at + 1}`).toBeLessThan(mostDistance(name));
      }
    }
  },
);
