import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { addToGroup } from '../../server/auth/groups.ts';
import { noteOn } from '../noting.ts';
import { linkedPdf, textPdf } from '../pdfs.ts';
import { type BrowserLibrary, enter, expect, test } from './library.ts';
import {
  bar,
  card,
  chooseMode,
  drag,
  drawnPage,
  fill,
  kinds,
  note,
  open,
  place,
  selectWords,
} from './notes-page.ts';
import { results } from './search-page.ts';
import {
  above,
  documentAddress,
  pages,
  sheet,
  tool,
  touch,
  widthOf,
  waitUntilDrawn,
} from './viewer-page.ts';

const saved = (library: BrowserLibrary) =>
  library.db
    .selectFrom('notes')
    .select(['kind', 'text'])
    .where('deleted_at', 'is', null)
    .orderBy('kind')
    .execute();

async function stamp(page: Page, across: number, down: number): Promise<void> {
  await chooseMode(page, 'Stamp');
  await page.mouse.click(...(await place(page, across, down)));
  await expect(note(page, 'stamp')).toHaveCount(1);
}

test('every kind of note is made, saved, undone and redone, and is there after a reload', async ({
  page,
  library,
}) => {
  await fill(library);
  await open(page, library);
  await chooseMode(page, 'Draw');
  const [x, y] = await place(page, 0.2, 0.25);
  await drag(page, [x, y], [x + 40, y + 30], [x + 90, y]);
  // Belongs to the same drawing, and is no click on a link: pdf.js puts each above the one before.
  const link = await sheet(page).getByRole('link').nth(4).boundingBox();
  const [linkX, linkY] = [(link?.x ?? 0) + 10, (link?.y ?? 0) + 5];
  await drag(page, [linkX, linkY], [linkX + 20, linkY + 1]);
  await expect.poll(() => kinds(page)).toEqual(['ink']);
  await stamp(page, 0.7, 0.25);
  await chooseMode(page, 'Text');
  await page.mouse.click(...(await place(page, 0.2, 0.36)));
  await page.getByRole('textbox', { name: 'Text' }).fill('Is 8 µm enough?');
  await page.keyboard.press('Escape');
  await chooseMode(page, 'Highlight');
  await selectWords(page);
  await expect(note(page, 'highlight')).toHaveCount(1);
  await chooseMode(page, 'Signature');
  await page.mouse.click(...(await place(page, 0.6, 0.38)));
  const dialog = page.getByRole('dialog', { name: 'Signature' });
  await dialog.getByRole('radio', { name: 'Type' }).check();
  await dialog.getByRole('button', { name: 'Use this signature' }).click();
  const all = ['freetext', 'highlight', 'ink', 'signature', 'stamp'];
  await expect.poll(() => kinds(page)).toEqual(all);
  await expect(note(page, 'signature')).toContainText('typed signature, no electronic seal');

  await page.keyboard.press('Escape');
  await expect(bar(page, 'Signature')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => kinds(page)).toEqual(['freetext', 'ink', 'stamp']);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+y');
  await expect.poll(() => kinds(page)).toEqual(all);
  await expect.poll(async () => (await saved(library)).map(({ kind }) => kind)).toEqual(all);

  await page.reload();
  await drawnPage(page);
  await expect.poll(() => kinds(page)).toEqual(all);
  await expect(note(page, 'freetext')).toContainText('Is 8 µm enough?');
  await expect(note(page, 'ink').locator('path')).toHaveCount(2);

  // A drag is one step.
  const before = await note(page, 'stamp').boundingBox();
  const [left, top] = [(before?.x ?? 0) + 10, (before?.y ?? 0) + 10];
  await drag(page, [left, top], [left - 20, top + 30], [left - 40, top + 60]);
  const moved = async () =>
    Math.round(((await note(page, 'stamp').boundingBox())?.y ?? 0) - (before?.y ?? 0));
  await expect.poll(moved).toBeGreaterThan(50);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect.poll(moved).toBe(0);

  // On paper: a copy that the server makes.
  const choose = async (name: string) => {
    await tool(page, 'Notes').click();
    await page.getByRole('menu').getByText(name).click();
  };
  await page.evaluate("Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true })");
  await choose('Print with notes');
  await expect(page.locator('#print-frame')).toHaveAttribute('src', /as=print&notes=all$/);

  const download = page.waitForEvent('download');
  await choose('Export notes as JSON');
  expect((await download).suggestedFilename()).toBe('AM-1_EN_1 - notes.json');
  const copy = page.waitForEvent('download');
  await choose('Save copy with notes');
  expect((await copy).suggestedFilename()).toBe('AM-1_EN_1 - with notes.pdf');

  // On a file without its words, a note is listed until its author puts it somewhere.
  await library.write('AM-1_EN_1.pdf', await linkedPdf('Every sentence of it is new.', 5));
  await library.scan();
  await page.reload();
  await waitUntilDrawn(page);
  await choose('List of notes');
  const lost = 'Carried from Rev. 1: no place found';
  await page.getByRole('button', { name: /^Highlight by engineer/ }).click();
  await expect(card(page)).toContainText(lost);
  // The page moves while the list opens beside it.
  await expect(async () => {
    await selectWords(page, /Every sentence/);
    expect(await page.evaluate('getSelection().toString()')).toContain('Every');
  }).toPass();
  await card(page).getByRole('button', { name: 'Put on the selected text' }).click();
  await expect(note(page, 'highlight')).toHaveCount(1);
  await expect(card(page)).not.toContainText(lost);
});

test('other tabs and people see what is for them, find it, comment on it, and cannot change it', async ({
  page,
  library,
  browser,
}) => {
  await fill(library);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, library);
  const context = await browser.newContext({ baseURL: library.url });
  const other = await context.newPage();
  await open(other, library, 'librarian');
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await drawnPage(tab);
  await stamp(page, 0.7, 0.25); // private
  await chooseMode(page, 'Text');
  await page.getByLabel('Who sees new notes').selectOption('Everyone');
  await page.mouse.click(...(await place(page, 0.2, 0.36)));
  await page.getByRole('textbox', { name: 'Text' }).fill('For everyone');
  await page.keyboard.press('Escape');
  await expect(note(other, 'freetext')).toContainText('For everyone');
  expect(await kinds(other)).toEqual(['freetext']);
  await expect.poll(() => kinds(tab)).toEqual(['freetext', 'stamp']);
  await tab.close();
  await expect(note(other, 'freetext')).toHaveAttribute('data-frame', 'everyone');
  await expect(note(page, 'stamp')).toHaveAttribute('data-frame', 'private');

  // A search leads to it.
  await other.goto('/main?q=everyone');
  const found = results(other).getByRole('region', { name: 'Notes' }).getByRole('link');
  await expect(found).toHaveText(
    /AM-1 Rev. 1 · Text by engineer the tester · Everyone · page 1 For everyone/,
  );
  await found.click();
  await drawnPage(other);
  await expect(card(other)).toContainText('engineer');
  await expect(card(other).getByRole('button', { name: 'Delete note' })).toHaveCount(0);
  await card(other).getByLabel('Comment').fill('Agreed.');
  await card(other).getByRole('button', { name: 'Send' }).click();
  await note(page, 'freetext').click();
  await expect(card(page).getByRole('list', { name: 'Comments' })).toContainText('Agreed.');

  await card(other).getByRole('button', { name: 'Hide this note…' }).click();
  await card(other).getByLabel('Reason for hiding').fill('Not for this document');
  await card(other).getByRole('button', { name: 'Hide this note' }).click();
  await expect(card(page)).toContainText('Hidden by librarian the tester: Not for this document');

  // A librarian who is sent the link of a note of a group hides it unseen.
  await addToGroup(library.db, 'Welding', 'engineer');
  await page.keyboard.press('Escape');
  await chooseMode(page, 'Text');
  await page.getByLabel('Who sees new notes').selectOption('Group Welding');
  await page.mouse.click(...(await place(page, 0.2, 0.41)));
  await page.getByRole('textbox', { name: 'Text' }).fill('Between us');
  await expect.poll(async () => (await saved(library)).length).toBe(3);
  await card(page).getByRole('button', { name: 'Copy link to this note' }).click();
  await page.keyboard.press('Escape');
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  await other.goto(link);
  await expect(card(other)).toContainText('You cannot see this note');
  await card(other).getByRole('button', { name: 'Hide this note…' }).click();
  await card(other).getByLabel('Reason for hiding').fill('Unkind');
  await card(other).getByRole('button', { name: 'Hide this note' }).click();
  await expect(card(other)).toContainText('The note is hidden from its group.');
  await note(page, 'freetext').filter({ hasText: 'Between us' }).click();
  await expect(card(page)).toContainText('Hidden by librarian the tester: Unkind');
  await context.close();
});

test('drawings are loaded with the pages that are shown', async ({ page, library }) => {
  const texts = Array.from({ length: 12 }, (_, at) => `Chapter ${at + 1}`);
  await library.write('AM-1_EN_1.pdf', await textPdf(...texts));
  await library.scan();
  await enter(page, library, documentAddress);
  await waitUntilDrawn(page);
  const name = 'AM-1_EN_1.pdf';
  const { content } = await (await page.request.get(`${api}?name=${name}`)).json();
  const strokes: [number, number, number][][] = [Array.from({ length: 9 }, (_, at) => [at, 99, 1])];
  for (const drawnOn of [1, 11, 12]) {
    const look = { colour: '#ff0000', size: 2, strokes };
    const ink = { kind: 'ink', words: null, look, page: drawnOn } as const;
    const headers = { origin: library.url };
    const data = noteOn(content, { ...ink, rects: [[1, 99, 9, 2]] });
    expect((await page.request.post(api, { data, headers })).status()).toBe(200);
  }
  await page.goto('about:blank'); // the open document hears of the notes
  const drawings: number[] = [];
  page.on('request', (request) => {
    const ids = new URL(request.url()).searchParams.get('ids');
    if (ids !== null) drawings.push(ids.split(',').length);
  });
  await page.goto(documentAddress);
  await expect(note(page, 'ink').locator('path')).not.toHaveCount(0);
  expect(drawings).toEqual([1]);
});

const api = '/vue-egd-lib/api/notes';

test('what is written without a connection outlives a reload and a logout, for its author alone', async ({
  page,
  library,
}) => {
  await fill(library);
  await page.addInitScript(refusedOnce);
  await open(page, library);
  await expect.poll(() => tool(page, 'Notes').isEnabled()).toBe(true);
  await page.waitForResponse('**/api/notes?*');
  await page.route('**/api/notes', (route) => route.abort());
  await stamp(page, 0.7, 0.25);
  await expect(page.getByText(/Not saved yet: no connection/)).toBeVisible();
  await page.reload();
  await drawnPage(page);
  await expect(note(page, 'stamp')).toHaveCount(1);
  await page.getByRole('button', { name: 'Logout' }).click();
  const asked = page.getByRole('dialog', { name: '1 change is not saved' });
  await expect(asked).toContainText('and saves them when you sign in here again.');
  await asked.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Welcome' }).waitFor();
  expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);

  await open(page, library, 'librarian');
  await page.unroute('**/api/notes');
  await page.waitForResponse('**/api/notes?*');
  expect(await kinds(page)).toEqual([]);
  expect(await saved(library)).toEqual([]);
  await open(page, library, 'engineer');
  await expect.poll(() => saved(library)).toEqual([{ kind: 'stamp', text: '' }]);
  await expect(note(page, 'stamp')).toHaveCount(1);
  await expect.poll(() => page.evaluate(unsavedCount)).toBe(0);
});

/** The browser refuses to open its database once, and closes it once later. */
const refusedOnce = `{
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = () => {
    IDBFactory.prototype.open = open;
    throw new Error('refused');
  };
  const { transaction } = IDBDatabase.prototype;
  let count = 0;
  IDBDatabase.prototype.transaction = function (...asked) {
    count += 1;
    if (count === 2) this.close();
    return transaction.apply(this, asked);
  };
}`;

const unsavedCount = `new Promise((resolve) => {
  indexedDB.open('egd-library').onsuccess = ({ target: { result } }) => {
    const count = result.transaction('unsaved').objectStore('unsaved').count();
    count.onsuccess = () => { result.close(); resolve(count.result); };
  };
})`;

/** Notes when the first page is painted, as pdf.js marks it. */
const notePaint = `new MutationObserver(() => {
  const page = document.querySelector('.page[data-loaded="true"]:not(.loadingIcon)');
  if (page !== null) globalThis.paintedAt ??= performance.now();
}).observe(document, { subtree: true, childList: true, attributes: true })`;

/** What was asked for the notes' sake: the code and the list, each with whether the page was painted before. */
const askedForNotes = `performance.getEntriesByType('resource')
  .filter(({ name }) => /notes/.test(name))
  .map(({ startTime }) => startTime > globalThis.paintedAt)`;

test('by keyboard alone: write, find in the list, move, delete, undo; with names for screen readers', async ({
  page,
  library,
}) => {
  await fill(library);
  await page.addInitScript(notePaint);
  const listed = page.waitForResponse('**/api/notes?*');
  await open(page, library);
  await listed;
  // Nothing of the notes is on the way to the first page.
  await expect
    .poll(async () => [...new Set(await page.evaluate<boolean[]>(askedForNotes))])
    .toEqual([true]);
  await pages(page).focus();
  await page.keyboard.press('h');
  await bar(page, 'Highlight').getByLabel('Words on this page').focus();
  await page.keyboard.type('coated with ZINC');
  await page.keyboard.press('Enter');
  await expect(note(page, 'highlight')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(pages(page)).toBeFocused();
  await page.keyboard.press('t');
  await bar(page, 'Text').waitFor();
  await page.getByRole('button', { name: 'Place in the middle of the page' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await page.keyboard.type('Typed');
  await page.keyboard.press('Escape');

  await tool(page, 'Side panel').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Pages' }).focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  const list = page.getByRole('list', { name: 'Notes' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const inList = list.getByRole('button', {
    name: 'Text by engineer the tester, page 1, Private. Typed',
  });
  await expect(
    list.getByRole('button', {
      name: 'Highlight by engineer the tester, page 1, Private. coated with zinc.',
    }),
  ).toBeVisible();
  await inList.focus();
  await page.keyboard.press('Enter');
  await expect(card(page)).toBeFocused();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  const left = async () => Math.round((await note(page, 'freetext').boundingBox())?.x ?? 0);
  const before = await left();
  for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(left).toBeGreaterThan(before + 20);
  await page.keyboard.press('Control+z'); // the three presses are one step
  await expect.poll(left).toBe(before);
  await page.keyboard.press('Delete');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(inList).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a locked finger draws, another moves the page; a tap opens the card', async ({
    page,
    library,
  }) => {
    await fill(library);
    await open(page, library);
    await chooseMode(page, 'Draw');
    const [x, y] = await place(page, 0.3, 0.4);
    const stroke = [[[x, y]], [[x + 40, y + 20]], [[x + 80, y]]];
    await touch(page, stroke);
    await expect(note(page, 'ink')).toHaveCount(1);
    // A tap of Playwright lasts a millisecond; Chromium makes no click of it now and then.
    const lock = page.getByRole('button', { name: 'Finger draws, page is locked' });
    await lock.click();
    await expect(lock).toHaveAttribute('aria-pressed', 'false');
    await touch(page, [[[x, y + 60]], [[x + 40, y + 60]], [[x + 90, y + 62]]]);
    for (let step = 0; step < 20; step++) await page.keyboard.press('+');
    // The last step of zoom: twice the true size of the paper. Each step before it sets the place of the page.
    await expect.poll(() => widthOf(sheet(page))).toBeGreaterThan(1580);
    const scrolled = () => pages(page).evaluate(({ scrollTop }) => scrollTop);
    const before = await scrolled();
    await touch(page, [[[x, y + 60]], [[x, y + 10]], [[x, y]]]);
    await expect.poll(scrolled).toBe(before + 60); // as far as the finger went
    await page.keyboard.press('Escape');
    expect(await kinds(page)).toEqual(['ink']);
    await note(page, 'ink').tap({ force: true });
    await expect(card(page)).toContainText('Drawing, page 1');
    await card(page).getByLabel('Remark').fill('Look here');
    await expect.poll(() => saved(library)).toEqual([{ kind: 'ink', text: 'Look here' }]);
    await expect(above(page)).toContainText('Page 1 / 4');
  });

  test('a pen draws where fingers move the page, also with the hand on the screen', async ({
    page,
    library,
  }) => {
    await fill(library);
    await open(page, library);
    await chooseMode(page, 'Draw');
    await page.getByRole('button', { name: 'Finger draws, page is locked' }).click();
    await expect(sheet(page).locator('svg[data-mode=ink]')).toHaveCSS('touch-action', 'none');
    const [x, y] = await place(page, 0.3, 0.4);
    const session = await page.context().newCDPSession(page);
    const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: [number, number]) =>
      session.send('Input.dispatchMouseEvent', {
        type,
        x: at[0],
        y: at[1],
        button: 'left',
        buttons: type === 'mouseReleased' ? 0 : 1,
        clickCount: 1,
        pointerType: 'pen',
      });
    await pen('mousePressed', [x, y]);
    await pen('mouseMoved', [x + 60, y + 10]);
    await touch(page, [[[x + 150, y + 150]], [[x + 150, y + 100]]]);
    await pen('mouseMoved', [x + 120, y]);
    await pen('mouseReleased', [x + 120, y]);
    await expect(note(page, 'ink')).toHaveCount(1);
    const { width = 0 } = (await note(page, 'ink').boundingBox()) ?? {};
    expect(width).toBeGreaterThan(115);
    await expect(above(page)).toContainText('Page 1 / ');
  });
});
