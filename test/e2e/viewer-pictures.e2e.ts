import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { copySampleFiles, type SampleEntry, sampleFiles } from '../../sample/catalogue.ts';
import { type BrowserLibrary, enter, expect, test } from './library.ts';
import { sheet, waitUntilDrawn } from './viewer-page.ts';

/**
 * Both pictures are made grey and compared in squares of this many pixels: two renderers never
 * agree on the edge of a letter, but they agree on how dark the square is.
 */
const squarePixels = 8;
/**
 * Of 255, over all squares and for the worst of them; measured 0.6 to 1.3 and 38. Drawings differ
 * more (5.9 and 57): Poppler gives every hairline a whole pixel.
 */
const tolerance = { mean: 2, worst: 60 };
const toleranceOfDrawings = { mean: 8, worst: 80 };

const drawing = 'CADS-9 SHEET 2_-_C.pdf';
/** The handbook, the scan, the drawing, a standard of several customers; of the others each customer and each language once. */
const special = new Set(['TRK 06-011_EN_04.pdf', 'CAPS-77_EN_A.pdf', drawing, 'JSC-1003_EN_3.pdf']);
const seen = new Set<string | null>();
const files = [...sampleFiles()].filter(([name, { customer, language }]) => {
  const own = special.has(name) ? [name] : [customer, language];
  const isNew = own.some((one) => !seen.has(one));
  for (const one of own) seen.add(one);
  return isNew;
});
const parts = 2;
const hasPoppler = spawnSync('pdftoppm', ['-v']).status === 0;

test.describe('against Poppler', () => {
  test.skip(!hasPoppler, 'pdftoppm is not on this machine: node tools/install-programs.ts');
  test.use({ options: { entries: files.map(([, entry]) => entryOf(entry)) } });

  for (let part = 0; part < parts; part++) {
    test(`page 1 of a document of each layout and language looks as it should (${part + 1} of ${parts})`, async ({
      page,
      library,
    }) => {
      test.setTimeout(600_000);
      const { shareDir } = library.config;
      const ownFiles = files.filter((_, at) => at % parts === part);
      await copySampleFiles(
        shareDir,
        ownFiles.map(([name]) => name),
      );
      await library.scanNames();
      await enter(page, library);
      for (const [name, entry] of ownFiles) {
        const { mean, worst } = await difference(page, library, entry, path.join(shareDir, name));
        const limits = name === drawing ? toleranceOfDrawings : tolerance;
        expect.soft(mean, `${name}, on the whole`).toBeLessThan(limits.mean);
        expect.soft(worst, `${name}, at its worst`).toBeLessThan(limits.worst);
      }
    });
  }
});

async function difference(page: Page, library: BrowserLibrary, entry: SampleEntry, file: string) {
  const { customer, doc_num, language, doc_rev } = entry;
  const query = new URLSearchParams({ customer, doc_num, language: language ?? '-', doc_rev });
  await page.goto(`${library.url}/main?${query}`);
  await waitUntilDrawn(page);
  const ours = await pictureShown(page);
  const theirs = popplerPicture(file, ours);
  const differences = ours.squares.map((grey, at) => Math.abs(grey - (theirs[at] ?? 0)));
  const sum = differences.reduce((total, one) => total + one, 0);
  return { mean: sum / differences.length, worst: Math.max(...differences) };
}

type Size = { width: number; height: number };

/** The squares are made in the browser: to send the picture as a PNG takes a second. */
async function pictureShown(page: Page): Promise<Size & { squares: number[] }> {
  await page.evaluate(`globalThis.squaresOf = ${squaresOf}`);
  return sheet(page)
    .locator('canvas')
    .first()
    .evaluate((element, pixels) => {
      const canvas = element as unknown as Size & { getContext: (kind: '2d') => Drawing };
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      const { squaresOf: count } = globalThis as unknown as { squaresOf: typeof squaresOf };
      return { width, height, squares: count(data, { width, height }, 4, pixels) };
    }, squarePixels);
}

type Drawing = {
  getImageData: (x: number, y: number, width: number, height: number) => { data: Uint8Array };
};

function popplerPicture(file: string, { width, height }: Size): number[] {
  const size = ['-scale-to-x', String(width), '-scale-to-y', String(height)];
  const options = ['-singlefile', '-f', '1', ...size, file];
  const { status, stderr, stdout } = spawnSync('pdftoppm', options, { maxBuffer: 2 ** 28 });
  expect(status, String(stderr)).toBe(0);
  const header = `P6\n${width} ${height}\n255\n`;
  expect(stdout.subarray(0, header.length).toString('latin1')).toBe(header);
  return squaresOf(stdout.subarray(header.length), { width, height }, 3, squarePixels);
}

/** How light each square of a picture is, 0 to 255, row by row. It runs in the browser, too: it uses nothing around it. */
function squaresOf(
  data: Uint8Array,
  { width, height }: Size,
  bytesOfPixel: number,
  pixels: number,
): number[] {
  const across = Math.floor(width / pixels);
  const down = Math.floor(height / pixels);
  const sums = Array.from({ length: across * down }, () => 0);
  for (let y = 0; y < down * pixels; y++) {
    for (let x = 0; x < across * pixels; x++) {
      const at = bytesOfPixel * (y * width + x);
      const grey = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
      const square = Math.floor(y / pixels) * across + Math.floor(x / pixels);
      sums[square] = (sums[square] ?? 0) + grey;
    }
  }
  return sums.map((sum) => sum / pixels ** 2);
}

function entryOf({ customer, doc_num, doc_desc, language, doc_rev }: SampleEntry) {
  return { customer, doc_num, doc_desc, language, doc_rev };
}
