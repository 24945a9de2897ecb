import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoFaults } from './axe.ts';
import { openConsole, row } from './console.ts';
import { type BrowserLibrary, expect, test } from './library.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import a spreadsheet' });

async function previewSheet(page: Page, library: BrowserLibrary, lines: string[]) {
  await openConsole(page, library, 'standard-numbers');
  await page.getByRole('button', { name: 'Import…' }).click();
  await dialogOf(page)
    .getByLabel(/Choose a CSV or XLSX file/)
    .setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\n')),
    });
  return dialogOf(page);
}

test('columns with headings that nobody knows are chosen once, and known the next time', async ({
  page,
  library,
}) => {
  const sheet = ['Our standards', 'Kunde;Teil;Was;Rev;Sprache', 'Boreal Air;BA-8;Peening;1;DE'];
  const dialog = await previewSheet(page, library, sheet);
  await expect(dialog.getByRole('alert')).toContainText(
    'Which column is Standard Number, Description?',
  );
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0);
  await dialog.getByLabel('B Teil').selectOption('Standard Number');
  await dialog.getByLabel('C Was').selectOption('Description');
  await expect(dialog).toContainText('list.csv: 1 added, 0 changed, 0 unchanged, 0 refused.');
  await expectNoFaults(page);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog).toContainText('1 added, 0 changed, 0 unchanged.');

  const next = await previewSheet(page, library, [
    'Teil;Was;Rev;Sprache;Kunde',
    'BA-9;x;1;DE;Boreal Air',
  ]);
  await expect(next).toContainText('list.csv: 1 added, 0 changed, 0 unchanged, 0 refused.');
});

test('a corrected sheet shows what becomes of each entry, and what Excel spoilt', async ({
  page,
  library,
}) => {
  const dialog = await previewSheet(page, library, [
    'id,customer,doc_num,doc_desc,doc_rev,language',
    '3,Boreal Air,BA-70,Shot peening,4,DE',
    ',Boreal Air,BA-71,Shot peening,12-May,DE',
  ]);
  await expect(dialog).toContainText('1 added, 1 changed, 0 unchanged, 0 refused.');
  await expect(dialog).toContainText(
    '1 entry gets another customer, number, language or revision.',
  );
  await expect(dialog.getByRole('row', { name: /^2 / })).toContainText(
    'Standard Number: BA-7 BA-70',
  );
  await expect(dialog.getByRole('row', { name: /^3 / }).first()).toContainText('looks like a date');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row(page, 'BA-70')).toHaveCount(1);
  await expect(row(page, /BA-7(?!0|1)/)).toHaveCount(0);
});

test('a long import shows how far it is, goes on when the dialog is closed, and says what came of it', async ({
  page,
  library,
}) => {
  const rows = Array.from({ length: 6000 }, (_, at) => `Boreal Air,BX-${at},Shot peening,1,DE`);
  const header = 'customer,doc_num,doc_desc,doc_rev,language';
  const dialog = await previewSheet(page, library, [header, ...rows]);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Rows' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('6,003 standard numbers')).toBeVisible();
  await page.getByRole('button', { name: 'Import…' }).click();
  // As one that has ended, or still on its way to it.
  await expect(dialog).toContainText('6,000 added, 0 changed, 0 unchanged.');
});

test('what only the library has is listed, saved as a list, deleted after asking, and undone', async ({
  page,
  library,
}) => {
  const dialog = await previewSheet(page, library, [
    'customer,doc_num,doc_desc,doc_rev,language',
    'Aurora Motors,AM-1,Zinc plating of steel parts,1,EN',
  ]);
  await dialog.getByText('In the library, but not in the sheet: 1 entry').click();
  await expect(dialog).toContainText('Aurora Motors: 1 of 2 entries');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save this list' }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  expect(saved).toBe(
    '\uFEFFid,customer,doc_num,doc_desc,doc_rev,language\r\n2,Aurora Motors,AM-2,Phosphating,B,\r\n',
  );
  await dialog.getByLabel('Aurora Motors · AM-2 · - · Rev. B').check();
  await dialog.getByRole('button', { name: 'Delete selected…' }).click();
  await page.getByRole('button', { name: 'Delete 1 standard number' }).click();
  await expect(dialog).toContainText('1 standard number deleted.');
  await expect(row(page, 'AM-2')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog).toContainText('Deletion of 1 standard number undone.');
  await expect(row(page, 'AM-2')).toHaveCount(1);
});
