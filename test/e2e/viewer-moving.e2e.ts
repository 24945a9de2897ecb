import type { Page } from '@playwright/test';
import { expect, shownPage, test } from './library.ts';
import { hugePdf, linkedPdf, twoColumnPdf } from '../pdfs.ts';
import {
  above,
  chooseView,
  openPdf,
  pages,
  press,
  sheet,
  tool,
  tapTwice,
  touch,
  waitUntilDrawn,
  widthOf,
} from './viewer-page.ts';

const scroll = (page: Page) =>
  pages(page).evaluate(({ scrollLeft, scrollTop }) => [
    Math.round(scrollLeft),
    Math.round(scrollTop),
  ]);

test('a sheet is moved by dragging: with the middle button, or with the hand', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await hugePdf());
  await waitUntilDrawn(page);
  await press(tool(page, 'Zoom in'), 20);
  await expect.poll(() => widthOf(sheet(page))).toBeGreaterThan(6000);
  await pages(page).evaluate((element) => element.scrollTo(500, 500));
  await drag(page, 'middle', 200, 120);
  expect(await scroll(page)).toEqual([300, 380]);
  // Without the hand, the main button selects text.
  await drag(page, 'left', 200, 120);
  expect(await scroll(page)).toEqual([300, 380]);
  await chooseView(page, 'Move pages by dragging');
  await drag(page, 'left', -100, -80);
  expect(await scroll(page)).toEqual([400, 460]);
  expect(await page.evaluate('getSelection().toString()')).toBe('');
});

test('with the hand a link is followed by a click, not by dragging it', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await linkedPdf());
  await waitUntilDrawn(page);
  await chooseView(page, 'Move pages by dragging');
  const link = sheet(page).getByRole('link').first();
  const box = await link.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 9, (box?.y ?? 0) - 60, { steps: 4 });
  await page.mouse.up();
  await expect(above(page)).toContainText('Page 1 / 4');
  await link.click();
  await expect(above(page)).toContainText('Page 4 / 4');
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 });

  test('an A0 sheet is read at twice its true size, sharply and in bounded memory', async ({
    page,
    library,
  }) => {
    await openPdf(page, library, await hugePdf());
    await waitUntilDrawn(page);
    const [x, y] = await middle(page);
    for (let pinch = 0; pinch < 3; pinch++) {
      const at = (spread: number) => [
        [x - spread, y],
        [x + spread, y],
      ];
      await touch(page, [at(20), at(80), at(160)]);
    }
    await expect.poll(() => widthOf(sheet(page))).toBeCloseTo((2 * 2383.94 * 96) / 72, -1.5);
    const print = shownPage(page, 'Tolerance 0.02');
    await print.scrollIntoViewIfNeeded();
    await expect(print).toBeInViewport();
    const pictures = sheet(page).locator('canvas');
    await expect(pictures).toHaveCount(2);
    const sharpness = () =>
      pictures.last().evaluate((canvas) => {
        const { width } = canvas as unknown as { width: number };
        return width / canvas.getBoundingClientRect().width;
      });
    await expect.poll(sharpness).toBeCloseTo(3, 1);
    const pixels = await page.locator('canvas').evaluateAll((all) =>
      all.reduce((sum, one) => {
        const { width, height } = one as unknown as { width: number; height: number };
        return sum + width * height;
      }, 0),
    );
    expect(pixels).toBeLessThan(2 * 16 * 1024 * 1024);
  });

  test('two fingers move the sheet as well', async ({ page, library }) => {
    await openPdf(page, library, await hugePdf());
    await waitUntilDrawn(page);
    const [x, y] = await middle(page);
    const at = (dx: number, dy: number, spread: number) => [
      [x - spread + dx, y + dy],
      [x + spread + dx, y + dy],
    ];
    await touch(page, [at(0, 0, 20), at(0, 0, 160)]);
    await expect.poll(() => widthOf(sheet(page))).toBeGreaterThan(2000);
    await waitUntilDrawn(page);
    const [left = 0, top = 0] = await scroll(page);
    await touch(page, [at(0, 0, 50), at(-40, -30, 50), at(-60, -90, 50)]);
    expect(await scroll(page)).toEqual([left + 60, top + 90]);
  });

  test('two taps bring the column under the finger to the width of the screen, and back', async ({
    page,
    library,
  }) => {
    await openPdf(page, library, await twoColumnPdf());
    await waitUntilDrawn(page);
    const before = await widthOf(sheet(page));
    const line = shownPage(page, 'Right column, line 20,');
    await expect(line).toBeVisible();
    await line.scrollIntoViewIfNeeded();
    const box = await line.boundingBox();
    const at = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 3];
    await tapTwice(page, at);
    await expect.poll(() => widthOf(sheet(page))).toBeGreaterThan(before * 1.7);
    await expect(line).toBeInViewport({ ratio: 0.99 });
    const [column, screen] = [await line.boundingBox(), await pages(page).boundingBox()];
    expect(column?.width).toBeGreaterThan((screen?.width ?? 0) * 0.8);
    await tapTwice(page, at);
    await expect.poll(() => widthOf(sheet(page))).toBeCloseTo(before, -0.5);
  });
});

async function middle(page: Page): Promise<[number, number]> {
  await pages(page).scrollIntoViewIfNeeded();
  const box = await pages(page).boundingBox();
  return [195, (box?.y ?? 0) + (box?.height ?? 0) / 2];
}

async function drag(page: Page, button: 'left' | 'middle', dx: number, dy: number): Promise<void> {
  const box = await pages(page).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 300, (box?.y ?? 0) + 250];
  await page.mouse.move(x, y);
  await page.mouse.down({ button });
  await page.mouse.move(x + dx, y + dy, { steps: 5 });
  await page.mouse.up({ button });
}
