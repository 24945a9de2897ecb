import type { Page } from '@playwright/test';
import { smallPdf } from '../small-pdf.ts';
import { expectNoFaults } from './axe.ts';
import { allSaved, cell, drop, grid, openConsole, row, write } from './console.ts';
import { enter, expect, shownPage, test } from './library.ts';

const readerAt = (doc_rev: string, doc_num = 'AM-1') =>
  `/main?customer=Aurora+Motors&doc_num=${doc_num}&language=EN&doc_rev=${doc_rev}`;
const fourth = await smallPdf({ pages: 4, title: 'AM-1 04' });

test.use({
  options: {
    entries: [
      { doc_rev: '02' },
      { doc_rev: '03' },
      { doc_num: 'AM-9', doc_desc: 'Painting', doc_rev: 'June 2019' },
      { doc_num: 'AM-9', doc_desc: 'Painting', doc_rev: 'C' },
      { customer: 'Boreal Air', doc_num: 'BA-7', doc_desc: 'Shot peening', doc_rev: '4' },
    ],
    files: { 'AM-1_EN_03.pdf': await smallPdf({ pages: 3, title: 'AM-1 03' }) },
  },
});

const dialog = (page: Page) => page.getByRole('dialog');
const status = (page: Page, text: RegExp) => cell(row(page, text), 'revision_status');

async function act(page: Page, text: RegExp, action: string): Promise<void> {
  await cell(row(page, text), 'doc_rev').click({ button: 'right' });
  await page.getByRole('menuitem', { name: action }).click();
}

async function banner(page: Page): Promise<string> {
  return page
    .getByRole('status')
    .filter({ hasText: /superseded|withdrawn|replaced|new design|unclear/ })
    .innerText();
}

test('the grid shows the day of issue and the status, and the day is written', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await expect(status(page, /AM-1.*EN03/)).toHaveText('Latest');
  await expect(status(page, /AM-1.*EN02/)).toHaveText('Superseded');
  await expect(status(page, /AM-9.*ENJune/)).toHaveText('Order unsure');
  const issued = cell(row(page, /AM-1.*EN03/), 'issued_on');
  await write(issued, '14.11.2026');
  await allSaved(page);
  await expect(issued).toHaveText('2026-11-14');
  await write(issued, 'last week');
  await expect(issued).toHaveText(
    'last week The day of issue "last week" is not a date. Write it like 2026-11-14.',
  );
});

test('a new revision arrives with its PDF, readers of the old one see it, and undo takes both back', async ({
  page,
  library,
  browser,
}) => {
  const reader = await (await browser.newContext({ baseURL: library.url })).newPage();
  await enter(reader, library, readerAt('03'));
  await expect(shownPage(reader, 'Page 1 of 3')).toBeVisible();

  await openConsole(page, library, 'standard-numbers');
  await act(page, /AM-1.*EN03/, 'New revision…');
  await expect(dialog(page).getByLabel('Revision', { exact: true })).toHaveValue('04');
  await expect(dialog(page).getByLabel('Description')).toHaveValue('Zinc plating of steel parts');
  await expect(dialog(page).getByText('04 becomes the latest; 03 is superseded.')).toBeVisible();
  await dialog(page).getByLabel('Issued on').fill('2026-11-14');
  const chosen = { name: 'fourth.pdf', mimeType: 'application/pdf', buffer: Buffer.from(fourth) };
  await dialog(page).getByLabel(/^PDF/).setInputFiles(chosen);
  await dialog(page).getByRole('button', { name: 'Add revision' }).click();
  await expect(page.getByText('1 of 1 uploaded')).toBeVisible();
  await expect(status(page, /AM-1.*EN04/)).toHaveText('Latest');
  await expect(status(page, /AM-1.*EN03/)).toHaveText('Superseded');
  await expect(cell(row(page, /AM-1.*EN04/), 'status')).toContainText('Being checked');

  await reader.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await expect
    .poll(() => banner(reader))
    .toBe('Revision 03 was superseded by 04 on 14 November 2026.');
  await reader.getByRole('link', { name: 'Open 04' }).click();
  await expect(shownPage(reader, 'Page 1 of 4')).toBeVisible();

  await page.getByRole('button', { name: 'Undo: New revision 04 of AM-1' }).click();
  await expect(page.getByText('Undone: New revision 04 of AM-1')).toBeVisible();
  await expect(status(page, /AM-1.*EN03/)).toHaveText('Latest');
  await expect(row(page, /AM-1.*EN04/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Files' }).click();
  await expect(row(page, 'AM-1_EN_03.pdf')).toBeVisible();
  await expect(row(page, 'AM-1_EN_04.pdf')).toHaveCount(0);

  await page.getByRole('button', { name: 'Redo: New revision 04 of AM-1' }).click();
  await expect(row(page, 'AM-1_EN_04.pdf')).toBeVisible();
  await page.getByRole('link', { name: 'Standard Number' }).click();
  await expect(cell(row(page, /AM-1.*EN04/), 'status')).toContainText('Being checked');
});

test('a revision lower than the latest is added after a warning, one that is there is not', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await act(page, /AM-1.*EN03/, 'New revision…');
  const revision = dialog(page).getByLabel('Revision', { exact: true });
  await revision.fill('02');
  await expect(dialog(page).getByText('Revision 02 already exists.')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Add revision' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await revision.fill('01');
  await expect(dialog(page).getByText(/01 is older than 03/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Add the older revision' }).click();
  await expect(status(page, /AM-1.*EN01/)).toHaveText('Superseded');
  await expect(status(page, /AM-1.*EN03/)).toHaveText('Latest');
});

test('a new revision is made by keys alone', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await cell(row(page, /AM-1.*EN03/), 'doc_rev').click();
  await page.keyboard.press('Alt+n');
  await expect(dialog(page).getByLabel('Revision', { exact: true })).toBeFocused();
  await expect(dialog(page).getByText('04 becomes the latest')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(status(page, /AM-1.*EN04/)).toHaveText('Latest');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('[role=grid] :focus')).toHaveCount(1);
});

test('a dropped PDF of a known number and an unknown revision is offered as a new revision first', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await row(page, /AM-1.*EN03/).waitFor();
  await drop(grid(page), [{ name: 'AM-1_EN_04.pdf', content: fourth }]);
  const first = dialog(page).getByRole('radio').first();
  await expect(first).toHaveAccessibleName('New revision 04 of AM-1 · EN (Aurora Motors)');
  await expect(first).toBeChecked();
  await expect(dialog(page).getByText('04 becomes the latest; 03 is superseded.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('1 of 1 uploaded')).toBeVisible();
  await expect(status(page, /AM-1.*EN04/)).toHaveText('Latest');
  await expect(cell(row(page, /AM-1.*EN04/), 'doc_desc')).toHaveText('Zinc plating of steel parts');
  await page.getByRole('button', { name: 'Undo: AM-1 · EN · Rev. 04 added' }).click();
  await expect(row(page, /AM-1.*EN04/)).toHaveCount(0);
  await expect(status(page, /AM-1.*EN03/)).toHaveText('Latest');
});

test('a standard is withdrawn with day and remark, readers see it, and undo makes it valid again', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await act(page, /AM-1.*EN03/, 'Status…');
  await dialog(page).getByLabel('Withdrawn').check();
  await expect(dialog(page).getByText(/cite/)).toBeVisible();
  await dialog(page).getByLabel('Since').fill('2026-02-01');
  await dialog(page).getByLabel('Remark').fill('Use the drawing.');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(status(page, /AM-1.*EN03/)).toHaveText('Withdrawn');
  await expect(status(page, /AM-1.*EN02/)).toHaveText('Withdrawn');

  const reader = await page.context().newPage();
  await reader.goto(readerAt('03'));
  await expect
    .poll(() => banner(reader))
    .toBe('AM-1 was withdrawn on 1 February 2026. Use the drawing.');
  await reader.getByRole('combobox', { name: 'Standard Number' }).click();
  const option = reader.getByRole('option').filter({ hasText: 'Rev. 03' });
  await expect(option).toHaveAccessibleName(/Withdrawn/);

  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('AM-1 · EN, all revisions')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Withdrawn' })).toBeVisible();
  await page.getByRole('link', { name: 'Standard Number' }).click();
  await page.getByRole('button', { name: 'Undo: AM-1 withdrawn' }).click();
  await expect(status(page, /AM-1.*EN03/)).toHaveText('Latest');
});

test('a standard is replaced by one of another customer, and its readers are led there', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await act(page, /AM-1.*EN03/, 'Status…');
  await dialog(page).getByLabel('Replaced by another standard').check();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Search for the standard that replaces it, and choose it.',
  );
  await dialog(page).getByLabel('Search for the entry').fill('BA-7');
  await dialog(page)
    .getByRole('radio', { name: /BA-7.*Boreal Air/ })
    .check();
  await dialog(page).getByLabel('Since').fill('');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(status(page, /AM-1.*EN03/)).toHaveText('Withdrawn');

  const reader = await page.context().newPage();
  await reader.goto(readerAt('03'));
  await expect.poll(() => banner(reader)).toBe('AM-1 was replaced by BA-7 of Boreal Air.');
  await reader.getByRole('link', { name: 'Open BA-7' }).click();
  await expect(reader).toHaveURL(/customer=Boreal\+Air&doc_num=BA-7&language=EN&doc_rev=4/);
});

test('an unsure order is set by keys, and undo makes it unsure again', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await act(page, /AM-9.*ENJune/, 'Set revision order…');
  const items = dialog(page).getByRole('listitem');
  await expect(items).toHaveText([/^C/, /^June 2019/]);
  await dialog(page).getByRole('button', { name: 'June 2019 is newer: move it up' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(items).toHaveText([/^June 2019 the latest/, /^C/]);
  await expect(dialog(page).locator(':focus')).toHaveAccessibleName(/^June 2019/);
  await dialog(page).getByRole('button', { name: 'Save this order' }).click();
  await expect(status(page, /AM-9.*ENJune/)).toHaveText('Latest');
  await expect(status(page, /AM-9.*ENC/)).toHaveText('Superseded');
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'June 2019, C' })).toBeVisible();
  await page.getByRole('link', { name: 'Standard Number' }).click();
  await page.getByRole('button', { name: /^Undo: Order of AM-9 set/ }).click();
  await expect(status(page, /AM-9.*ENJune/)).toHaveText('Order unsure');
});

test('a day of issue that contradicts makes the order unsure, and settles it in one click', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await write(cell(row(page, /AM-1.*EN02/), 'issued_on'), '2021-01-01');
  await write(cell(row(page, /AM-1.*EN03/), 'issued_on'), '2020-01-01');
  await allSaved(page);
  await expect(status(page, /AM-1.*EN03/)).toHaveText('Order unsure');
  await act(page, /AM-1.*EN03/, 'Set revision order…');
  await expect(dialog(page).getByText('The days of issue contradict this order.')).toBeVisible();
  const items = dialog(page).getByRole('listitem');
  await expect(items).toHaveText([
    '03 the latest, issued 2020-01-01',
    '02 issued 2021-01-01, after a newer revision',
  ]);
  await dialog(page).getByRole('button', { name: 'Order by day of issue' }).click();
  await expect(items).toHaveText(['02 the latest, issued 2021-01-01', '03 issued 2020-01-01']);
  await dialog(page).getByRole('button', { name: 'Save this order' }).click();
  await expect(status(page, /AM-1.*EN02/)).toHaveText('Latest');
  await expect(status(page, /AM-1.*EN03/)).toHaveText('Superseded');
});

test('days of issue and statuses of a spreadsheet are taken over', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await page.getByRole('button', { name: 'Import…' }).click();
  const sheet = [
    'Customer,Doc. No.,Title,Rev,Language,Issued,Status',
    'Aurora Motors,AM-1,Zinc plating of steel parts,03,EN,14.11.2026,Withdrawn',
  ].join('\n');
  const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) };
  await dialog(page)
    .getByLabel(/Choose a CSV/)
    .setInputFiles(file);
  await dialog(page).getByText('Columns: 7 of 7 come from row').click();
  await expect(dialog(page).getByLabel('F Issued')).toHaveValue('issued_on');
  await expect(dialog(page).getByLabel('G Status')).toHaveValue('revision_status');
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(cell(row(page, /AM-1.*EN03/), 'issued_on')).toHaveText('2026-11-14');
  await expect(status(page, /AM-1.*EN03/)).toHaveText('Withdrawn');
});

test('axe finds no fault in the dialogs about standards', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  const looks = [
    ['New revision…', 'becomes the latest'],
    ['Status…', 'Valid'],
    ['Set revision order…', 'Newest first, by their labels'],
  ] as const;
  for (const [action, words] of looks) {
    await act(page, /AM-1.*EN03/, action);
    await dialog(page).getByText(words).first().waitFor();
    if (action === 'Status…') {
      await dialog(page).getByLabel('Replaced by another standard').check();
      await dialog(page).getByText(/cite/).waitFor();
    }
    await expectNoFaults(page, { within: 'dialog' });
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
});
