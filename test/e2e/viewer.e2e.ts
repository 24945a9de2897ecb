import { expect, enter, shownPage, test } from './library.ts';

const address = '/main?customer=Aurora+Motors&doc_num=AM-1&language=EN&doc_rev=1';

test('pages turn between the first and the last, and the address follows', async ({
  page,
  library,
}) => {
  await enter(page, library, address);
  const above = page.getByRole('toolbar', { name: 'Toolbar above the page' });
  const below = page.getByRole('toolbar', { name: 'Toolbar below the page' });
  await expect(above).toContainText('Page 1 / 3');
  await expect(above.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await above.getByRole('button', { name: 'Next page' }).click();
  await expect(shownPage(page, 'Page 2 of 3')).toBeVisible();
  await below.getByRole('button', { name: 'Next page' }).click();
  await expect(shownPage(page, 'Page 3 of 3')).toBeVisible();
  await expect(below).toContainText('Page 3 / 3');
  await expect(below.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await expect(page).toHaveURL(`${address}&page=3`);
  await page.reload();
  await expect(shownPage(page, 'Page 3 of 3')).toBeVisible();
});

test('zoom 3.0 is the width of the viewer and goes by tenths to 5.0 and 0.5', async ({
  page,
  library,
}) => {
  await enter(page, library, address);
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  const tools = page.getByRole('toolbar').first();
  const sheet = page.locator('[data-page]');
  const widthAt3 = (await sheet.boundingBox())?.width ?? 0;
  const widthOfViewer = await page
    .getByRole('region', { name: 'Page 1' })
    .evaluate((element) => element.clientWidth);
  expect(Math.abs(widthAt3 - widthOfViewer)).toBeLessThan(20);
  const zoomIn = tools.getByRole('button', { name: 'Zoom in' });
  await zoomIn.evaluate(press, 20);
  await expect(tools).toContainText('5.0');
  await expect(zoomIn).toBeDisabled();
  expect((await sheet.boundingBox())?.width).toBeCloseTo((widthAt3 * 5) / 3, 0);
  const zoomOut = tools.getByRole('button', { name: 'Zoom out' });
  await zoomOut.evaluate(press, 45);
  await expect(tools).toContainText('0.5');
  await expect(zoomOut).toBeDisabled();
});

test('a download is saved under the name of its file', async ({ page, library }) => {
  await enter(page, library, address);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).first().click();
  expect((await download).suggestedFilename()).toBe('AM-1_EN_1.pdf');
});

test('fullscreen is a switch', async ({ page, library }) => {
  await enter(page, library, address);
  await page.getByRole('button', { name: 'Fullscreen' }).first().click();
  const leave = page.getByRole('button', { name: 'Leave fullscreen' }).first();
  await expect(leave).toBeVisible();
  await leave.click();
  await expect(page.getByRole('button', { name: 'Fullscreen' })).toHaveCount(2);
});

test('a file that is no PDF is told to the console only', async ({ page, library, watch }) => {
  await library.put('AM-1_EN_1.pdf', 'not a PDF at all');
  await enter(page, library, address);
  await expect
    .poll(() => watch.consoleTexts.filter((text) => text.startsWith('Failed to render the PDF')))
    .toHaveLength(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Next page' }).first()).toBeDisabled();
});

test('the viewer is fetched before anyone asks for it', async ({ page, library }) => {
  const fetched = page.waitForRequest('**/assets/viewer-*.js');
  await enter(page, library, '/main');
  await fetched;
});

test('small screens have no zoom buttons', async ({ page, library }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await enter(page, library, address);
  await expect(page.getByRole('button', { name: 'Next page' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zoom in' })).toHaveCount(0);
});

// Runs in the browser, faster than a hand could.
function press(button: { click: () => void }, times: number): void {
  for (let time = 0; time < times; time++) button.click();
}
