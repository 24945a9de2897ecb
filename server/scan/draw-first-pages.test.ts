import { hash as hashOf } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { smallPdf } from '../../test/small-pdf.ts';
import { startLibrary } from '../../test/harness.ts';
import { storeIn } from '../pdf/draw/picture-store.ts';
import { PdfReaders } from '../pdf/reader/reader-processes.ts';
import { FirstPages } from './draw-first-pages.ts';

const texts = ['One', 'Two', 'Three'];

async function startDrawing(store?: { pagePicturesMegabytes: number }) {
  const library = await startLibrary(onTestFinished);
  const { db, config } = library;
  for (const [at, title] of texts.entries()) {
    await library.write(`AM-${at + 1}_EN_1.pdf`, await smallPdf({ pages: 2, title }));
  }
  await library.scan();
  const readers = new PdfReaders({ processes: 1 });
  onTestFinished(() => readers.close());
  const pictures = storeIn({ ...config, ...store }, (error) => {
    throw error;
  });
  const firstPages = new FirstPages({ db, root: config.shareDir, readers, store: pictures });
  const hasPicture = (pdf: Uint8Array, page = 1) =>
    pictures.has({ hash: hashOf('sha256', pdf), page, rotation: 0 });
  return { ...library, firstPages, hasPicture, pictures };
}

test('the first page of each file is drawn once, and that of a new content later', async () => {
  const { firstPages, hasPicture, write, scan } = await startDrawing();
  expect(await firstPages.draw()).toBe(3);
  for (const title of texts) {
    const pdf = await smallPdf({ pages: 2, title });
    expect([await hasPicture(pdf), await hasPicture(pdf, 2)]).toEqual([true, false]);
  }
  expect(await firstPages.draw()).toBe(0);
  const replaced = await smallPdf({ pages: 1, title: 'Another' });
  await write('AM-2_EN_1.pdf', replaced);
  expect(await firstPages.draw()).toBe(0); // not scanned yet
  await scan();
  expect(await firstPages.draw()).toBe(1);
  expect(await hasPicture(replaced)).toBe(true);
});

test('a file that changed since it was scanned is not drawn', async () => {
  const { firstPages, hasPicture, write, pictures } = await startDrawing();
  await write('AM-1_EN_1.pdf', await smallPdf({ pages: 1, title: 'Not scanned' }));
  expect(await firstPages.draw()).toBe(2);
  expect(await hasPicture(await smallPdf({ pages: 2, title: 'One' }))).toBe(false);
  expect((await pictures.list()).length).toBe(2);
});
