import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { WorkerOrder } from '../../server/jobs/steps.ts';
import { countScans } from '../../server/ocr/queue.ts';
import { endlessShading } from '../bombs.ts';
import { textPdf } from '../pdfs.ts';
import { isSkipped, startWithScan, tesseract } from '../scanned-library.ts';
import { patiently } from '../searching.ts';

test.skipIf(isSkipped)('what OCR read stays when a new version reads the file anew', async () => {
  const library = await startWithScan();
  await library.ocr();
  await expect.poll(() => library.textsWith('lubricant'), patiently).toEqual(['AM-1 1']);
  await library.db.updateTable('contents').set({ extraction: 1 }).execute();
  await library.scan();
  await library.write('AM-2_EN_1.pdf', await textPdf('phosphating'));
  await library.scan();
  await expect.poll(() => library.textsWith('phosphating'), patiently).toEqual(['AM-2 1']);
  expect(await library.textsWith('lubricant')).toEqual(['AM-1 1']);
  expect(await library.ocr()).toBe(0);
});

test.skipIf(isSkipped)(
  'a process that is killed over a scan leaves the pages that it read',
  async () => {
    const library = await startWithScan();
    const child = fork(path.join(import.meta.dirname, '../../server/job-child.ts'), ['worker']);
    const ended = once(child, 'exit');
    const config = { ...library.config, ocr: 'on' as const, ocrLanguages: tesseract.languages };
    child.send({ config, holder: 'a test', steps: ['ocr'] } satisfies WorkerOrder);
    const pages = () => library.db.selectFrom('ocr_texts').select(['page', 'text']).execute();
    await expect.poll(pages, { ...patiently, interval: 50 }).not.toEqual([]);
    child.kill('SIGKILL');
    await ended;
    const before = await pages();
    await library.db.updateTable('ocr_texts').set({ text: 'read before' }).execute();
    // While it may still be at work nobody else begins.
    expect(await library.ocr()).toBe(0);
    await library.ocr({ now: () => Date.now() + 3_600_000 });
    const kept = (await pages()).filter(({ text }) => text === 'read before');
    expect(kept).toHaveLength(before.length);
    expect(await countScans(library.db)).toEqual({ waiting: 0, done: 1, failed: 0, pages: 3 });
  },
);

test.skipIf(isSkipped)(
  'a page that is drawn for ever costs its file, and the next one is read',
  async () => {
    const library = await startWithScan();
    await library.write('AM-2_EN_1.pdf', endlessShading(''));
    await library.scan({ pictureMs: 500 });
    expect(await library.ocr({ drawing: { fileMs: 6_000 } })).toBe(2);
    expect(await countScans(library.db)).toEqual({ waiting: 0, done: 1, failed: 1, pages: 3 });
    const failed = library.db
      .selectFrom('ocr_contents')
      .select('fault')
      .where('state', '=', 'failed');
    expect(await failed.execute()).toEqual([{ fault: 'OCR failed on its pages.' }]);
    await expect.poll(() => library.textsWith('lubricant'), patiently).toEqual(['AM-1 1']);
  },
);

test.skipIf(isSkipped)(
  'tesseract that takes too long is ended, and its file is left alone',
  async () => {
    const library = await startWithScan();
    expect(await library.ocr({ limits: { pageMs: 1 } })).toBe(1);
    expect(await countScans(library.db)).toMatchObject({ waiting: 0, done: 0, failed: 1 });
    expect(await library.ocr()).toBe(0);
  },
);
