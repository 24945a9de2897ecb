import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' };
import { smallPdf } from '../small-pdf.ts';
import { choose, enter, expect, shownPage, test } from './library.ts';
import {
  cmykPdf,
  filledFormPdf,
  halfBrokenPdf,
  hugePdf,
  japanesePdf,
  jbig2Pdf,
  jpeg2000Pdf,
  lockedPdf,
  photographedPdf,
} from '../pdfs.ts';
import {
  above,
  openPdf,
  pages,
  press,
  sheet,
  tool,
  waitUntilDrawn,
  widthOf,
} from './viewer-page.ts';

test('a protected file asks for its password and says when it is wrong', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await lockedPdf());
  const field = page.getByLabel('Document password');
  await field.fill('guess');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(
    page.getByText('This password does not open the document. Try again.'),
  ).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.type('torque');
  await page.keyboard.press('Enter');
  await expect(shownPage(page, 'Opened with the right password')).toBeVisible();
  await expect(field).toBeHidden();
});

test('a protected file that was chosen opens with its password field focused', async ({
  page,
  library,
}) => {
  await library.put('AM-1_EN_1.pdf', await lockedPdf());
  await library.scan();
  await enter(page, library);
  await choose(page, 'Customer Name', 'Aurora Motors');
  const sizes = page.waitForResponse('**/api/pages/AM-1_EN_1.pdf');
  await choose(page, 'Standard Number', 'AM-1');
  expect((await sizes).status()).toBe(204); // so it is not drawn before Search
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByLabel('Document password')).toBeFocused();
});

test('a file that is no PDF is said to be damaged, and can be downloaded', async ({
  page,
  library,
  watch,
}) => {
  await openPdf(page, library, 'not a PDF at all');
  await expect(page.getByRole('heading', { name: 'This document cannot be shown' })).toBeVisible();
  const errors = watch.consoleTexts.filter((text) => text.startsWith('Failed to render the PDF'));
  expect(errors).toHaveLength(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(tool(page, 'Next page')).toBeDisabled();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the file' }).click();
  expect((await download).suggestedFilename()).toBe('AM-1_EN_1.pdf');
});

test('a viewer that cannot start says so, and does not call the file damaged', async ({
  page,
  library,
}) => {
  const worker = '**/pdf.worker.min.mjs';
  const notStarted = page.getByText('The PDF viewer could not start. Reload the page.');
  await page.route(worker, (route) => route.abort());
  await openPdf(page, library, await smallPdf({ pages: 1, title: 'AM-1' }));
  await expect(notStarted).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download the file' })).toBeVisible();

  await page.unroute(worker);
  // As in a tab that was opened before an upgrade of the library.
  await page.route(worker, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(pdfjs.version, '0.0.1');
    await route.fulfill({ response, body });
  });
  await page.reload();
  await expect(notStarted).toBeVisible();

  await page.unroute(worker);
  await page.reload();
  await expect(shownPage(page, 'Page 1 of 1')).toBeVisible();
});

test('a worker that did not start is started again for the next document', async ({
  page,
  library,
}) => {
  const worker = '**/pdf.worker.min.mjs';
  await page.route(worker, (route) => route.abort());
  await openPdf(page, library, await smallPdf({ pages: 1, title: 'AM-1' }));
  await expect(page.getByText('The PDF viewer could not start.')).toBeVisible();
  await page.unroute(worker);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(shownPage(page, 'Page 1 of 1')).toBeVisible();
});

test('a file whose first page cannot be read says so, and can be downloaded', async ({
  page,
  library,
}) => {
  await openPdf(page, library, halfBrokenPdf(1));
  await expect(page.getByRole('heading', { name: 'This document cannot be shown' })).toBeVisible();
  await expect(page.getByText('The first page is damaged')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download the file' })).toBeVisible();
});

test('a page that cannot be drawn has a notice, and the others can be read', async ({
  page,
  library,
  watch,
}) => {
  await openPdf(page, library, halfBrokenPdf());
  await expect(shownPage(page, 'The first page is whole')).toBeVisible();
  await tool(page, 'Next page').click();
  const notice = page.getByText('This page could not be shown in full.');
  await expect(notice).toBeVisible();
  expect(watch.consoleTexts.join()).toContain('Failed to render the PDF');
  await tool(page, 'Previous page').click();
  await expect(notice).toBeHidden();
  await expect(shownPage(page, 'The first page is whole')).toBeVisible();
});

test('Japanese without its font is drawn with what the library serves', async ({
  page,
  library,
}) => {
  const map = page.waitForResponse(/\/pdfjs\/cmaps\/UniJIS-UTF16-H\.bcmap$/);
  await openPdf(page, library, japanesePdf());
  expect((await map).status()).toBe(200);
  await expect(shownPage(page, '引張強さ')).toBeVisible();
});

test('CMYK colours need WebAssembly, which only the worker may use', async ({
  page,
  library,
  watch,
}) => {
  const decoder = page.waitForResponse('**/pdfjs/wasm/qcms_bg.wasm');
  const profile = page.waitForResponse('**/pdfjs/iccs/*.icc');
  await openPdf(page, library, await cmykPdf());
  expect([(await decoder).status(), (await profile).status()]).toEqual([200, 200]);
  await waitUntilDrawn(page);
  const [red, green, blue] = await colourAt(page, 0.3, 0.3);
  expect(red).toBeGreaterThan(200);
  expect(Math.max(green, blue)).toBeLessThan(90);
  expect(watch.consoleTexts.join()).not.toMatch(/wasm/i);
});

test('a picture in JPEG 2000 is decoded', async ({ page, library, watch }) => {
  const decoder = page.waitForResponse('**/pdfjs/wasm/openjpeg.wasm');
  await openPdf(page, library, jpeg2000Pdf());
  expect((await decoder).status()).toBe(200);
  await waitUntilDrawn(page);
  const [red, green] = await colourAt(page, 0.2, 0.1);
  expect(red).toBeGreaterThan(150);
  expect(green).toBeLessThan(90);
  expect(watch.consoleTexts.join()).not.toMatch(/wasm/i);
});

test('a picture in JBIG2 is decoded', async ({ page, library, watch }) => {
  const decoder = page.waitForResponse('**/pdfjs/wasm/jbig2.wasm');
  await openPdf(page, library, jbig2Pdf());
  expect((await decoder).status()).toBe(200);
  await waitUntilDrawn(page);
  expect(await colourAt(page, 0.2, 0.1)).toEqual([0, 0, 0]);
  expect(await colourAt(page, 0.2, 0.9)).toEqual([0, 0, 0]);
  expect(await colourAt(page, 0.8, 0.5)).toEqual([255, 255, 255]);
  expect(watch.consoleTexts.join()).not.toMatch(/wasm|jbig2/i);
});

test('a photograph is decoded by the browser to a bitmap, of which it keeps no copy', async ({
  page,
  library,
}) => {
  await page.addInitScript(`
    globalThis.drawn = [];
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function (source, ...where) {
      drawn.push(source.constructor.name);
      drawImage.call(this, source, ...where);
    };
  `);
  await openPdf(page, library, await photographedPdf());
  await waitUntilDrawn(page);
  await expect.poll(async () => (await colourAt(page, 0.2, 0.5))[1]).toBeLessThan(40);
  expect(await colourAt(page, 0.8, 0.5)).toEqual([255, 255, 255]);
  const sources = await page.evaluate('globalThis.drawn');
  expect(sources).toContain('ImageBitmap');
  expect(sources).not.toContain('VideoFrame');
});

test.describe('on a screen of many pixels', () => {
  test.use({ deviceScaleFactor: 3 });

  test('the part in view of an A0 sheet is sharp at zoom 5, in bounded memory', async ({
    page,
    library,
  }) => {
    await openPdf(page, library, await hugePdf());
    await waitUntilDrawn(page);
    await press(tool(page, 'Zoom in'), 20);
    await expect(above(page)).toContainText('5.0');
    await expect(above(page).getByRole('meter')).toHaveAttribute('title', '200 % of true size');
    await expect.poll(() => widthOf(sheet(page))).toBeCloseTo((2 * 2383.94 * 96) / 72, -1.5);
    await pages(page).evaluate((element) =>
      element.scrollTo(element.scrollWidth, element.scrollHeight),
    );
    // Two pictures: the whole, coarse, and over it the part in view at the screen's own sharpness.
    const pictures = sheet(page).locator('canvas');
    await expect(pictures).toHaveCount(2);
    const sharpness = () =>
      pictures.last().evaluate((canvas) => {
        const { width } = canvas as unknown as { width: number };
        return width / canvas.getBoundingClientRect().width;
      });
    await expect.poll(sharpness).toBeCloseTo(3, 1);
    expect(await pixelsDrawn(page)).toBeLessThan(2 * 16 * 1024 * 1024);
    await expect(shownPage(page, 'Tolerance 0.02')).toBeVisible();
  });
});

test('pages of other sizes are as wide as the viewer, too', async ({ page, library }) => {
  await openPdf(page, library, await hugePdf());
  await waitUntilDrawn(page);
  const before = await sheet(page).boundingBox();
  await tool(page, 'Next page').click();
  await expect(shownPage(page, 'An A4 page after a large one')).toBeVisible();
  await waitUntilDrawn(page);
  const after = await sheet(page).boundingBox();
  expect(after?.width).toBeCloseTo(before?.width ?? 0, -1);
  expect((after?.height ?? 0) / (after?.width ?? 1)).toBeCloseTo(842 / 595, 2);
});

test('the text of a form field is shown once', async ({ page, library }) => {
  await openPdf(page, library, filledFormPdf());
  await waitUntilDrawn(page);
  const field = sheet(page).locator('.annotationLayer').getByText('J. Smith');
  await expect(field).toBeAttached(); // pdf.js draws the field, and hides its text
  await expect(field).toBeHidden();
});

type Drawn = { width: number; height: number; getContext: (kind: '2d') => Context };
type Context = {
  getImageData: (x: number, y: number, w: number, h: number) => { data: ArrayLike<number> };
};

/** The colour of the page at a share of its width and height. */
async function colourAt(
  page: Parameters<typeof sheet>[0],
  x: number,
  y: number,
): Promise<[number, number, number]> {
  return sheet(page)
    .locator('canvas')
    .first()
    .evaluate(
      (element, [across, down]) => {
        const canvas = element as unknown as Drawn;
        const at = [Math.floor(canvas.width * across), Math.floor(canvas.height * down)] as const;
        const { data } = canvas.getContext('2d').getImageData(...at, 1, 1);
        return [data[0] ?? 0, data[1] ?? 0, data[2] ?? 0] as [number, number, number];
      },
      [x, y] as const,
    );
}

const pixelsDrawn = (page: Parameters<typeof sheet>[0]) =>
  page.locator('canvas').evaluateAll((all) =>
    all.reduce((sum, canvas) => {
      const { width, height } = canvas as unknown as Drawn;
      return sum + width * height;
    }, 0),
  );
