import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { addNote, listNotes } from '#contract/calls.ts';
import { summarizeCases } from '#contract/case-calls.ts';
import { portionsOf } from '../../server/db/portions.ts';
import { followCatalogue } from '../../server/cases/open-cases.ts';
import { noteOn } from '../noting.ts';
import { expectRoom } from './axe.ts';
import { type BrowserLibrary, endSessionsWith, enter, expect, fillLogin, test } from './library.ts';
import { revisedPdfs } from './revised-pdfs.ts';

// The story that change cases are for: a new revision arrives, two people review it, it is signed,
// implemented and closed, and a reader sees what was decided.

const [older, newer] = await revisedPdfs();

test.use({
  options: {
    entries: [{ doc_rev: '1' }],
    files: { 'AM-1_EN_1.pdf': older, 'AM-1_EN_2.pdf': newer },
  },
});

/** Rev. 2 of AM-1 arrives in a library that knows of cases: its case is opened. */
async function receiveRevision(library: BrowserLibrary): Promise<void> {
  await library.addUser('ann', 'EGD_LIB', 'EGD_LIB_REVIEW');
  await library.addUser('bob', 'EGD_LIB', 'EGD_LIB_REVIEW');
  await followCatalogue(library.library);
  await library.add({ doc_rev: '2' });
  await library.scan();
  await followCatalogue(library.library);
}

/** The case of Rev. 2 in review, with so many lines, and without pages. */
async function putInReview(library: BrowserLibrary, count: number): Promise<void> {
  await receiveRevision(library);
  await library.app.follow(); // or its list of changes is made later, instead of this one
  await library.db.updateTable('cases').set({ state: 'in_review' }).execute();
  await library.db.deleteFrom('case_lines').execute();
  const lines = Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    case_id: 1,
    position: at + 1,
    change: null,
    weight: 'text' as const,
    clause: '4.1',
    text: `Change ${at + 1} of many`,
    decision: null,
    remark: '',
    decided_by: null,
  }));
  for (const portion of portionsOf(lines)) {
    await library.db.insertInto('case_lines').values(portion).execute();
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const changes = (page: Page) => page.getByRole('region', { name: 'Changes' });
const line = (page: Page, text: string) =>
  changes(page).getByRole('button').filter({ hasText: text });
const decision = (page: Page, about: number, name: string) =>
  page.getByRole('group', { name: `Decision about line ${about}` }).getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name }).click();
const step = (page: Page) =>
  page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]');

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

test('a new revision is reviewed by two, signed, implemented and closed', async ({
  page,
  library,
  browser,
}) => {
  await receiveRevision(library);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, library, '/cases?tab=open', 'ann');
  await expect(page.getByRole('heading', { name: 'Change cases' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'AM-1 Rev. 2' }).click();
  await expect(page).toHaveURL(/\/cases\/1$/);
  await expect(step(page)).toHaveText('Open');

  const reader = await (await browser.newContext({ baseURL: library.url })).newPage();
  await enter(reader, library, '/cases/1', 'engineer');
  await expect(changes(reader)).toContainText('appear here once the review is signed');

  await button(page, 'Start review').click();
  await expect(step(page)).toHaveText('In review');
  await expect(changes(page).getByText(/^\d+ of \d+ left$/)).toBeVisible();
  await expect(line(page, '10.9')).toContainText('2 Material');
  const newerPages = page.getByRole('region', { name: 'Newer document' });
  await line(page, '10.9').click();
  await expect(newerPages.locator('button[data-current=true]')).toBeInViewport();
  await expect(page).toHaveURL(/\/cases\/1\?line=1$/);

  // By the keyboard: an action, down, no impact.
  await page.keyboard.press('2');
  await expect(decision(page, 1, 'Action')).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel('Remark about line 1').fill('Order bolts of class 10.9');
  await page.keyboard.press('Enter');
  await line(page, '10.9').press('ArrowDown');
  await page.keyboard.press('1');
  await expect(decision(page, 2, 'No impact')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Control+Z');
  await expect(decision(page, 2, 'No impact')).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('1');
  await expect(decision(page, 2, 'No impact')).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  const remark = page.getByLabel('Remark about line 2'); // the current line
  await expect(remark).toBeVisible();

  // A note on the new revision becomes a remark, which leads back to it.
  const note = await writeNote(library, 'ann', 'AM-1_EN_2.pdf', 'Ask the laboratory');
  await button(page, 'Use a note…').click();
  const choice = page.getByLabel('Note to use as the remark');
  await expect(choice.getByRole('option')).toHaveText([
    'Choose a note',
    'Page 1, Text by ann the tester, Everyone: Ask the laboratory',
  ]);
  await choice.selectOption(note);
  await expect(remark).toHaveValue(`Ask the laboratory (ann the tester) [note on page 1: ${note}]`);
  const link = page.getByRole('link', { name: 'Open the note' });
  await expect(link).toHaveAttribute('href', new RegExp(`&page=1&note=${note}$`));

  // A second reviewer sees it, and decides about the rest at once.
  const other = await (await browser.newContext({ baseURL: library.url })).newPage();
  await enter(other, library, '/cases/1', 'bob');
  await expect(other.getByLabel('Remark about line 1')).toHaveValue('Order bolts of class 10.9');
  await button(other, /^Left/).click();
  await other.getByLabel('Choose all').check();
  await changes(other)
    .getByText(/^\d+ chosen:$/)
    .waitFor();
  const allNoImpact = () =>
    changes(other).getByRole('button', { name: 'No impact', exact: true }).first().click();
  await other.getByLabel('Remark for all chosen lines').fill('Wording only');
  await allNoImpact();
  await expect(changes(other).getByText('All decided')).toBeVisible();
  await button(other, 'Undo').click();
  await expect(changes(other).getByText(/^\d+ of \d+ left$/)).toBeVisible();
  await other.getByLabel('Choose all').check();
  await other.getByLabel('Remark for all chosen lines').fill('Wording only');
  await allNoImpact();
  await expect(changes(other).getByText('All decided')).toBeVisible();

  // He also joins the case while she signs: she is told, and signs again.
  await button(page, 'Sign review…').click();
  await dialog(page).getByLabel('Process').check();
  await other.getByText('More', { exact: true }).click();
  await other.getByRole('menuitem', { name: 'People and dates…' }).click();
  await dialog(other).getByLabel('Owner').fill('bob');
  await confirm(other, 'Save');
  await expect(dialog(other)).toBeHidden();
  await confirm(page, 'Sign review');
  await expect(
    dialog(page).getByText('Someone else changed this case. Check it, then repeat your change.'),
  ).toBeVisible();
  await expect(dialog(page).getByLabel('Process')).toBeChecked();
  await confirm(page, 'Sign review');
  await expect(step(page)).toHaveText('Reviewed');
  await expect(page.getByText('signed by ann')).toBeVisible();

  await button(page, 'Add an action…').click();
  await expect(dialog(page).getByLabel(/^1\. /)).toBeChecked(); // the line decided Action
  await dialog(page).getByLabel('Reference').fill('CP-1044');
  await confirm(page, 'Add');
  await button(page, 'Implemented…').click();
  await confirm(page, 'Implemented');
  await expect(dialog(page)).toContainText('One action is not done.');
  await page.keyboard.press('Escape');
  await button(page, 'Edit Control plan CP-1044').click();
  await dialog(page).getByLabel('Done on').fill('2026-01-05');
  await confirm(page, 'Save');
  await button(page, 'Implemented…').click();
  await confirm(page, 'Implemented');
  await expect(step(page)).toHaveText('Implemented');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await confirm(page, 'Close the case');
  await expect(step(page)).toHaveText('Closed');
  await page.getByLabel('Correction of a signed fact').fill('Line 1 is about M10 only.');
  await button(page, 'Add a correction').click();
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(history.first()).toContainText('Correction: Line 1 is about M10 only.');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Evidence as XLSX' }).click();
  expect((await downloaded).suggestedFilename()).toBe('Change case 1 AM-1 Rev. 2.xlsx');
  await expectAccessible(page);

  await reader.reload();
  await expect(changes(reader)).toContainText('Order bolts of class 10.9');
  await expect(changes(reader)).toContainText('Wording only');
  await expect(button(reader, 'More')).toHaveCount(0);
});

/** A text for everyone on the first page; gives its id. */
async function writeNote(library: BrowserLibrary, user: string, name: string, text: string) {
  const headers = { cookie: await library.signIn(user) };
  const url = `${listNotes.url}?name=${name}`;
  const listed = await library.app.inject({ method: 'GET', url, headers });
  const { content } = listed.json<{ content: string }>();
  const rects: [number, number, number, number][] = [[80, 300, 200, 40]];
  const payload = noteOn(content, { name, kind: 'freetext', words: null, rects, text });
  const added = await library.app.inject({ method: 'POST', url: addNote.url, headers, payload });
  expect(added.statusCode).toBe(200);
  return payload.id;
}

test('on a phone the list comes first, and a line leads to its pages and back', async ({
  page,
  library,
}) => {
  await receiveRevision(library);
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(
    page,
    library,
    '/main?customer=Aurora+Motors&doc_num=AM-1&language=EN&doc_rev=2',
    'ann',
  );
  await expect(page.getByText(/^Rev\. 2 is under review, due \d+ \w+ \d{4}\.$/)).toBeVisible();
  await page.getByRole('link', { name: 'Open the case' }).click();
  await button(page, 'Start review').click();
  await decision(page, 1, 'Question').click();
  await page.getByRole('link', { name: 'Show on the pages' }).click();
  await expect(page.getByRole('region', { name: 'Newer document' })).toBeVisible();
  await decision(page, 1, 'Action').click();
  await expect(decision(page, 1, 'Action')).toHaveAttribute('aria-pressed', 'true');
  await page.setViewportSize({ width: 844, height: 390 });
  const remark = page.getByLabel('Remark about line 1');
  await expect(remark).toBeInViewport({ ratio: 1 });
  await expect(decision(page, 1, 'Question')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'List' }).click();
  await expect(decision(page, 1, 'Action')).toHaveAttribute('aria-pressed', 'true');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectRoom(page, 320);
  for (const name of ['Sign review…', 'People and dates…', 'Add an action…']) {
    const asks = button(page, name).or(page.getByRole('menuitem', { name }));
    if (!(await asks.isVisible())) await button(page, 'More').click();
    await asks.click();
    await expect(dialog(page)).toBeVisible();
    await expectRoom(page, 320);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const width = () => page.locator('html').evaluate(({ scrollWidth }) => scrollWidth);
  expect(await width()).toBe(390);
  await library.add({ doc_num: 'AM-2', doc_rev: '7' });
  for (const tab of ['mine', 'open', 'all', 'without']) {
    await page.goto(`/cases?tab=${tab}`);
    await expect(page.locator('nav[aria-label=Cases] [aria-current=page]')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Customer' })).toBeHidden();
    await button(page, 'Filters and reports').click();
    await expect(page.getByRole('combobox', { name: 'Customer' })).toBeVisible();
    await expect(
      page.getByText(/^(No cases here|AM-1 Rev\. 2|AM-2 Rev\. 7)$/).first(),
    ).toBeVisible();
    expect([tab, await width()]).toEqual([tab, 390]);
  }
});

test('the cases of this week are those of the week at the site', async ({ page, library }) => {
  await receiveRevision(library);
  const { today } = (
    await library.app.inject({
      url: summarizeCases.url,
      headers: { cookie: await library.signIn('ann') },
    })
  ).json<{ today: string }>();
  expect(today).toMatch(/^\d{4}-\d\d-\d\d$/);
  await page.clock.setFixedTime(Date.parse(today) + 30 * 24 * 60 * 60_000);
  const listed = page.waitForRequest((request) => request.url().includes('due_before='));
  await enter(page, library, '/cases?tab=week', 'ann');
  const before = new URL((await listed).url()).searchParams.get('due_before') ?? '';
  expect(new Date(before).getUTCDay()).toBe(1);
  const days = (Date.parse(before) - Date.parse(today)) / (24 * 60 * 60_000);
  expect(days).toBeGreaterThan(0);
  expect(days).toBeLessThanOrEqual(7);
});

test('an auditor shows a revision in three clicks, and finds nothing that writes', async ({
  page,
  library,
}) => {
  await receiveRevision(library);
  await library.addUser('auditor', 'EGD_LIB', 'EGD_LIB_AUDIT');
  await enter(page, library, '/main', 'auditor');
  await page.getByRole('link', { name: 'Cases' }).click();
  await page.getByLabel('Standard number').fill('am 1');
  await page.getByRole('link', { name: 'AM-1 Rev. 2' }).click();
  await expect(page.getByRole('heading', { name: 'AM-1 Rev. 2' })).toBeVisible();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Evidence as PDF' }).click();
  expect((await downloaded).suggestedFilename()).toBe('Change case 1 AM-1 Rev. 2.pdf');
  await expect(button(page, /…$/)).toHaveCount(0);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByText('Case opened')).toBeVisible();
  await expect(history.getByText(/Evidence/)).toHaveCount(0); // it is in the access audit

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Change cases' })).toBeVisible();
  const report = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Evidence as XLSX' }).click();
  expect((await report).suggestedFilename()).toBe('Evidence of change cases.xlsx');
  await expect(button(page, 'Open a case…')).toBeHidden();

  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(history.getByText('Change case of AM-1 · EN · Rev. 2').first()).toBeVisible();
  await expect(button(page, /Undo|Redo|Scan now/)).toHaveCount(0);
  await expectAccessible(page);
  await history
    .getByRole('button', { name: /^History of Change case/ })
    .first()
    .click();
  await expect(dialog(page).getByText('Case opened')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: /Undo/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const tabs = page.getByRole('navigation', { name: 'Console' }).getByRole('link');
  await expect(tabs).toHaveText(['Cases', 'History']);
  await tabs.first().click();
  await expect(page.getByRole('row', { name: 'Aurora Motors' })).toBeVisible();
  await expect(button(page, /…$/)).toHaveCount(0);
  await page.goto('/cases/999');
  await expect(page.getByRole('heading', { name: 'Case not found', level: 1 })).toBeVisible();
  await page.goto('/manage/customers');
  await expect(page.getByRole('heading', { name: /not found/i })).toBeVisible();
});

test('a case of 2,000 changes: a link to one of them, the keys, and a decision about all', async ({
  page,
  library,
}) => {
  await putInReview(library, 2000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, library, '/cases/1?line=1990', 'ann');
  await expect(line(page, 'Change 1990 of many')).toBeInViewport();
  expect(
    await changes(page)
      .getByRole('group', { name: /^Decision/ })
      .count(),
  ).toBeLessThan(60);
  await line(page, 'Change 1990 of many').press('End');
  await expect(line(page, 'Change 2000 of many')).toBeFocused();
  await page.keyboard.press('3');
  await expect(changes(page).getByText('1,999 of 2,000 left')).toBeVisible();
  await page.getByLabel('Choose all').check();
  await changes(page).getByRole('button', { name: 'No impact', exact: true }).first().click();
  await expect(changes(page).getByText('All decided')).toBeVisible();
  await page.reload();
  await expect(changes(page).getByText('All decided')).toBeVisible();
  await expect(line(page, 'Change 2000 of many')).toBeInViewport();
});

test('digits and Ctrl+Z decide in the list of changes alone', async ({ page, library }) => {
  await putInReview(library, 4);
  await enter(page, library, '/cases/1?line=1', 'ann');
  const isDecided = (about: number, name: string) =>
    expect(decision(page, about, name)).toHaveAttribute('aria-pressed', 'true');
  await line(page, 'Change 1 of many').press('1');
  await isDecided(1, 'No impact');
  const elsewhere = page.getByRole('link', { name: 'FAQ' });
  await elsewhere.press('3');
  await isDecided(1, 'No impact');
  await elsewhere.press('Control+z');
  await isDecided(1, 'No impact');
  await elsewhere.blur();
  await page.keyboard.press('3');
  await isDecided(1, 'No impact');

  // A line that leaves the list leaves the focus, and so the keys, to the next one; the last one to the list.
  await button(page, /^Left/).click();
  await line(page, 'Change 2 of many').press('2');
  await expect(line(page, 'Change 3 of many')).toBeFocused();
  await page.keyboard.press('1');
  await expect(line(page, 'Change 4 of many')).toBeFocused();
  await page.keyboard.press('1');
  await expect(changes(page).getByText('All decided')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(changes(page).getByText('1 of 4 left')).toBeVisible();
});

test('what cannot be saved waits in the browser, and what is refused keeps its text', async ({
  page,
  library,
}) => {
  await putInReview(library, 4);
  await enter(page, library, '/cases/1?line=1', 'ann');
  const remark = page.getByLabel(/^Remark about line/);
  const saved = async (about: number) => {
    const lines = library.db.selectFrom('case_lines').where('position', '=', about);
    return lines.select(['decision', 'remark', 'decided_by']).executeTakeFirst();
  };
  const cut = () => page.route('**/decide', (route) => route.abort());
  const mend = async () => {
    await page.unroute('**/decide');
    await page.evaluate('window.dispatchEvent(new Event("online"))');
  };
  await cut();
  await line(page, 'Change 1 of many').press('1');
  await expect(page.getByText('1 line is waiting.')).toBeVisible();
  await expect(line(page, 'Change 1 of many')).toContainText('Waiting');
  await remark.fill('Typed in a tunnel'); // and not left
  await page.reload();
  await expect(decision(page, 1, 'No impact')).toHaveAttribute('aria-pressed', 'true');
  await expect(remark).toHaveValue('Typed in a tunnel');
  await page.getByRole('link', { name: 'About' }).click();
  await page.getByRole('link', { name: '1 not saved' }).click();
  await expect(page.getByText('1 line is waiting.')).toBeVisible();
  expect(await saved(1)).toEqual({ decision: null, remark: '', decided_by: null });
  await mend();
  await expect(page.getByRole('link', { name: '1 not saved' })).toBeHidden();
  await expect(changes(page).getByText('Waiting')).toHaveCount(0);
  const remarked = { decision: 'no_impact', remark: 'Typed in a tunnel', decided_by: 'ann' };
  expect(await saved(1)).toEqual(remarked);

  // A decision after the session ended is sent by the next one.
  await endSessionsWith(page, library, '**/decide');
  await line(page, 'Change 2 of many').press('2');
  await fillLogin(page, 'ann');
  await expect(decision(page, 2, 'Action')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => saved(2)).toMatchObject({ decision: 'action', decided_by: 'ann' });

  // Someone else decides meanwhile.
  await cut();
  await decision(page, 3, 'Question').click();
  await expect(page.getByText('1 line is waiting.')).toBeVisible();
  const line3 = library.db.updateTable('case_lines').where('position', '=', 3);
  await line3.set({ decision: 'action', version: 9, changed_by: 'bob' }).execute();
  await mend();
  await expect(
    page.getByText(/^bob decided line 3 as Action.*not saved: Question\.$/),
  ).toBeVisible();
  await page.reload();
  await button(page, 'Use yours').click();
  await expect.poll(() => saved(3)).toMatchObject({ decision: 'question', decided_by: 'ann' });

  // Someone signs meanwhile.
  await cut();
  await line(page, 'Change 4 of many').click();
  await remark.last().fill('Too late');
  await remark.last().press('Enter');
  await expect(page.getByText('1 line is waiting.')).toBeVisible();
  await library.db.updateTable('cases').set({ state: 'reviewed' }).execute();
  await mend();
  const refused = page.getByText(/^Line 4 was not saved: "Too late"\./);
  await expect(refused).toBeVisible();
  await page.reload();
  await expect(refused).toBeVisible();
  await button(page, 'Discard').click();
  await expect(refused).toBeHidden();
  expect(await saved(4)).toEqual({ decision: null, remark: '', decided_by: null });
});

test('a case opens with its change in the middle of what is seen', async ({ page, library }) => {
  await receiveRevision(library);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, library, '/cases/1', 'ann');
  await button(page, 'Start review').click();
  const strip = page.getByRole('region', { name: 'Newer document' });
  const mark = strip.locator('button[data-current=true]').first();
  await expect(mark).toBeInViewport();
  const [seen, marked] = [await strip.boundingBox(), await mark.boundingBox()];
  const lower = Math.min(900, (seen?.y ?? 0) + (seen?.height ?? 0));
  const middle = (marked?.y ?? 0) + (marked?.height ?? 0) / 2;
  expect(Math.abs(middle - ((seen?.y ?? 0) + lower) / 2)).toBeLessThan(40);
});

test('a librarian sets the rule of a customer by a calendar of the site', async ({
  page,
  library,
}) => {
  await enter(page, library, '/manage/cases', 'librarian');
  await button(page, 'Add a calendar…').click();
  await dialog(page).getByLabel('Name').fill('Munich');
  await dialog(page).getByLabel('Time zone').fill('Europe/Berlin');
  await dialog(page).getByLabel('Holidays').fill('2026-12-25 Christmas Day\nChristmas');
  await confirm(page, 'Save');
  await expect(dialog(page)).toContainText(
    'Line 2 of the days must start with a day such as 2026-12-25.',
  );
  await dialog(page).getByLabel('Holidays').fill('2026-12-25 Christmas Day');
  await confirm(page, 'Save');
  await expect(page.getByText('Munich Europe/Berlin, 1 special day')).toBeVisible();

  await button(page, 'Edit the rule of Aurora Motors').click();
  await dialog(page).getByLabel('Working days to review').fill('5');
  await dialog(page).getByLabel('Calendar').selectOption('Munich');
  await confirm(page, 'Save');
  const row = page.getByRole('row', { name: 'Aurora Motors' });
  await expect(row).toContainText('For new revisionsNo5 working daysMunich–');
});

test('a case on paper has every decision, and nothing to press', async ({ page, library }) => {
  await receiveRevision(library);
  await enter(page, library, '/cases/1', 'ann');
  await button(page, 'Start review').click();
  await decision(page, 1, 'Action').click();
  await page.getByLabel('Remark about line 1').fill('Order bolts of class 10.9');
  await page.keyboard.press('Enter');
  await decision(page, 2, 'No impact').click();
  await expect(page.getByText('Line 2: No impact')).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate('window.dispatchEvent(new Event("beforeprint"))');
    await page.emulateMedia({ media: 'print' });
    const paper = page.getByRole('article');
    await expect(paper.getByRole('heading', { level: 1 })).toHaveText(
      'AM-1 Rev. 2 · Case 1, In review',
    );
    await expect(paper).toContainText(
      /1\..*10\.9.*Action.*ann.*Order bolts of class 10\.9.*No action yet/s,
    );
    await expect(paper).toContainText(/2\..*No impact/s);
    await expect(paper.locator('del').first()).toBeVisible();
    await expect(paper.getByText('Review started')).toBeVisible();
    const pressed = page.getByRole('main').locator('button, input, a, select');
    expect(await pressed.filter({ visible: true }).count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate('window.dispatchEvent(new Event("afterprint"))');
    await expect(paper).toHaveCount(0);
  }
});
