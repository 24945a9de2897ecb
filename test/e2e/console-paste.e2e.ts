import { readdir } from 'node:fs/promises';
import { allSaved, cell, grid, openConsole, paste, pasteAs, row, write } from './console.ts';
import { type BrowserLibrary, expect, test } from './library.ts';

const entriesOf = async ({ db }: BrowserLibrary) => {
  const entries = await db
    .selectFrom('documents')
    .select(['id', 'doc_num', 'doc_desc', 'language', 'doc_rev'])
    .orderBy('id')
    .execute();
  return entries.map(({ id, ...entry }) => `${id} ${Object.values(entry).join(' | ')}`);
};

const before = [
  '1 AM-1 | Zinc plating of steel parts | EN | 1',
  '2 AM-2 | Phosphating |  | B',
  '3 BA-7 | Shot peening | DE | 4',
];

const filesIn = async ({ config }: BrowserLibrary) =>
  (await readdir(config.shareDir)).filter((name) => !name.startsWith('.'));

test('a block with a header, pasted on a saved row, goes to the entries that it names', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await cell(row(page, 'AM-1'), 'customer').click();
  const block = [
    'Customer\tStandard Number\tTitle\tLanguage\tRevision',
    'Boreal Air\tBM-2001\tNew\tEN\t1',
    'Boreal Air\tBA-7\tShot peening of gears\tDE\t4',
    'Aurora Motors\tAM-2\tPhosphating\t-\tB',
    '\t\t\t\t',
    '',
  ];
  await paste(page, block.join('\r\n'));
  await expect(page.getByText('3 rows pasted: 1 new, 1 changed, 1 unchanged')).toBeVisible();
  await allSaved(page);
  expect(await entriesOf(library)).toEqual([
    before[0],
    before[1],
    '3 BA-7 | Shot peening of gears | DE | 4',
    '4 BM-2001 | New | EN | 1',
  ]);
});

test('what a spreadsheet has spoilt is asked about before it is pasted, or refused', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await cell(row(page, 'AM-1'), 'doc_num').click();
  const block = ['Customer\tNumber\tRev\tTitle', 'Aurora Motors\t1E+10\tMAR-05\tx'];
  await paste(page, block.join('\r\n'));
  const question = page.getByRole('dialog', { name: 'Check these cells before you paste' });
  await expect(question.getByRole('listitem')).toHaveText([
    'The standard number 1E+10 looks like a long number that Excel shortened.',
    'The revision MAR-05 looks like a date that Excel made of a number.',
  ]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('3 standard numbers')).toBeVisible();
  await cell(row(page, 'AM-1'), 'doc_desc').click();
  await paste(page, '#N/A\r\n');
  await expect(
    page.getByRole('button', {
      name: 'Not saved: The description is #N/A, a spreadsheet error. Correct the cell.',
    }),
  ).toBeVisible();
});

test('a block of customers and numbers without a header goes to the entries that it names', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await cell(row(page, 'AM-1'), 'doc_num').click();
  await paste(page, 'boreal air\tBA-7\tOther words\tDE\t4\nAurora Motors\tAM-3\tNew\tEN\tA\n');
  await expect(page.getByText('2 rows pasted: 1 new, 1 changed')).toBeVisible();
  await allSaved(page);
  expect(await entriesOf(library)).toEqual([
    before[0],
    before[1],
    '3 BA-7 | Other words | DE | 4',
    '4 AM-3 | New | EN | A',
  ]);
});

test('before a paste turns saved rows into others it shows which, and asks', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await cell(row(page, 'AM-1'), 'doc_num').click();
  await paste(page, 'AM-10\r\nAM-20\r\n\r\n\r\n');
  const dialog = page.getByRole('dialog', { name: '2 saved rows will become different entries' });
  await expect(dialog.getByRole('row', { name: /AM-1 → AM-10/ })).toBeVisible();
  await expect(dialog.getByRole('row', { name: /AM-2 → AM-20/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await allSaved(page);
  expect(await entriesOf(library)).toEqual(before);

  await cell(row(page, 'AM-1'), 'doc_num').click();
  await paste(page, 'AM-10\r\nAM-20\r\n');
  await dialog.getByRole('button', { name: 'Change 2 rows' }).click();
  await allSaved(page);
  expect((await entriesOf(library)).map((entry) => entry.split(' ')[1])).toEqual([
    'AM-10',
    'AM-20',
    'BA-7',
  ]);
  expect(await filesIn(library)).toEqual(['AM-10_EN_1.pdf']);
  await page.keyboard.press('Control+z');
  await expect(cell(row(page, 'BA-7'), 'doc_num')).toBeVisible();
  await expect.poll(() => entriesOf(library)).toEqual(before);
  await expect.poll(() => filesIn(library)).toEqual(['AM-1_EN_1.pdf']);
});

test('descriptions are pasted over without a question', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await cell(row(page, 'AM-1'), 'doc_desc').click();
  await paste(page, 'First\r\nSecond\r\n');
  await expect(page.getByText('2 rows pasted')).toBeVisible();
  await allSaved(page);
  await expect(cell(row(page, 'AM-2'), 'doc_desc')).toHaveText('Second');
});

test('rows pasted right after Add, or where no cell is active, are rows', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await row(page, 'AM-1').waitFor();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(grid(page).getByRole('combobox', { name: 'Customer' })).toBeFocused();
  await paste(page, 'Aurora Motors\tAM-3\tThird\tEN\t1\r\nAurora Motors\tAM-4\tFourth\tEN\t1\r\n');
  await allSaved(page);
  await expect(page.getByText('5 standard numbers')).toBeVisible();
  await page.getByRole('heading', { name: 'Manage' }).click();
  await paste(page, 'Customer\tNumber\tRev\nBoreal Air\tBA-8\t1\n');
  await expect
    .poll(async () => (await entriesOf(library)).slice(3))
    .toEqual(['4 AM-3 | Third | EN | 1', '5 AM-4 | Fourth | EN | 1', '6 BA-8 |  |  | 1']);
});

test('a single value is pasted into an open cell as text', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  const desc = cell(row(page, 'AM-2'), 'doc_desc');
  await desc.dblclick();
  await desc.getByRole('textbox').fill('');
  await page.evaluate(`document.execCommand('insertText', false, 'Typed')`);
  await paste(page, 'one cell\r\n');
  await page.keyboard.press('Enter');
  await expect(desc).toHaveText('Typed');
});

test('a list of customers pasted on customers adds those that are new', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'customers');
  await row(page, 'Boreal Air').getByRole('gridcell').nth(2).click();
  await paste(page, 'Customer\nAURORA motors\nCaelora Aircraft\n');
  await expect(page.getByText('2 rows pasted: 1 new, 1 unchanged')).toBeVisible();
  await allSaved(page);
  const names = await library.db.selectFrom('customers').select('name').orderBy('id').execute();
  expect(names.map(({ name }) => name)).toEqual([
    'Aurora Motors',
    'Boreal Air',
    'Caelora Aircraft',
  ]);
});

test('a corrected number takes its file along, and one undo takes both back', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await write(cell(row(page, 'Zinc plating'), 'doc_num'), 'AM-100');
  const dialog = page.getByRole('dialog', { name: '1 saved row will become a different entry' });
  await expect(dialog.getByLabel('Rename its file too')).toBeChecked();
  await expect(dialog).toContainText('AM-1_EN_1.pdf → AM-100_EN_1.pdf');
  await dialog.getByRole('button', { name: 'Change 1 row' }).click();
  await expect(page.getByText('1 file renamed with the entry')).toBeVisible();
  expect(await filesIn(library)).toEqual(['AM-100_EN_1.pdf']);
  await page.keyboard.press('Control+z');
  await expect(row(page, 'AM-100')).toHaveCount(0);
  await expect.poll(() => filesIn(library)).toEqual(['AM-1_EN_1.pdf']);
  expect(await entriesOf(library)).toEqual(before);
});

test('a file that is left behind is suggested to the entry that had it', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await write(cell(row(page, 'Zinc plating'), 'doc_num'), 'QX 77');
  const dialog = page.getByRole('dialog', { name: '1 saved row will become a different entry' });
  await dialog.getByLabel('Rename its file too').uncheck();
  await dialog.getByRole('button', { name: 'Change 1 row' }).click();
  await allSaved(page);
  const status = cell(row(page, 'QX 77'), 'status');
  await expect(status).toContainText('Wrong name');
  await status.getByRole('button', { name: 'Rename' }).click();
  await expect.poll(() => filesIn(library)).toEqual(['QX 77_EN_1.pdf']);
});

/** As Excel copies cells: tabs and CRLF, quotes around cells with line breaks or quotes; and a table of HTML. */
const excelBlock = {
  'text/plain': [
    'Customer\tStandard Number\tTitle\tLanguage\tRevision',
    'Boreal Air\tBA-8\t"Shot peening',
    'of ""large"" springs"\tEN\t1',
    'Boreal Air\tBA-9\tNitriding\tEN\t1',
    '',
  ].join('\r\n'),
  'text/html': `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><!--StartFragment--><table>
    <tr><td>Customer</td><td>Standard Number</td></tr></table><!--EndFragment--></body></html>`,
};

/** As Word copies a table: each cell's text, tabs and CRLF, with its no-break spaces. */
const wordBlock = {
  'text/plain': 'Boreal\u00a0Air\tBA-10\tCarburising\u00a0of gears\tEN\t1\r\n',
  'text/html': `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><!--StartFragment-->
    <table class=MsoTableGrid><tr><td><p class=MsoNormal>Boreal&nbsp;Air<o:p></o:p></p></td></tr></table>
    <!--EndFragment--></body></html>`,
};

test('tables are pasted from Excel and from Word as these copy them', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await cell(row(page, 'AM-1'), 'customer').click();
  await pasteAs(page, excelBlock);
  await expect(page.getByText('2 rows pasted: 2 new')).toBeVisible();
  await allSaved(page);
  await cell(row(page, 'AM-1'), 'customer').click();
  await pasteAs(page, wordBlock);
  await expect(page.getByText('1 row pasted: 1 new')).toBeVisible();
  await allSaved(page);
  expect((await entriesOf(library)).slice(3)).toEqual([
    '4 BA-8 | Shot peening of "large" springs | EN | 1',
    '5 BA-9 | Nitriding | EN | 1',
    '6 BA-10 | Carburising of gears | EN | 1',
  ]);
});
