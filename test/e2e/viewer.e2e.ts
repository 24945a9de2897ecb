import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, enter, shownPage, test } from './library.ts';
import {
  above,
  below,
  documentAddress as address,
  pages,
  press,
  sheet,
  widthOf,
} from './viewer-page.ts';

test('a document is zoomed, downloaded, read in full screen and turned, at any width', async ({
  page,
  library,
}) => {
  await test.step('in a wide window a page starts at 125 % of its true size, and can be made as wide as the viewer', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await enter(page, library, address);
    await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
    expect(await widthOf(sheet(page))).toBeCloseTo(1.25 * 794, -1);
    await above(page).getByRole('button', { name: 'Fit width' }).click();
    const viewerWidth = await pages(page).evaluate(clientWidth);
    // The next tenth would be wider than the viewer.
    await expect.poll(() => widthOf(sheet(page))).toBeGreaterThan(viewerWidth / 1.026);
    expect(await widthOf(sheet(page))).toBeLessThanOrEqual(viewerWidth);
    await page.keyboard.press('Control+0');
    await expect.poll(() => widthOf(sheet(page))).toBeCloseTo(1.25 * 794, -1);
  });
  await test.step('zoom 3.0 is the width of the viewer and goes by tenths to 5.0 and 0.5', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
    const viewerWidth = await pages(page).evaluate(clientWidth);
    expect(await widthOf(sheet(page))).toBeCloseTo(viewerWidth, -1);
    const zoomIn = above(page).getByRole('button', { name: 'Zoom in' });
    await press(zoomIn, 20);
    await expect(above(page)).toContainText('5.0');
    await expect(zoomIn).toBeDisabled();
    // A4, twice as large as on paper.
    await expect.poll(() => widthOf(sheet(page))).toBeCloseTo(2 * 794, -1.5);
    const readout = above(page).getByRole('meter', { name: 'Zoom 5.0, 200 % of true size' });
    await expect(readout).toHaveAttribute('title', '200 % of true size');
    const zoomOut = above(page).getByRole('button', { name: 'Zoom out' });
    await press(zoomOut, 45);
    await expect(above(page)).toContainText('0.5');
    await expect(zoomOut).toBeDisabled();
    await expect.poll(() => widthOf(sheet(page))).toBeCloseTo(viewerWidth / 6, -1);
  });
  await test.step('a download is the original file under its own name', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).first().click();
    expect((await download).suggestedFilename()).toBe('AM-1_EN_1.pdf');
    const saved = await readFile(await (await download).path());
    const original = await readFile(path.join(library.config.shareDir, 'AM-1_EN_1.pdf'));
    expect(saved.equals(original)).toBe(true);
  });
  await test.step('fullscreen is switched on and off, and keeps the toolbars', async () => {
    await page.getByRole('button', { name: 'Fullscreen', exact: true }).first().click();
    const leave = page.getByRole('button', { name: 'Leave fullscreen' });
    await expect(leave).toHaveCount(2);
    await expect(leave.first()).toBeVisible();
    await leave.first().click();
    await expect(page.getByRole('button', { name: 'Fullscreen', exact: true })).toHaveCount(2);
  });
  await test.step('the button follows when fullscreen is left by other means', async () => {
    await page.getByRole('button', { name: 'Fullscreen', exact: true }).first().click();
    await expect(page.getByRole('button', { name: 'Leave fullscreen' })).toHaveCount(2);
    // As Escape does; in a headless browser, that key has no effect.
    await page.evaluate('document.exitFullscreen()');
    await expect(page.getByRole('button', { name: 'Fullscreen', exact: true })).toHaveCount(2);
  });
  await test.step('pages turn between the first and the last, and the address follows', async () => {
    await expect(above(page)).toContainText('Page 1 / 3');
    await expect(above(page).getByRole('button', { name: 'Previous page' })).toBeDisabled();
    await above(page).getByRole('button', { name: 'Next page' }).click();
    await expect(shownPage(page, 'Page 2 of 3')).toBeVisible();
    await below(page).getByRole('button', { name: 'Next page' }).click();
    await expect(shownPage(page, 'Page 3 of 3')).toBeVisible();
    await expect(below(page)).toContainText('Page 3 / 3');
    await expect(below(page).getByRole('button', { name: 'Next page' })).toBeDisabled();
    await expect(page).toHaveURL(`${address}&page=3`);
    await page.reload();
    await expect(shownPage(page, 'Page 3 of 3')).toBeVisible();
  });
  await test.step('small screens have no zoom buttons', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(page.getByRole('button', { name: 'Next page' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Zoom in' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Zoom out' })).toHaveCount(0);
  });
});

test('the viewer and its worker are fetched before anyone asks for them', async ({
  page,
  library,
}) => {
  const fetched = page.waitForRequest('**/assets/viewer-*.js');
  const worker = page.waitForRequest('**/pdf.worker.min.mjs');
  await enter(page, library, '/main');
  await fetched;
  await worker;
});

const clientWidth = (element: { clientWidth: number }) => element.clientWidth;
