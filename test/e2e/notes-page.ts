import type { Page } from '@playwright/test';
import { linkedPdf } from '../pdfs.ts';
import { type BrowserLibrary, enter, expect, shownPage } from './library.ts';
import { documentAddress, sheet, tool, waitUntilDrawn } from './viewer-page.ts';

const text =
  'Parts are degreased, rinsed and dried before they are coated with zinc. The coating is at least 8 µm thick.';

export async function fill(library: BrowserLibrary): Promise<void> {
  await library.write('AM-1_EN_1.pdf', await linkedPdf(text, 5));
  await library.scan();
}

export async function open(page: Page, library: BrowserLibrary, user = 'engineer'): Promise<void> {
  await enter(page, library, documentAddress, user);
  await drawnPage(page);
}

/** Resolves when the notes are there, too, with their keys. */
export async function drawnPage(page: Page): Promise<void> {
  await waitUntilDrawn(page);
  await shownPage(page, /Parts are/).waitFor();
  await sheet(page).locator('svg[data-mode]').first().waitFor({ state: 'attached' });
}

export async function chooseMode(page: Page, name: string): Promise<void> {
  const menu = (await tool(page, 'Notes').count()) > 0 ? 'Notes' : 'More';
  await tool(page, menu).click();
  await page.getByRole('menu').getByText(name, { exact: true }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await bar(page, name).waitFor();
}

export const bar = (page: Page, mode: string) =>
  page.getByRole('toolbar', { name: `Notes: ${mode}` });
export const card = (page: Page) => page.locator('[data-note-card]');
export const kinds = (page: Page) =>
  sheet(page)
    .locator('[data-note]')
    .evaluateAll((notes) => notes.map((note) => note.getAttribute('data-kind') ?? '').toSorted());
export const note = (page: Page, kind: string) =>
  sheet(page).locator(`[data-note][data-kind=${kind}]`);
/** A place of the page, by its shares of width and height. */
export async function place(page: Page, across: number, down: number): Promise<[number, number]> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await sheet(page).boundingBox()) ?? {};
  return [x + width * across, y + height * down];
}

export async function drag(page: Page, ...points: [number, number][]): Promise<void> {
  const [first = [0, 0], ...others] = points;
  await page.mouse.move(...first);
  await page.mouse.down();
  for (const point of others) await page.mouse.move(...point);
  await page.mouse.up();
}

export async function selectWords(page: Page, text = /Parts are/): Promise<void> {
  const { x = 0, y = 0, height = 0 } = (await shownPage(page, text).boundingBox()) ?? {};
  const middle = y + height / 2;
  await drag(page, [x + 2, middle], [x + 60, middle + 1], [x + 180, middle]);
}
