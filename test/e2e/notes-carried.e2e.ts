import type { Browser, Page } from '@playwright/test';
import { noteOn, noting, type SentNote } from '../noting.ts';
import { textPdf } from '../pdfs.ts';
import { type BrowserLibrary, enter, expect, test } from './library.ts';
import { bar, card, chooseMode, drawnPage, fill, kinds, note, open, place } from './notes-page.ts';
import { sheet, tool, waitUntilDrawn } from './viewer-page.ts';

const [older, newer] = ['AM-1_EN_1.pdf', 'AM-1_EN_2.pdf'] as const;
const words = 'Parts are degreased, rinsed and dried before they are coated with zinc.';
const chapters = ['The second chapter is about tests.', 'The third chapter is about packing.'];
const newerAddress = '/main?customer=Aurora+Motors&doc_num=AM-1&language=EN&doc_rev=2';

test.use({ options: { entries: [{}, { doc_rev: '2' }], files: {} } });

/** Rev. 1 with notes of the engineer for everyone; then Rev. 2, to which they are carried over. */
async function carry(library: BrowserLibrary, notes: Partial<SentNote>[]): Promise<void> {
  await library.write(older, await textPdf(words, ...chapters));
  await library.scan();
  const engineer = noting(library, 'engineer', await library.signIn('engineer'));
  const { content } = await engineer.list();
  for (const one of notes) await engineer.write(noteOn(content, one));
  await library.write(newer, await textPdf(`New: ${words}`, ...chapters));
  await library.scan();
  await library.app.follow();
}

async function openNewer(page: Page, library: BrowserLibrary, user: string): Promise<void> {
  await enter(page, library, newerAddress, user);
  await drawnPage(page);
}

async function otherPage(browser: Browser, library: BrowserLibrary): Promise<Page> {
  return (await browser.newContext({ baseURL: library.url })).newPage();
}

const provisional = (page: Page) => sheet(page).locator('[data-note][data-provisional]');
const list = (page: Page) => page.getByRole('list', { name: 'Notes' });
async function openList(page: Page): Promise<void> {
  await tool(page, 'Notes').click();
  await page
    .getByRole('menu')
    .getByText(/^List of notes/)
    .click();
  await list(page).waitFor();
}

const drawing = {
  kind: 'ink',
  page: 3,
  words: null,
  rects: [[70, 200, 60, 40]],
  look: {
    colour: '#c81e1e',
    size: 2,
    strokes: [
      [
        [72, 202, 0.5],
        [128, 238, 0.5],
      ],
    ],
  },
} satisfies Partial<SentNote>;

test('notes of the revision before look provisional until their author accepts them, all in one step', async ({
  page,
  library,
  browser,
}) => {
  await carry(library, [{ words: [0, 2] }, { words: [6, 8], text: 'Why dried?' }, drawing]);
  const other = await otherPage(browser, library);
  await openNewer(other, library, 'librarian');
  await expect(provisional(other)).toHaveCount(2);
  await expect(provisional(other).first()).toContainText('from Rev. 1');
  await openList(other);
  await expect(list(other).getByRole('listitem')).toHaveCount(3);
  await expect(other.getByRole('button', { name: /Accept|Discard/ })).toHaveCount(0);

  await openNewer(page, library, 'engineer');
  await openList(page);
  const accept = page.getByRole('button', { name: 'Accept all (3 placed with certainty)' });
  const discard = page.getByRole('button', { name: 'Discard all (3)' });
  await accept.click();
  await expect(provisional(page)).toHaveCount(0);
  await expect(provisional(other)).toHaveCount(0);
  await expect(list(other).getByRole('button', { name: /Accept|Discard/ })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(provisional(page)).toHaveCount(2);
  await expect(provisional(other)).toHaveCount(2);

  await discard.click();
  await expect(list(other).getByRole('listitem')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(list(other).getByRole('listitem')).toHaveCount(3);
  // With the strokes of pages that were never shown.
  const strokes = () =>
    library.db
      .selectFrom('notes')
      .select('strokes')
      .where('kind', '=', 'ink')
      .where('carried_rev', 'is not', null)
      .executeTakeFirstOrThrow();
  expect(JSON.parse((await strokes()).strokes ?? 'null')).toEqual(drawing.look.strokes);
  await other.context().close();
});

test('a stamp stays on its revision; only its author is offered it on the next one', async ({
  page,
  library,
  browser,
}) => {
  const stamp = { kind: 'stamp', words: null, rects: [[300, 100, 150, 42]] } as const;
  const look = { colour: '#15803d', label: 'Approved' };
  await carry(library, [
    { ...stamp, rects: [[300, 100, 150, 42]], look },
    { ...stamp, rects: [[300, 200, 150, 42]], look: { ...look, label: '1 May 2026\nA. Berg' } },
  ]);
  const other = await otherPage(browser, library);
  await openNewer(other, library, 'librarian');
  await openNewer(page, library, 'engineer');
  const offer = page.getByText('You stamped Rev. 1. Your mark does not apply to this file.');
  await expect(offer).toBeVisible();
  expect(await kinds(page)).toEqual([]);
  const before = await sheet(page).boundingBox();

  // It is not asked again what was answered; the list still has it.
  await page
    .getByRole('region', { name: 'Notes' })
    .getByRole('button', { name: 'Dismiss' })
    .click();
  await expect(offer).toHaveCount(0);
  expect(await sheet(page).boundingBox()).toEqual(before);
  const listed = page.waitForResponse('**/api/notes?*');
  await page.reload();
  await listed;
  await drawnPage(page);
  await expect(tool(page, 'Notes')).toHaveText('');
  await tool(page, 'Notes').click();
  await page.getByRole('menu').getByText('List of notes').click();
  await expect(offer).toHaveCount(0);
  const earlier = page.getByRole('list', { name: 'On earlier files' }).getByRole('listitem');
  await expect(earlier).toHaveCount(2);
  await expect(earlier.first()).toContainText('on an earlier file: Rev. 1');
  await earlier
    .filter({ hasText: 'Approved' })
    .getByRole('button', { name: 'Stamp this file' })
    .click();
  await expect(note(page, 'stamp')).toContainText('Approved');
  await expect(card(page)).toBeFocused();
  await expect(earlier).toHaveCount(0);
  await card(page).getByLabel('Who sees this note').selectOption('Private');
  await expect.poll(() => kinds(other)).toEqual([]);
  await expect(other.getByText('Rev. 1. That does not apply')).toHaveCount(0);
  await other.context().close();
});

test('nothing that others commented on is deleted without a question, nor taken from them', async ({
  page,
  library,
  browser,
}) => {
  await fill(library);
  await open(page, library);
  await chooseMode(page, 'Text');
  await page.mouse.click(...(await place(page, 0.2, 0.36)));
  await page.getByRole('textbox', { name: 'Text' }).fill('Is 8 µm enough?');
  await card(page).getByLabel('Who sees this note').selectOption('Everyone');
  const other = await otherPage(browser, library);
  await open(other, library, 'librarian');
  await note(other, 'freetext').click();
  await card(other).getByLabel('Comment').fill('No, 12.');
  await card(other).getByRole('button', { name: 'Send' }).click();
  const comments = card(page).getByRole('list', { name: 'Comments' });
  await expect(comments).toContainText('No, 12.');

  const question = page.getByRole('dialog', { name: 'Delete what others commented on?' });
  const answer = (name: string) => question.getByRole('button', { name }).click();
  await card(page).getByRole('button', { name: 'Delete note' }).click();
  await expect(question).toContainText('Others wrote a comment here.');
  await answer('Keep');
  await expect(comments).toContainText('No, 12.');
  await card(page).getByRole('button', { name: 'Delete note' }).click();
  await answer('Delete');
  await expect.poll(() => kinds(other)).toEqual([]);
  await page.keyboard.press('Control+z');
  await expect(note(other, 'freetext')).toHaveCount(1);
  await note(page, 'freetext').click();
  await expect(comments).toContainText('No, 12.');

  // Undoing the making deletes it, too; so does a text that is emptied.
  await page.keyboard.press('Escape');
  for (let step = 0; step < 3 && !(await question.isVisible()); step++) {
    await page.keyboard.press('Control+z');
  }
  await answer('Keep');
  await note(page, 'freetext').click();
  await page.getByRole('textbox', { name: 'Text' }).fill('');
  await page.keyboard.press('Escape');
  await expect(note(page, 'freetext')).toHaveCount(1);
  await note(page, 'freetext').click();
  await expect(comments).toContainText('No, 12.');

  await card(page).getByLabel('Who sees this note').selectOption('Private');
  await expect(
    page.getByText('Others have commented on this note, so it stays visible to everyone.'),
  ).toBeVisible();
  await expect(card(page).getByLabel('Who sees this note')).toHaveValue('everyone');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  // The last choice is the next preset.
  await page.keyboard.press('Escape');
  await chooseMode(page, 'Stamp');
  await expect(bar(page, 'Stamp').getByLabel('Who sees new notes')).toHaveValue('private');
  await other.context().close();
});

test('of a note that was changed in two windows, both texts are shown side by side', async ({
  page,
  library,
}) => {
  await fill(library);
  await open(page, library);
  await chooseMode(page, 'Text');
  await page.mouse.click(...(await place(page, 0.2, 0.36)));
  await page.getByRole('textbox', { name: 'Text' }).fill('First');
  await expect
    .poll(() => library.db.selectFrom('notes').select('text').execute())
    .toEqual([{ text: 'First' }]);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await waitUntilDrawn(other);
  await note(other, 'freetext').click();
  // Both save before they hear of each other.
  const held = Promise.withResolvers<void>();
  await page.route('**/api/notes/*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('textbox', { name: 'Text' }).fill('Mine');
  await other.getByRole('textbox', { name: 'Text' }).fill('Theirs');
  await expect
    .poll(() => library.db.selectFrom('notes').select('text').execute())
    .toEqual([{ text: 'Theirs' }]);
  held.resolve();
  const texts = page.getByRole('alert').getByRole('definition');
  await expect(texts).toHaveText(['Mine', 'Theirs']);
  const boxes = await Promise.all((await texts.all()).map((text) => text.boundingBox()));
  expect(boxes[0]?.y).toBe(boxes[1]?.y);
  await expect.poll(() => kinds(page)).toEqual(['freetext', 'freetext']);
  // Neither note lies over the other.
  const [one, two] = await Promise.all(
    (await note(page, 'freetext').all()).map((drawn) => drawn.boundingBox()),
  );
  if (one == null || two == null) throw new Error('Both are drawn.');
  expect(Math.abs(one.y - two.y)).toBeGreaterThan(Math.min(one.height, two.height));
});
