import { hash as hashOf } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { contentHeader } from '#contract/calls.ts';
import { rawPdf, stream } from '../../test/pdfs.ts';
import { type LibraryOptions, startReading } from '../../test/harness.ts';
import { decodePng } from '../pdf/decode-png.ts';

const name = 'AM-1_EN_1.pdf';
const address = `/vue-egd-lib/api/pages/${name}`;

/** Pages of 200 by 100 points, white, with the upper left quarter in the colour. */
function quarterPdf(colours: string[], entries = ''): Buffer {
  const kids = colours.map((_, at) => `${3 + 2 * at} 0 R`).join(' ');
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${colours.length} >>`,
    ...colours.flatMap((colour, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] ${entries} /Contents ${4 + 2 * at} 0 R >>`,
      stream(`${colour} rg 0 50 100 50 re f`),
    ]),
  ]);
}

const [red, green, blue] = ['1 0 0', '0 1 0', '0 0 1'];

async function startWith(pdf: Uint8Array, options: LibraryOptions = {}) {
  const library = await startReading(onTestFinished, { entries: [{}], ...options });
  await library.write(name, pdf);
  await library.scan();
  return library;
}

/** Size and colours of the four quarters: upper left, upper right, lower left, lower right. */
function quartersOf(png: Uint8Array) {
  const picture = decodePng(png, 4000);
  if (picture === null) throw new Error('This is no PNG.');
  const { width, height, rgba } = picture;
  const colourAt = (x: number, y: number) => {
    const at = 4 * (Math.floor(y * height) * width + Math.floor(x * width));
    return Buffer.from(rgba.subarray(at, at + 3)).toString('hex');
  };
  const places = [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => colourAt(x, y)));
  return { size: [width, height], colours: places };
}

test('pages are told with their sizes, and each picture shows its own page', async () => {
  const pdf = quarterPdf([red, green, blue]);
  const library = await startWith(pdf);
  const content = hashOf('sha256', pdf);
  const facts = await library.get(address);
  expect(facts.json()).toEqual({
    content,
    pages: 3,
    page_sizes: [{ pages: 3, width: 200, height: 100 }],
  });
  for (const [page, colour] of [
    [1, 'ff0000'],
    [2, '00ff00'],
    [3, '0000ff'],
  ] as const) {
    const answer = await library.get(`${address}/${page}?content=${content}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      [contentHeader]: content,
      etag: `"${content}-${page}-0-v1"`,
    });
    expect(quartersOf(answer.rawPayload)).toEqual({
      size: [600, 300],
      colours: [colour, 'ffffff', 'ffffff', 'ffffff'],
    });
  }
  const again = await library.get(`${address}/3`, { 'if-none-match': `"${content}-3-0-v1"` });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});
