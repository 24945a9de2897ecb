import type { ViewerSetup } from './viewer-setup.ts';

const strokes = 10;
const pointsOfStroke = 60;

/** Draws with the pen on a page of text; gives the longest frame of each stroke in milliseconds. */
export async function measureDrawing({ openMain, entries }: ViewerSetup): Promise<number[]> {
  const { page, close } = await openMain('LAN');
  const { customer, doc_num, language, doc_rev } = entries['long text'];
  const query = new URLSearchParams({ customer, doc_num, language: language ?? '-', doc_rev });
  const notes = page.waitForResponse('**/api/notes?*');
  await page.goto(`/main?${query}`);
  await notes;
  await page.getByRole('group', { name: 'Pages' }).focus();
  await page.keyboard.press('d');
  await page.getByRole('toolbar', { name: 'Notes: Draw' }).waitFor();
  const sheet = page.locator('.page[data-loaded]:not(.loadingIcon)').first();
  const { x = 0, y = 0, width = 0 } = (await sheet.boundingBox()) ?? {};
  const longest: number[] = [];
  for (let stroke = 0; stroke < strokes; stroke++) {
    const top = y + 100 + stroke * 30;
    await page.mouse.move(x + width * 0.1, top);
    await page.evaluate(recordFrames);
    await page.mouse.down();
    for (let at = 0; at < pointsOfStroke; at++) {
      const across = 0.1 + (0.8 * at) / pointsOfStroke;
      await page.mouse.move(x + width * across, top + 20 * Math.sin(at / 3));
    }
    await page.mouse.up();
    longest.push(await page.evaluate<number>('(cancelAnimationFrame(nextFrame), longestFrame)'));
  }
  await close();
  return longest;
}

const recordFrames = `(() => {
  let last = Infinity;
  globalThis.longestFrame = 0;
  const step = (now) => {
    longestFrame = Math.max(longestFrame, now - last);
    last = now;
    globalThis.nextFrame = requestAnimationFrame(step);
  };
  globalThis.nextFrame = requestAnimationFrame(step);
})()`;
