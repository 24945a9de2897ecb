import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, onTestFinished, test } from 'vitest';
import { sampleFiles, writeSampleFiles } from '../../sample/generator/write-sample.ts';
import { bytesOf } from '../../server/pdf/file-bytes.ts';
import { PdfReader } from '../../server/pdf/reader.ts';
import { temporaryFolder } from '../harness.ts';
import { times } from '../times.ts';

const hasPoppler = spawnSync('pdftoppm', ['-v']).status === 0;
const isSkipped = !hasPoppler && process.env['NOTHING_SKIPPED'] === undefined;
const [width, height] = [120, 160];

/** Of all pages, in grey and small. */
async function ownPictures(pdf: string): Promise<Uint8Array[]> {
  const reader = await PdfReader.start();
  const pages = Array.from({ length: 400 }, (_, page) => page);
  const drawn = [...reader.drawPictures(bytesOf(await readFile(pdf)), { pages, rotation: 0 })];
  return Promise.all(drawn.map(({ picture }) => smallGrey(Buffer.from(picture))));
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

test.skipIf(isSkipped)(
  'each picture is that of its own page, as another program draws it',
  async () => {
    const folder = await temporaryFolder(onTestFinished);
    const names = [...sampleFiles().keys()];
    const only = new Set(names.filter((_, at) => at % times({ short: 13, full: 1 }) === 0));
    await writeSampleFiles(folder, { only });
    for (const name of only) {
      const own = await ownPictures(path.join(folder, name));
      const others = await popplerPictures(path.join(folder, name));
      expect([name, own.length]).toEqual([name, others.length]);
      for (const [at, picture] of own.entries()) {
        const distances = others.map((other) => distance(picture, other));
        const nearest = distances.indexOf(Math.min(...distances));
        expect([name, at + 1, nearest + 1]).toEqual([name, at + 1, at + 1]);
      }
    }
  },
);
