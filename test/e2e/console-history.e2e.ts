import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { smallPdf } from '../small-pdf.ts';
import { changeLibrary } from '../../server/changes/change.ts';
import { saveEntries } from '../../server/catalogue/entries.ts';
import { entryOf } from '../harness.ts';
import { expectNoFaults } from './axe.ts';
import { openConsole } from './console.ts';
import { type BrowserLibrary, expect, test } from './library.ts';

async function importMany(library: BrowserLibrary, count: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, at) => entryOf({ doc_num: `IM-${at}` }));
  await changeLibrary(library.library, { user: 'anna' }, (tx, change) =>
    saveEntries(tx, entries, change),
  );
}

test('an import is one line of the history, which unfolds, and a line opens the history of its row', async ({
  page,
  library,
}) => {
  await importMany(library, 150);
  await openConsole(page, library, 'history');
  const change = page.getByRole('listitem').first();
  await expect(change).toContainText('150 lines by anna');
  await expect(change).toContainText('IM-149 · EN · Rev. 1 added');
  await change.getByRole('button', { name: 'Expand 150 lines' }).click();
  await expect(change.getByRole('listitem')).toHaveCount(100);
  await change.getByRole('button', { name: 'Show older lines' }).click();
  await expect(change.getByRole('listitem')).toHaveCount(150);
  await change.getByRole('button', { name: 'History of IM-149 · EN · Rev. 1' }).click();
  const panel = page.getByRole('dialog', { name: 'History of IM-149 · EN · Rev. 1' });
  await expect(panel.getByRole('listitem')).toHaveCount(1);
});

test('the history is filtered, the address keeps the filter, and what is shown is exported', async ({
  page,
  library,
}) => {
  await importMany(library, 2);
  await library.add({ doc_desc: 'Zinc and nickel' });
  await openConsole(page, library, 'history');
  const changes = page.getByRole('listitem');
  await expect(changes).toHaveCount(3);
  await page.getByLabel('Person').selectOption('anna');
  await expect(changes).toHaveCount(1);
  const held = Promise.withResolvers<void>();
  await page.route('**/auth/check', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByLabel('Person').selectOption('All');
  await page.getByLabel('Standard number').pressSequentially('am 1');
  await expect(changes).toHaveCount(2);
  held.resolve();
  await page.getByLabel('Action').selectOption('changed');
  await expect(changes).toHaveCount(1);
  await expect(changes).toContainText('Zinc plating of steel parts → Zinc and nickel');
  await page.reload();
  await expect(changes).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('changed,document,1');
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('No changes match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(changes).toHaveCount(3);
});

test('an export that is refused is explained on the page, and the other format is downloaded', async ({
  page,
  library,
}) => {
  // More lines than a worksheet holds.
  const { db } = library;
  await db.updateTable('versions').set({ value: 1_048_576 }).where('name', '=', 'audit').execute();
  await openConsole(page, library, 'history');
  await page.getByRole('link', { name: 'Export as XLSX' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'The export failed. A sheet is limited to 1,048,576 rows. Export to .csv instead.',
  );
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(
    /^EGD Library audit trail \d{4}-\d\d-\d\d\.csv$/,
  );
  expect(await readFile(await (await download).path(), 'utf8')).toContain(',jsmith,');
});

test('a large import is undone from the history by a job, which shows its end, and redone the same way', async ({
  page,
  library,
}) => {
  await importMany(library, 2500);
  await library.add({ doc_num: 'IM-7', doc_desc: 'described since' });
  await openConsole(page, library, 'history');
  await page.getByRole('button', { name: 'Undo change: 2,500 lines by anna' }).click();
  const question = page.getByRole('dialog', { name: 'Undo this change?' });
  await expect(question).toContainText('2,500 rows will be undone');
  await expect(question).toContainText('Rows that others changed since are left as they are');
  await question.getByRole('button', { name: 'Undo', exact: true }).click();
  const job = page.getByRole('dialog', { name: 'Undoing' });
  await expect(job.getByRole('progressbar', { name: 'Rows' })).toBeVisible();
  await expect(job.getByRole('button', { name: 'Cancel undo' })).toBeVisible();
  const end = page.getByRole('dialog', { name: 'Undone' });
  await expect(end).toContainText('2,499 rows undone. 1 row was not undone.', {
    timeout: 120_000,
  });
  await end.getByText('Rows left, with the reasons').click();
  await expect(end).toContainText('IM-7, language EN, revision 1 stays: jsmith changed it since.');
  await expectNoFaults(page);
  await end.getByRole('button', { name: 'Close' }).last().click();
  const first = page.getByRole('listitem').filter({ hasText: '2,499 lines' });
  await expect(first).toHaveCount(1);
  const left = library.db
    .selectFrom('documents')
    .select('doc_num')
    .where('doc_num', 'like', 'IM-%');
  expect(await left.execute()).toEqual([{ doc_num: 'IM-7' }]);

  await page.reload();
  const last = page.getByRole('region', { name: 'Large change' });
  await expect(last).toContainText('2,499 rows undone.');
  await page.getByRole('button', { name: 'Undo change: Undo of 2,500 lines by' }).click();
  await question.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(end).toContainText('2,499 rows undone.', { timeout: 120_000 });
  expect(await left.execute()).toHaveLength(2500);
  await end.getByRole('button', { name: 'Close' }).last().click();
  await page.keyboard.press('Control+z');
  await expect(end).toContainText('2,499 rows undone.', { timeout: 120_000 });
  expect(await left.execute()).toHaveLength(1);
});

test('a PDF that was replaced comes back from the history, and what replaced it by undo', async ({
  page,
  library,
}) => {
  const cookie = await library.signIn('librarian');
  const before = await readFile(path.join(library.config.shareDir, 'AM-1_EN_1.pdf'));
  const after = await smallPdf({ pages: 1, title: 'The wrong one' });
  const uploaded = await library.app.inject({
    method: 'PUT',
    url: '/vue-egd-lib/api/manage/documents/1/file?replace=yes',
    headers: { cookie, 'content-type': 'application/pdf' },
    payload: Buffer.from(after),
  });
  expect(uploaded.statusCode).toBe(200);
  const inFolder = () => readFile(path.join(library.config.shareDir, 'AM-1_EN_1.pdf'));
  expect((await inFolder()).equals(after)).toBe(true);

  await openConsole(page, library, 'history');
  await page.getByRole('button', { name: /^Undo change: AM-1_EN_1\.pdf replaced/ }).click();
  const question = page.getByRole('dialog', { name: 'Undo this change?' });
  await expect(question).toContainText('1 row will be undone');
  await question.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'replaced' })).toHaveCount(2);
  expect((await inFolder()).equals(before)).toBe(true);
  await expect(page.getByText('.superseded')).toBeHidden();

  await page.keyboard.press('Control+z');
  await expect(page.getByRole('listitem').filter({ hasText: 'replaced' })).toHaveCount(3);
  expect((await inFolder()).equals(after)).toBe(true);
});
