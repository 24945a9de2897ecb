import type { Page } from '@playwright/test';
import { smallPdf } from '../small-pdf.ts';
import { expect, shownPage, test } from './library.ts';
import { linkedPdf, taggedPdf, wordyPdf } from '../pdfs.ts';
import {
  above,
  openPdf,
  pages,
  press,
  sheet,
  tool,
  touch,
  waitUntilDrawn,
  widthOf,
} from './viewer-page.ts';

const pageText = (page: Page, text: string) => expect(above(page)).toContainText(text);

test('a page number can be typed', async ({ page, library }) => {
  await openPdf(page, library, await smallPdf({ pages: 12 }));
  await tool(page, 'Page 1 / 12').click();
  const field = page.getByRole('textbox', { name: 'Page number, 1 to 12' });
  await field.fill('7');
  await field.press('Enter');
  await expect(shownPage(page, 'Page 7 of 12')).toBeVisible();
  await tool(page, 'Page 7 / 12').click();
  await field.fill('99');
  await field.press('Enter');
  await pageText(page, 'Page 12 / 12');
  await tool(page, 'Page 12 / 12').click();
  await field.fill('nonsense');
  await field.press('Enter');
  await pageText(page, 'Page 12 / 12');
  await tool(page, 'Page 12 / 12').click();
  await field.press('Escape');
  await pageText(page, 'Page 12 / 12');
});

test('keys turn pages, zoom and fill the screen', async ({ page, library }) => {
  await openPdf(page, library, await smallPdf({ pages: 5 }));
  await expect(shownPage(page, 'Page 1 of 5')).toBeVisible();
  await page.keyboard.press('End');
  await pageText(page, 'Page 5 / 5');
  await page.keyboard.press('Home');
  await pageText(page, 'Page 1 / 5');
  await page.keyboard.press('ArrowRight');
  await pageText(page, 'Page 2 / 5');
  await page.keyboard.press('ArrowLeft');
  await pageText(page, 'Page 1 / 5');
  await page.keyboard.press('+');
  await pageText(page, '3.1');
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  await pageText(page, '2.9');
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Leave fullscreen' })).toHaveCount(2);
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Fullscreen', exact: true })).toHaveCount(2);
});

test('a toolbar is one stop of Tab; arrows, Home and End go to the tools that can be used', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await smallPdf({ pages: 3 }));
  await waitUntilDrawn(page);
  await expect(tool(page, 'Previous page')).toBeDisabled();
  await tool(page, 'Side panel').focus();
  for (const [key, name] of [
    ['ArrowRight', 'Page 1 / 3'],
    ['ArrowLeft', 'Side panel'],
    ['ArrowLeft', 'Fullscreen'],
    ['ArrowRight', 'Side panel'],
    ['End', 'Fullscreen'],
    ['Home', 'Side panel'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tool(page, name)).toBeFocused();
  }
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await expect(pages(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tool(page, 'Fullscreen')).toBeFocused();
  await pageText(page, 'Page 1 / 3');
});

test('page down reads to the end of a page, then turns it', async ({ page, library }) => {
  await openPdf(page, library, await smallPdf({ pages: 3 }));
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await pages(page).focus();
  await page.keyboard.press('PageDown');
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(100);
  await pageText(page, 'Page 1 / 3');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await pageText(page, 'Page 2 / 3');
  expect(await scrollTop(page)).toBe(0);
  await page.keyboard.press('PageUp');
  await pageText(page, 'Page 1 / 3');
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(100);
});

test('letters typed into a field are no commands', async ({ page, library }) => {
  await openPdf(page, library, await smallPdf({ pages: 5 }));
  await expect(shownPage(page, 'Page 1 of 5')).toBeVisible();
  await page.getByRole('combobox', { name: 'Customer Name' }).fill('f+');
  await page.getByRole('combobox', { name: 'Customer Name' }).press('End');
  await pageText(page, 'Page 1 / 5');
  await pageText(page, '3.0');
});

test('the wheel turns the page at its end, and one push turns one page', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await smallPdf({ pages: 5 }));
  await waitUntilDrawn(page);
  await sheet(page).hover();
  await page.mouse.wheel(0, 4000);
  await expect.poll(() => atEnd(page)).toBe(true);
  await pageText(page, 'Page 1 / 5');
  for (let notch = 0; notch < 4; notch++) await page.mouse.wheel(0, 120);
  await pageText(page, 'Page 2 / 5');
  await expect.poll(() => scrollTop(page)).toBeLessThan(400);
  await expect(shownPage(page, 'Page 2 of 5')).toBeVisible();
});

test('Ctrl and wheel zoom about the pointer', async ({ page, library }) => {
  await openPdf(page, library, await smallPdf({ pages: 1 }));
  await waitUntilDrawn(page);
  const text = shownPage(page, 'Page 1 of 1');
  const before = await text.boundingBox();
  if (before === null) throw new Error('the text has no place');
  const [x, y] = [before.x + before.width / 2, before.y + before.height / 2];
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  for (let notch = 0; notch < 4; notch++) await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await pageText(page, '4.6');
  await waitUntilDrawn(page);
  await expect(text).toBeVisible(); // it comes back once the picture is seen
  const after = await text.boundingBox();
  expect((after?.x ?? 0) + (after?.width ?? 0) / 2).toBeCloseTo(x, -1);
  expect((after?.y ?? 0) + (after?.height ?? 0) / 2).toBeCloseTo(y, -1);
});

test('a zoom button that is held zooms on', async ({ page, library }) => {
  await openPdf(page, library, await smallPdf({ pages: 1 }));
  await waitUntilDrawn(page);
  await tool(page, 'Zoom in').hover();
  await page.mouse.down();
  await pageText(page, '5.0');
  await page.mouse.up();
  await tool(page, 'Zoom out').click();
  await pageText(page, '4.9');
});

test('fit width and fit page', async ({ page, library }) => {
  await openPdf(page, library, await smallPdf({ pages: 2 }));
  await waitUntilDrawn(page);
  await tool(page, 'Fit page').click();
  const fits = async () => {
    const [box, all] = [await sheet(page).boundingBox(), await pages(page).boundingBox()];
    return (box?.height ?? Infinity) <= (all?.height ?? 0);
  };
  await expect.poll(fits).toBe(true);
  await page.setViewportSize({ width: 1280, height: 560 });
  await expect.poll(fits).toBe(true);
  await tool(page, 'Fit width').click();
  await pageText(page, '3.0');
});

test('a page far away is drawn at the zoom that was just chosen, and so are those beside it', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await smallPdf({ pages: 40 }));
  await waitUntilDrawn(page);
  const before = await widthOf(sheet(page));
  await page.evaluate(`
    for (const key of ['-', '-', '-', 'End', '-', '-', '-', 'ArrowLeft']) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
  `);
  await expect(shownPage(page, 'Page 39 of 40')).toBeVisible();
  await expect.poll(() => pictureWidth(page)).toBeCloseTo((before * 2.4) / 3, -0.5);
  for (const number of [38, 37, 36]) {
    await page.keyboard.press('ArrowLeft');
    await expect(shownPage(page, `Page ${number} of 40`)).toBeVisible();
    expect(await pictureWidth(page)).toBeCloseTo((before * 2.4) / 3, -0.5);
  }
});

/** In its own pixels; pdf.js rounds to one or two. */
function pictureWidth(page: Page): Promise<number> {
  return sheet(page)
    .locator('canvas')
    .evaluate((canvas: object) => ('width' in canvas ? Number(canvas.width) : 0));
}

test('a page is rotated to the right', async ({ page, library }) => {
  await openPdf(page, library, await smallPdf({ pages: 1 }));
  await waitUntilDrawn(page);
  await tool(page, 'Rotate').click();
  const ratio = async () => {
    const box = await sheet(page).boundingBox();
    return (box?.width ?? 0) / (box?.height ?? 1);
  };
  await expect.poll(ratio).toBeCloseTo(842 / 595, 1);
  // Still as wide as the viewer.
  await expect.poll(() => widthOf(sheet(page))).toBeGreaterThan(800);
  await waitUntilDrawn(page);
});

test('finding marks every hit, counts them and goes from one to the next', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await wordyPdf());
  await waitUntilDrawn(page);
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search');
  const count = bar.getByRole('status');
  await bar.getByRole('textbox').fill('bolt');
  await expect(count).toHaveText('1 of 4');
  await expect(page.locator('.textLayer .highlight')).toHaveCount(3);
  await bar.getByRole('button', { name: 'Next match' }).click();
  await expect(count).toHaveText('2 of 4');
  await bar.getByRole('textbox').press('Enter');
  await bar.getByRole('textbox').press('Enter');
  await expect(count).toHaveText('4 of 4');
  await pageText(page, 'Page 2 / 2');
  await expect(page.locator('.textLayer .highlight.selected')).toHaveText('bolt');
  await bar.getByRole('textbox').press('Shift+Enter');
  await expect(count).toHaveText('3 of 4');
  await bar.getByRole('button', { name: 'Match case' }).click();
  await expect(count).toHaveText(/ of 3$/);
  await bar.getByRole('button', { name: 'Whole words' }).click();
  await expect(count).toHaveText(/ of 2$/);
  await bar.getByRole('button', { name: 'Highlight all' }).click();
  await expect(page.locator('.textLayer .highlight:visible')).toHaveCount(1);
  await bar.getByRole('textbox').fill('rivet');
  await expect(count).toHaveText('No matches');
  await bar.getByRole('textbox').press('Escape');
  await expect(bar).toBeHidden();
  await expect(page.locator('.textLayer .highlight')).toHaveCount(0);
  await expect(pages(page)).toBeFocused();
});

test('text is selected and copied with its spaces', async ({ page, library }) => {
  await openPdf(page, library, await wordyPdf());
  const text = shownPage(page, 'A Bolt and a bolt');
  await expect(text).toBeVisible();
  await text.click({ clickCount: 3 });
  expect(await page.evaluate('getSelection().toString().trim()')).toBe(
    'A Bolt and a bolt are two bolts.',
  );
});

test('a link inside the document leads there, and back and forth again', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await linkedPdf());
  await waitUntilDrawn(page);
  await sheet(page).getByRole('link').first().click();
  await expect(shownPage(page, 'Chapter 4')).toBeVisible();
  await pageText(page, 'Page 4 / 4');
  await tool(page, 'Back to before the link').click();
  await pageText(page, 'Page 1 / 4');
  await tool(page, 'Forward again').click();
  await pageText(page, 'Page 4 / 4');
  await expect(tool(page, 'Forward again')).toBeDisabled();
});

test('Back of the browser returns to the place of the link, also after a reload', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await linkedPdf());
  await waitUntilDrawn(page);
  await pages(page).evaluate((element) => element.scrollTo(0, 40));
  await sheet(page).getByRole('link').first().click();
  await expect(shownPage(page, 'Chapter 4')).toBeVisible();
  await expect(page).toHaveURL(/page=4$/);
  await page.goBack();
  await pageText(page, 'Page 1 / 4');
  await expect(page).toHaveURL(/doc_rev=1$/);
  await expect.poll(() => scrollTop(page)).toBeCloseTo(40, -1);
  await expect(tool(page, 'Back to before the link')).toBeDisabled();
  await tool(page, 'Forward again').click();
  await pageText(page, 'Page 4 / 4');
  await expect(page).toHaveURL(/page=4$/);
  await page.reload();
  await pageText(page, 'Page 4 / 4');
  await tool(page, 'Back to before the link').click();
  await pageText(page, 'Page 1 / 4');
  await expect.poll(() => scrollTop(page)).toBeCloseTo(40, -1);
});

test('ten quick turns and a reload lead to the page one had turned to', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await smallPdf({ pages: 12 }));
  await waitUntilDrawn(page);
  await press(tool(page, 'Next page'), 10);
  await pageText(page, 'Page 11 / 12');
  await page.reload();
  await expect(shownPage(page, 'Page 11 of 12')).toBeVisible();
});

test('a link to elsewhere opens in a new tab that knows nothing of the library', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await linkedPdf());
  await waitUntilDrawn(page);
  const link = sheet(page).locator('a[href="https://standards.example/"]');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('the side panel has thumbnails, the outline and the details', async ({ page, library }) => {
  await openPdf(page, library, await linkedPdf());
  await waitUntilDrawn(page);
  await tool(page, 'Side panel').click();
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  await expect(panel.locator('canvas').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Go to page 3' }).click();
  await expect(shownPage(page, 'Chapter 3')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Go to page 3' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await panel.getByRole('tab', { name: 'Outline' }).click();
  await panel.getByRole('button', { name: 'Chapter 2' }).click();
  await expect(shownPage(page, 'Chapter 2')).toBeVisible();
  await panel.getByRole('tab', { name: 'Details' }).click();
  await expect(panel.getByRole('definition').nth(0)).toHaveText('Linked standard');
  await expect(panel.getByRole('definition').nth(1)).toHaveText('AM-1_EN_1.pdf');
  await expect(panel.getByRole('definition').nth(2)).toHaveText('4');
  await expect(panel.getByRole('definition').nth(4)).toHaveText('210 × 297 mm (A4)');
});

test('the outline folds, filters and marks where one reads; the panel stays as it was left', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await linkedPdf());
  await waitUntilDrawn(page);
  await tool(page, 'Side panel').click();
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  await panel.getByRole('tab', { name: 'Outline' }).click();
  const entry = (name: string) => panel.getByRole('button', { name });
  await expect(entry('Clause 3.1')).toBeVisible();
  await entry('Subsections').nth(1).click();
  await expect(entry('Clause 3.1')).toHaveCount(0);
  await panel.getByRole('searchbox', { name: 'Filter the outline' }).fill('clause 4');
  await expect(panel.getByRole('listitem').getByRole('button')).toHaveText([
    '',
    'Chapter 4',
    'Clause 4.1',
  ]);
  await panel.getByRole('searchbox').fill('rivet');
  await expect(panel).toContainText('No section title contains this.');
  await panel.getByRole('searchbox').fill('');
  await tool(page, 'Next page').click();
  await expect(panel.locator('[aria-current]')).toHaveText('Chapter 2');
  await entry('Chapter 4').click();
  await expect(panel.locator('[aria-current]')).toHaveText('Chapter 4');
  await page.reload();
  await expect(entry('Chapter 4')).toHaveAttribute('aria-current', 'location');
  await tool(page, 'Side panel').click();
  await page.reload();
  await waitUntilDrawn(page);
  await expect(panel).toHaveCount(0);
});

test('of a long document only the thumbnails in view are drawn', async ({ page, library }) => {
  await openPdf(page, library, await smallPdf({ pages: 300 }));
  await waitUntilDrawn(page);
  await tool(page, 'Side panel').click();
  const pictures = page.getByRole('complementary').locator('canvas');
  await expect(pictures.first()).toBeVisible();
  expect(await pictures.count()).toBeLessThan(8);
  await page.getByRole('group', { name: 'Pages' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Go to page 300' })).toBeVisible();
  await expect(pictures.first()).toBeVisible();
  expect(await pictures.count()).toBeLessThan(8);
});

test('the panel opens with the thumbnail of the current page in view, and Tab goes from one to the next', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await smallPdf({ pages: 300 }), '&page=150');
  await waitUntilDrawn(page);
  await tool(page, 'Side panel').click();
  const row = (number: number) =>
    page.getByRole('button', { name: `Go to page ${number}`, exact: true });
  await expect(row(150)).toBeInViewport({ ratio: 1 });
  await expect(row(149)).toBeInViewport();
  await expect(row(1)).toHaveCount(0);
  await row(150).focus();
  for (let number = 151; number <= 160; number++) {
    await row(number).waitFor({ state: 'attached' }); // the row comes a frame after the one before is focused
    await page.keyboard.press('Tab');
    await expect(row(number)).toBeFocused();
  }
  await expect(row(160)).toBeInViewport();
  await expect(row(150)).toHaveCount(0);
});

test('the original file is printed', async ({ page, library }) => {
  await openPdf(page, library, await smallPdf({ pages: 2 }));
  await waitUntilDrawn(page);
  // There is no printer: it is enough that the browser gets the file itself to print.
  await page.evaluate("Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true })");
  await tool(page, 'Print').click();
  await expect(page.locator('#print-frame')).toHaveAttribute(
    'src',
    '/document/egd-lib/AM-1_EN_1.pdf',
  );
});

test('headings and pictures of a tagged PDF are known to screen readers', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await taggedPdf());
  // The whole tree comes at once, which takes a busy machine its time.
  const known = () => expect.poll(() => knownToScreenReaders(page), { timeout: 20_000 });
  const structure = [
    'heading 1: Tightening torque',
    'heading 2: Exceptions',
    'figure: A bolt seen from above',
  ];
  await known().toEqual(expect.arrayContaining(structure));
  await page.keyboard.press('+'); // the text layer is hidden while the picture changes
  await pageText(page, '3.1');
  await known().toEqual(expect.arrayContaining(structure));
});

test('a turned page is announced to screen readers', async ({ page, library }) => {
  await openPdf(page, library, await smallPdf({ pages: 3 }));
  await waitUntilDrawn(page);
  await tool(page, 'Next page').click();
  await expect(page.getByRole('status').filter({ hasText: 'Page 2 of 3' })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Page 2' })).toContainText('Page 2 of 3');
});

test.describe('with fingers', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

  test('a swipe turns the page, two fingers zoom', async ({ page, library }) => {
    await openPdf(page, library, await smallPdf({ pages: 3 }));
    await waitUntilDrawn(page);
    await swipe(page, [300, 80]);
    await pageText(page, 'Page 2 / 3');
    await swipe(page, [80, 300]);
    await pageText(page, 'Page 1 / 3');
    const before = await widthOf(sheet(page));
    await pinch(page, 1.5);
    // To the nearest tenth: on a phone these are 7 % apart.
    const grown = async () => Math.round((10 * (await widthOf(sheet(page)))) / before) / 10;
    await expect.poll(grown).toBe(1.5);
    // A page wider than the screen is moved by a finger, not turned.
    await swipe(page, [300, 80]);
    await pageText(page, 'Page 1 / 3');
  });
});

async function swipe(page: Page, [from, to]: [number, number]): Promise<void> {
  const y = await aboveMiddle(page);
  await touch(page, [[[from, y]], [[(from + to) / 2, y]], [[to, y]]]);
}

async function pinch(page: Page, factor: number): Promise<void> {
  const y = await aboveMiddle(page);
  const at = (spread: number) => [
    [195 - spread, y],
    [195 + spread, y],
  ];
  await touch(page, [at(60), at((60 * (1 + factor)) / 2), at(60 * factor)]);
}

async function aboveMiddle(page: Page): Promise<number> {
  await pages(page).scrollIntoViewIfNeeded();
  return ((await pages(page).boundingBox())?.y ?? 0) + 100;
}

const scrollTop = (page: Page) => pages(page).evaluate((element) => element.scrollTop);

const atEnd = (page: Page) =>
  pages(page).evaluate((e) => e.scrollTop + e.clientHeight >= e.scrollHeight - 1);

/**
 * What Chromium gives screen readers, headings with their level. Playwright's roles leave out what
 * is inside a canvas, where pdf.js puts the structure of a page.
 */
async function knownToScreenReaders(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.map(({ role, name, properties }) => {
    const level = properties?.find((property) => property.name === 'level')?.value.value;
    return `${[role?.value, level].filter(Boolean).join(' ')}: ${name?.value ?? ''}`;
  });
}

test('Ctrl+P prints the file as the button does, and the menu of the browser one line that says so', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await smallPdf({ pages: 2 }));
  await waitUntilDrawn(page);
  await page.evaluate("Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true })");
  const frame = page.locator('#print-frame');
  for (const key of ['Control+p', 'Meta+p']) {
    await page.getByRole('combobox', { name: 'Customer Name' }).focus();
    await page.keyboard.press(key);
    await expect(frame).toHaveAttribute('src', '/document/egd-lib/AM-1_EN_1.pdf');
    await frame.evaluate('(element) => element.remove()');
  }
  await page.emulateMedia({ media: 'print' });
  await expect(
    page.getByText(/^To print AM-1 · EN · Rev\. 1, press Ctrl\+P .* Print in its toolbar\.$/),
  ).toBeVisible();
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByText(/^To print AM-1/)).toBeHidden();
});
