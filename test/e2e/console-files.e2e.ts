import { mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { smallPdf } from '../small-pdf.ts';
import { cell, drop, grid, openConsole, row } from './console.ts';
import { expect, test } from './library.ts';

const uploads = 'Uploads';

test.describe('with scans every second', () => {
  // Each library has its own process that scans.
  test.use({ scanning: true });

  test('a PDF dropped on a row goes to its entry, whatever its name', async ({ page, library }) => {
    await openConsole(page, library, 'standard-numbers');
    const content = await smallPdf({ pages: 1, title: 'BA-7' });
    await drop(cell(row(page, 'BA-7'), 'doc_desc'), [{ name: 'scan 0815.pdf', content }]);
    await expect(cell(row(page, 'BA-7'), 'status')).toContainText('Check mark');
    expect(await readdir(library.config.shareDir)).toContain('BA-7_DE_4.pdf');
  });

  test('PDFs whose names belong to no entry are asked about, and get an entry', async ({
    page,
    library,
  }) => {
    await openConsole(page, library, 'standard-numbers');
    await row(page, 'BA-7').waitFor();
    const content = await smallPdf({ pages: 1, title: 'New' });
    await drop(grid(page), [
      { name: 'BA-7 DE rev 4.pdf', content },
      { name: 'AM-77_EN_2.pdf', content: await smallPdf({ pages: 2, title: 'AM-77' }) },
    ]);
    const dialog = page.getByRole('dialog', { name: '2 files without an entry of that name' });
    const nearest = dialog.getByRole('group', { name: 'BA-7 DE rev 4.pdf' });
    await expect(nearest.getByRole('radio', { name: /^Use as BA-7_DE_4/ })).toBeChecked();
    const missing = dialog.getByRole('group', { name: 'AM-77_EN_2.pdf' });
    await missing.getByRole('radio', { name: 'Create entry' }).check();
    await expect(missing.getByLabel('Standard Number')).toHaveValue('AM-77');
    await expect(missing.getByLabel('Revision')).toHaveValue('2');
    await missing.getByLabel('Customer').fill('Aurora Motors');
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(cell(row(page, 'BA-7'), 'status')).toContainText('Check mark');
    await expect(cell(row(page, 'AM-77'), 'status')).toContainText('Check mark');
  });

  test('files without an entry are answered all alike, and one goes to an entry that is searched for', async ({
    page,
    library,
  }) => {
    await openConsole(page, library, 'standard-numbers');
    await row(page, 'BA-7').waitFor();
    const pdf = async (title: string) => smallPdf({ pages: 1, title });
    await drop(grid(page), [
      { name: 'AM-81_EN_1.pdf', content: await pdf('81') },
      { name: 'AM-82_EN_1.pdf', content: await pdf('82') },
      { name: 'scan 0815.pdf', content: await pdf('BA-7') },
    ]);
    const dialog = page.getByRole('dialog', { name: '3 files without an entry of that name' });
    await dialog.getByRole('button', { name: 'Skip all' }).click();
    await expect(dialog.getByRole('radio', { name: 'Skip' }).first()).toBeChecked();
    await dialog.getByRole('button', { name: 'Create entries' }).click();
    await dialog.getByLabel('Customer of all').fill('Aurora Motors');
    const scanned = dialog.getByRole('group', { name: 'scan 0815.pdf' });
    await scanned.getByRole('radio', { name: 'An existing entry' }).check();
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(scanned.getByRole('alert')).toContainText('Search for the entry and choose it');
    await scanned.getByRole('searchbox', { name: 'Search for the entry' }).fill('ba7');
    await scanned.getByRole('radio', { name: /^BA-7 DE rev 4/ }).check();
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    for (const number of ['AM-81', 'AM-82', 'BA-7']) {
      await expect(cell(row(page, number), 'status')).toContainText('Check mark');
    }
  });

  test('a duplicate is moved to .superseded at a click, and comes back with undo', async ({
    page,
    library,
  }) => {
    await mkdir(path.join(library.config.shareDir, 'old'));
    await library.put('old/AM-1_EN_1.pdf', await smallPdf({ pages: 1, title: 'AM-1, before' }));
    await openConsole(page, library, 'files');
    const duplicate = row(page, 'old/AM-1_EN_1.pdf');
    await duplicate.getByRole('button', { name: 'Move to .superseded' }).click();
    await expect(page.getByText('1 file moved to .superseded')).toBeVisible();
    await expect(duplicate).toHaveCount(0);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(duplicate).toContainText('Duplicate');
    expect(await readdir(path.join(library.config.shareDir, 'old'))).toEqual(['AM-1_EN_1.pdf']);
  });

  test('an interrupted upload says so, and Retry finishes it', async ({ page, library }) => {
    await openConsole(page, library, 'standard-numbers');
    await row(page, 'BA-7').waitFor();
    await page.route('**/manage/documents/*/file', (route) => route.abort('connectionreset'));
    const content = await smallPdf({ pages: 1, title: 'BA-7' });
    await drop(grid(page), [{ name: 'BA-7_DE_4.pdf', content }]);
    const panel = page.getByRole('region', { name: uploads });
    await expect(panel).toContainText('No connection to the server.');
    await page.unroute('**/manage/documents/*/file');
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect(panel).toContainText('1 of 1 uploaded');
    await expect(cell(row(page, 'BA-7'), 'status')).toContainText('Check mark');
  });

  test('a file is replaced only when the librarian says so, and the previous one is kept', async ({
    page,
    library,
  }) => {
    await openConsole(page, library, 'standard-numbers');
    await row(page, 'AM-1').waitFor();
    const content = await smallPdf({ pages: 5, title: 'AM-1, new' });
    await drop(grid(page), [{ name: 'AM-1_EN_1.pdf', content }]);
    const panel = page.getByRole('region', { name: uploads });
    await expect(panel).toContainText('Replace? The previous file is kept in .superseded.');
    await panel.getByRole('button', { name: 'Replace' }).click();
    await expect(panel).toContainText('1 of 1 uploaded');
    const kept = await readdir(path.join(library.config.shareDir, '.superseded'));
    expect(kept.map((name) => name.replace(/^\S+ /, ''))).toEqual(['AM-1_EN_1.pdf']);
  });

  test('many files get their entries and names at once', async ({ page, library }) => {
    // The folder of a file suggests its customer.
    await mkdir(path.join(library.config.shareDir, 'Aurora Motors'));
    for (const [name, title] of [
      ['Aurora Motors/AM-31_EN_1.pdf', 'one'],
      ['Aurora Motors/AM-32_EN_1.pdf', 'two'],
      ['BA-7 DE rev 4.pdf', 'three'],
    ] as const) {
      await library.put(name, await smallPdf({ pages: 1, title }));
    }
    await library.put('copy.pdf', await smallPdf({ pages: 3, title: 'AM-1' }));
    await library.put('notes.pdf', 'no PDF');
    await library.put('cut.pdf', (await smallPdf({ pages: 1, title: 'cut' })).subarray(0, 400));
    await openConsole(page, library, 'files');
    // On a phone the counts are swiped, and the page is no wider than the screen.
    await page.setViewportSize({ width: 360, height: 800 });
    await expect(page.getByRole('button', { name: /^Not a PDF 1/ })).toBeAttached();
    await expect(page.getByRole('button', { name: /^Duplicate 1/ })).toBeAttached();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: /^No entry 2/ }).click();
    await expect(grid(page).getByRole('row')).toHaveCount(3);
    await page.getByRole('checkbox', { name: 'Select All' }).check();
    await page.getByRole('button', { name: 'Create entries (2)' }).click();
    await expect(page.getByText('2 entries created')).toBeVisible();
    await page.getByRole('button', { name: /^All/ }).click();
    await expect(row(page, 'AM-31_EN_1.pdf')).toContainText('Matched');
    await expect(row(page, 'AM-32_EN_1.pdf')).toContainText('Matched');
    await row(page, 'BA-7 DE rev 4.pdf')
      .getByRole('button', { name: /^Rename to/ })
      .click();
    await expect(row(page, 'BA-7_DE_4.pdf')).toContainText('Matched');
  });

  test('a folder that cannot be read is reported, and nothing is changed', async ({
    page,
    library,
  }) => {
    await openConsole(page, library, 'standard-numbers');
    await expect(cell(row(page, 'AM-1'), 'status')).toContainText('Check mark');
    await rename(library.config.shareDir, `${library.config.shareDir}-away`);
    await expect(page.getByRole('alert')).toContainText(
      'Scanning has stopped. Nothing was changed.',
    );
    await expect(cell(row(page, 'AM-1'), 'status')).toContainText('Check mark');
    await rename(`${library.config.shareDir}-away`, library.config.shareDir);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
