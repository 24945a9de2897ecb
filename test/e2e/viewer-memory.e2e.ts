import type { CDPSession, Page } from '@playwright/test';
import { smallPdf } from '../small-pdf.ts';
import { choose, enter, expect, shownPage, test } from './library.ts';
import { above, openPdf, tool, waitUntilDrawn } from './viewer-page.ts';

test('after 200 quick turns the right page is shown, and few others keep their pictures', async ({
  page,
  library,
}) => {
  test.setTimeout(60_000);
  await openPdf(page, library, await smallPdf({ pages: 60 }));
  await waitUntilDrawn(page);
  const before = await picturesOf(page);
  // 50 pages forward, 30 back, repeated, as fast as possible.
  await above(page).evaluate((bar) => {
    const press = (name: string) =>
      (bar.querySelector(`[aria-label="${name}"]`) as unknown as { click: () => void }).click();
    for (let turn = 0; turn < 200; turn++) press(turn % 80 < 50 ? 'Next page' : 'Previous page');
  });
  let expected = 1;
  for (let turn = 0; turn < 200; turn++) {
    expected = Math.max(1, Math.min(60, expected + (turn % 80 < 50 ? 1 : -1)));
  }
  await expect(shownPage(page, `Page ${expected} of 60`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`page=${expected}$`));
  // And a few slowly, so that each is drawn.
  for (const back of [1, 2, 3, 4]) {
    await tool(page, 'Previous page').click();
    await expect(shownPage(page, `Page ${expected - back} of 60`)).toBeVisible();
  }
  // Never more than the page and a prepared one on either side.
  await expect.poll(async () => (await picturesOf(page)).pixels).toBeLessThan(before.pixels * 3.5);
});

const documents = Array.from({ length: 10 }, (_, at) => `AM-${at + 1}`);

test.describe('a library of ten documents', () => {
  test.use({
    options: { entries: documents.map((doc_num) => ({ doc_num })) },
  });

  test('ten documents opened in turn take the memory of one, and one worker', async ({
    page,
    library,
  }) => {
    test.setTimeout(90_000);
    for (const doc_num of documents) {
      await library.put(`${doc_num}_EN_1.pdf`, await smallPdf({ pages: 20, title: doc_num }));
    }
    await enter(page, library, '/main?customer=Aurora+Motors');
    let first: Memory | null = null;
    for (const doc_num of documents) {
      await choose(page, 'Standard Number', doc_num);
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(shownPage(page, doc_num).first()).toBeVisible();
      await tool(page, 'Next page').click();
      await expect(shownPage(page, 'Page 2 of 20')).toBeVisible();
      first ??= await picturesOf(page);
    }
    const last = await picturesOf(page);
    expect(last.pixels).toBeLessThanOrEqual(first!.pixels * 1.5);
    expect(last.heapBytes).toBeLessThan(first!.heapBytes + 6e6);
    expect(last.sheets).toBe(20); // those of the document that is open
    expect(page.workers()).toHaveLength(1);
  });
});

type Memory = { pixels: number; heapBytes: number; sheets: number };

/** What still exists after garbage collection, whether it is in the document or not. */
async function picturesOf(page: Page): Promise<Memory> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const pixels = await sumOverAll(session, 'HTMLCanvasElement', 'one.width * one.height');
  const sheets = await sumOverAll(session, 'HTMLDivElement', "one.classList.contains('page')");
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
  await session.detach();
  return { pixels, heapBytes: metric('JSHeapUsedSize'), sheets };
}

async function sumOverAll(session: CDPSession, of: string, value: string): Promise<number> {
  const { result } = await session.send('Runtime.evaluate', { expression: `${of}.prototype` });
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId: String(result.objectId),
  });
  const answer = await session.send('Runtime.callFunctionOn', {
    objectId: String(objects.objectId),
    functionDeclaration: `function () { return this.reduce((sum, one) => sum + ${value}, 0); }`,
    returnByValue: true,
  });
  return Number(answer.result.value);
}
