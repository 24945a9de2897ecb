import path from 'node:path';
import type { Static } from 'typebox';
import { expect, test } from 'vitest';
import type { readOcrWords } from '#contract/ocr.ts';
import { textPdf } from '../../test/pdfs.ts';
import { isSkipped, startWithScan, tesseract } from '../../test/scanned-library.ts';
import { patiently } from '../../test/searching.ts';
import { countScans } from './queue.ts';
import { findTesseract } from './tesseract.ts';

test.skipIf(isSkipped)(
  'the words of a scan are found on their page once OCR has read them',
  async () => {
    const library = await startWithScan();
    const notSearched = async () => (await library.search('cadmium')).scans_not_searched;
    await expect.poll(notSearched, patiently).toBe(1);
    expect(await library.textsWith('cadmium')).toEqual([]);
    expect(await library.ocr()).toBe(1);
    await expect.poll(() => library.textsWith('lubricant'), patiently).toEqual(['AM-1 1']);
    const { data, scans_not_searched } = await library.search('lubricant');
    expect(data[0]).toMatchObject({ is_scan: false, pages: [{ page: 2 }], pages_found: 1 });
    expect(data[0]?.pages[0]?.snippet.text).toContain('lubricant');
    expect(scans_not_searched).toBe(0);
    const words = await library.ask('ocr?name=AM-1_EN_1.pdf&from=2');
    const [second, third] = words.json<Static<typeof readOcrWords.response>>().data;
    expect([second?.page, third?.page]).toEqual([2, 3]);
    const [word, left, top, width, height] =
      second?.lines.flat().find(([read]) => read.startsWith('lubricant')) ?? [];
    expect(word).toMatch(/^lubricant/);
    for (const share of [left, top, width, height]) expect(share).toBeGreaterThan(0);
    expect(width).toBeLessThan(3000);
    const none = await library.ask('ocr?name=AM-2_EN_1.pdf&from=1');
    expect(none.json()).toEqual({ data: [] });
    expect(await countScans(library.db)).toEqual({ waiting: 0, done: 1, failed: 0, pages: 3 });
  },
);

test('a file that has text is not read again, and one whose share is away waits', async () => {
  const library = await startWithScan();
  await library.write('AM-2_EN_1.pdf', await textPdf('phosphating'));
  await library.scan();
  expect(await library.ocr({ root: path.join(library.config.shareDir, 'unplugged') })).toBe(0);
  expect(await countScans(library.db)).toEqual({ waiting: 1, done: 0, failed: 0, pages: 0 });
});

test('a machine without tesseract, or without its languages, is told what to install', () => {
  expect(findTesseract(['eng'], { PATH: '' }).fault).toMatch(/apt-get install tesseract-ocr/);
  if (tesseract.fault !== null) return;
  expect(findTesseract(['xyz']).fault).toMatch(/tesseract-ocr-xyz/);
  expect(findTesseract(['eng', 'xyz'])).toEqual({
    languages: ['eng'],
    missing: ['xyz'],
    fault: null,
  });
});
