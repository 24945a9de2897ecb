import { loadImage, createCanvas } from '@napi-rs/canvas';
import type { Page } from '@playwright/test';
import { brokenWordPdf, heavyPdf, photographedPdf, wordyPdf } from '../pdfs.ts';
import { enter, expect, shownPage, test } from './library.ts';
import {
  documentAddress,
  followLink,
  openPdf,
  sheet,
  tool,
  waitUntilDrawn,
} from './viewer-page.ts';

const bar = (page: Page) => page.getByRole('search');
const field = (page: Page) => bar(page).getByRole('textbox');
const count = (page: Page) => bar(page).getByRole('status');
const marks = (page: Page) => page.locator('.textLayer .highlight');

test('a document without text says that it cannot be searched', async ({ page, library }) => {
  await openPdf(page, library, await photographedPdf());
  await waitUntilDrawn(page);
  await page.keyboard.press('Control+f');
  await field(page).fill('bolt');
  await expect(count(page)).toHaveText('This document is a scan without searchable text');
});

test('a scan that OCR read says so, and its words are found and marked at their places', async ({
  page,
  library,
}) => {
  await library.write('AM-1_EN_1.pdf', await photographedPdf());
  await library.scan();
  const { hash } = await library.db.selectFrom('contents').select('hash').executeTakeFirstOrThrow();
  const lines = [
    [
      ['Cadmium', 1000, 2000, 2000, 300],
      ['plating', 3500, 2000, 1500, 300],
    ],
    [['lubricant', 1000, 6000, 2500, 400]],
  ];
  const words = JSON.stringify(lines);
  const text = 'Cadmium plating\nlubricant';
  await library.db.insertInto('ocr_texts').values({ hash, page: 1, text, words }).execute();
  await enter(page, library, documentAddress);
  await expect(page.getByText('Text recognised by OCR. It may contain errors.')).toBeVisible();
  await page.keyboard.press('Control+f');
  await field(page).fill('plating');
  await expect(count(page)).toHaveText('1 of 1');
  await expect(marks(page)).toHaveText('plating');
  const [mark, paper] = [(await marks(page).boundingBox())!, (await sheet(page).boundingBox())!];
  expect((mark.x - paper.x) / paper.width).toBeCloseTo(0.35, 2);
  expect((mark.y - paper.y) / paper.height).toBeCloseTo(0.2, 2);
  expect(mark.width / paper.width).toBeCloseTo(0.15, 2);
  // As high as the browser makes a line of this size.
  expect(mark.height / paper.height).toBeGreaterThan(0.03);
  expect(mark.height / paper.height).toBeLessThan(0.04);
});

test('finding takes over what is selected, and remembers it when it is asked for again', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await wordyPdf());
  await waitUntilDrawn(page);
  await shownPage(page, 'A Bolt and a bolt').dblclick({ position: { x: 30, y: 5 } });
  const word = String(await page.evaluate('getSelection().toString().trim()'));
  expect(word).toBe('Bolt');
  await page.keyboard.press('Control+f');
  await expect(field(page)).toHaveValue('Bolt');
  await expect(field(page)).toBeFocused();
  await expect(count(page)).toHaveText('1 of 4');
  await page.keyboard.type('third'); // in place of the word, which is selected
  await expect(count(page)).toHaveText('1 of 1');
  await field(page).press('Escape');
  await expect(marks(page)).toHaveCount(0);
  await page.reload();
  await waitUntilDrawn(page);
  await tool(page, 'Find in document').click();
  await expect(field(page)).toHaveValue('third');
  await expect(count(page)).toHaveText('1 of 1');
});

test('a link that names words opens on its page with them marked, also if none is there', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await wordyPdf(), '&page=2&find=bolt&find=page+two');
  await expect(marks(page)).toHaveText(['bolt', 'page two']);
  await expect(field(page)).toHaveValue('bolt "page two"');
  await expect(field(page)).not.toBeFocused();
  await expect(count(page)).toHaveText('4 of 5');
  await tool(page, 'Find in document').click();
  await expect(bar(page)).toBeHidden();
  await page.goto(`${documentAddress}&page=2&find=are`);
  await expect(count(page)).toHaveText('1 of 1');
  await expect(shownPage(page, 'The third bolt is on page two.')).toBeVisible();
  await bar(page).getByRole('button', { name: 'Next match' }).click();
  await expect(shownPage(page, 'A Bolt and a bolt')).toBeVisible();
});

test('a link that names words of the open document marks them on its page, and opens nothing again', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await wordyPdf());
  await waitUntilDrawn(page);
  await page.route('**/document/**', (route) => route.abort());
  await followLink(page, `${documentAddress}&page=2&find=bolt`);
  await expect(marks(page)).toHaveText(['bolt']);
  await expect(shownPage(page, 'The third bolt is on page two.')).toBeVisible();
  await expect(count(page)).toHaveText('4 of 4');
  await page.keyboard.press('Home');
  await expect(shownPage(page, 'A Bolt and a bolt')).toBeVisible();
  await followLink(page, `${documentAddress}&page=2&find=page+two`);
  await expect(marks(page)).toHaveText(['page two']);
  await expect(field(page)).toHaveValue('"page two"');
  await expect(field(page)).not.toBeFocused();
});

test('finding says that it still counts', async ({ page, library }) => {
  await openPdf(page, library, heavyPdf({ pages: 20, bytesEach: 200_000 }));
  await waitUntilDrawn(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/document/**', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.keyboard.press('Control+f');
  await field(page).fill('of 20');
  await expect(count(page)).toHaveText(/^1 of \d+, counting…$/);
  release();
  await expect(count(page)).toHaveText('1 of 20');
});

test('a word broken at its own hyphen is found, and what is marked stays black', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await brokenWordPdf());
  await waitUntilDrawn(page);
  await page.keyboard.press('Control+f');
  await field(page).fill('zinc-nickel');
  await expect(count(page)).toHaveText('1 of 2');
  await expect(page.locator('.textLayer .highlight.selected')).toHaveText(['zinc-', 'nickel']);
  await field(page).press('Enter');
  await expect(count(page)).toHaveText('2 of 2');
  const selected = page.locator('.textLayer .highlight.selected');
  await expect(selected).toHaveText(['zinc-nickel']);
  expect(await darkest(await selected.screenshot())).toBeLessThan(40);
});

/** The least light of any pixel, from 0 to 255. */
async function darkest(picture: Buffer): Promise<number> {
  const image = await loadImage(picture);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let least = 255;
  for (let at = 0; at < data.length; at += 4) {
    least = Math.min(least, Math.max(data[at]!, data[at + 1]!, data[at + 2]!));
  }
  return least;
}
