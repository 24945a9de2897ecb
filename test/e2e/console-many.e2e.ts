import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { smallPdf } from '../small-pdf.ts';
import { openByHand } from '../../server/cases/open-cases.ts';
import { changeLibrary } from '../../server/changes/change.ts';
import {
  addManyEntries,
  allSaved,
  cell,
  grid,
  openConsole,
  row,
  write,
  chooseTool,
} from './console.ts';
import { type BrowserLibrary, expect as patient, test } from './library.ts';

// Libraries that are too large for a browser: they are narrowed first, and jobs work on all that matches.

test.describe.configure({ timeout: 300_000 });
test.use({ actionTimeout: 60_000 });

// Jobs over 6,000 entries take a while on a busy machine.
const expect = patient.configure({ timeout: 60_000 });

async function addManyFiles({ db }: BrowserLibrary, count: number): Promise<void> {
  await sql`insert into files (path, name, name_key, depth, bytes, modified_ns, inode, seen_at, verdict)
    with recursive file (number) as (select 1 union all select number + 1 from file where number < ${count})
    select 'scans/Scan ' || number || '.pdf', 'Scan ' || number || '.pdf', 'scan ' || number || '.pdf', 1, 1000,
      '1700000000000000000', number, '2026-01-02T03:04:05.000Z',
      case number % 2 when 0 then 'broken' else 'name_unknown' end
    from file`.execute(db);
}

async function openCase({ db, library }: BrowserLibrary, doc_num: string): Promise<void> {
  const of = db.selectFrom('documents').select('id').where('doc_num', '=', doc_num);
  const { id } = await of.executeTakeFirstOrThrow();
  await changeLibrary(library, { user: 'jsmith' }, (tx, change) => openByHand(tx, id, change));
}

test('120,000 standard numbers are narrowed, edited, exported, imported, deleted and undone', async ({
  page,
  library,
}) => {
  await addManyEntries(library, 120_000, 6000);
  await library.add({ customer: 'Boreal Air', doc_num: 'Needle', doc_desc: 'In the haystack' });
  await openCase(library, 'M-119999');
  await openConsole(page, library, 'standard-numbers');
  const narrowing = page.getByRole('search', { name: 'Narrow the standard numbers' });
  const text = narrowing.getByRole('textbox');
  const bar = (words: string) => page.getByText(words, { exact: true });

  await test.step('nothing is shown before it is narrowed', async () => {
    await expect(
      page.getByRole('heading', { name: '120,004 standard numbers: too many to show at once' }),
    ).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    await text.fill('no such words');
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
    await expect(bar('0 standard numbers match.')).toBeVisible();
  });

  await test.step('a text finds an entry of any customer, and the link keeps it', async () => {
    await text.fill('HAYST boreal');
    await expect(bar('1 standard number matches.')).toBeVisible();
    await write(cell(row(page, 'Needle'), 'doc_desc'), 'Edited');
    await allSaved(page);
    await expect(row(page, 'Needle')).toContainText('Edited'); // although it is not found any more
    await text.fill('edited');
    await expect(page).toHaveURL(/\/manage\/standard-numbers\?text=edited$/);
    await page.reload();
    await expect(row(page, 'Needle')).toBeVisible();
    await expect(text).toHaveValue('edited');
    await narrowing.getByRole('button', { name: 'Clear' }).click();
    await narrowing.getByLabel('Customer').selectOption({ label: 'Boreal Air (2)' });
    await expect(row(page, 'Needle')).toBeVisible();
    await narrowing.getByLabel('Upload Status').selectOption('Available');
    await expect(row(page, 'Needle')).toHaveCount(0);
    await narrowing.getByRole('button', { name: 'Clear' }).click();
  });

  await test.step('5,000 of those that match are shown; sorting and column filters act on them', async () => {
    await text.fill('obsolete');
    await expect(
      bar(
        '6,000 standard numbers match. The first 5,000 are shown. Narrow the list to see the others.',
      ),
    ).toBeVisible();
    await expect(bar('5,000 rows')).toBeVisible();
    await grid(page)
      .getByRole('columnheader', { name: 'Standard Number' })
      .getByText('Standard')
      .click();
    await expect(row(page, 'M-114001')).toBeVisible();
    await page.getByLabel('Filter Standard Number').fill('m-11400');
    await expect(bar('9 of 5,000 rows')).toBeVisible();
    await grid(page).getByRole('checkbox', { name: 'Select All' }).click();
    await page.getByRole('button', { name: 'Delete (9)' }).click();
    await expect(
      bar(
        '5,991 standard numbers match. The first 5,000 are shown. Narrow the list to see the others.',
      ),
    ).toBeVisible();
    await page.getByRole('button', { name: /^Undo: / }).click();
    await expect(bar('9 of 5,000 rows')).toBeVisible();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect(bar('5,000 rows')).toBeVisible();
  });

  const all = grid(page).getByRole('checkbox', { name: 'Select All' });
  const match = (count: string) =>
    bar(
      `${count} standard numbers match. The first 5,000 are shown. Narrow the list to see the others.`,
    );

  const confirm = async (title: string) => {
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  };

  await test.step('a large deletion says first what it touches', async () => {
    await all.click();
    await page.getByRole('button', { name: 'Delete (6,000)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 6,000 standard numbers?' });
    await expect(dialog).toContainText('1 pending change case will be withdrawn.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(match('6,000')).toBeVisible();
  });

  await test.step('nothing is deleted when their number changed meanwhile', async () => {
    await all.click();
    await page.getByRole('button', { name: 'Delete (6,000)' }).click();
    await expect(page.getByText('1 pending change case will be withdrawn.')).toBeVisible();
    // No console asks what changed, so that it is not seen here.
    await page.route('**/manage/changes?*', (route) => route.abort());
    await library.add({ doc_num: 'M-120001', doc_desc: 'Obsolete' });
    await confirm('Delete 6,000 standard numbers?');
    await expect(page.getByRole('alert')).toContainText(
      '6,001 match now, not 6,000. Check them before you delete them.',
    );
    await page.unroute('**/manage/changes?*');
    await expect(match('6,001')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
  });

  await test.step('all that match are deleted by a job, and undone', async () => {
    await all.click();
    await page.getByRole('button', { name: 'Delete (6,001)' }).click();
    await confirm('Delete 6,001 standard numbers?');
    await expect(page.getByText('6,001 standard numbers deleted')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
    await page.getByRole('button', { name: /^Undo: / }).click();
    const undone = page.getByRole('dialog').filter({ hasText: '6,001 rows undone.' });
    await undone.getByRole('button', { name: 'Close' }).last().click();
    await expect(match('6,001')).toBeVisible();
  });

  await test.step('an import adds to them, an export has them all, and the import is undone', async () => {
    await narrowing.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Import…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a spreadsheet' });
    const sheet = 'customer,doc_num,doc_desc,doc_rev,language\nBoreal Air,BA-9,Shot peening,1,EN\n';
    await dialog
      .getByLabel(/Choose a CSV or XLSX file/)
      .setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(dialog).toContainText('1 added, 0 changed, 0 unchanged.');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await text.fill('ba-9 peening');
    await expect(row(page, 'BA-9')).toBeVisible();

    const download = page.waitForEvent('download');
    await chooseTool(page, 'Export as CSV');
    const exported = await readFile(await (await download).path(), 'utf8');
    expect(exported.trim().split('\n')).toHaveLength(1 + 120_006);

    await page.getByRole('button', { name: 'Undo: new.csv imported' }).click();
    await expect(bar('0 standard numbers match.')).toBeVisible();
  });
});

test('20,001 files are narrowed, moved, given entries, and undone', async ({ page, library }) => {
  const { shareDir } = library.config;
  await mkdir(path.join(shareDir, 'old'));
  await library.put('old/AM-1_EN_1.pdf', await smallPdf({ pages: 1, title: 'AM-1, before' }));
  await mkdir(path.join(shareDir, 'Boreal Air'));
  await library.put('Boreal Air/BA-9_EN_2.pdf', await smallPdf({ pages: 1, title: 'BA-9' }));
  await addManyFiles(library, 20_001);
  await openConsole(page, library, 'files');
  await expect(
    page.getByRole('heading', { name: '20,004 files: too many to show at once' }),
  ).toBeVisible();
  const narrowing = page.getByRole('search', { name: 'Narrow the files' });
  const text = narrowing.getByRole('textbox');

  await test.step('by verdict and text', async () => {
    await narrowing.getByLabel('Verdict').selectOption('Broken');
    await expect(
      page.getByText(
        '10,000 files match. The first 5,000 are shown. Narrow the list to see the others.',
      ),
    ).toBeVisible();
    await text.fill('scan 20000');
    await expect(page.getByText('1 file matches.')).toBeVisible();
    await expect(page).toHaveURL(/\/manage\/files\?verdict=broken&text=scan\+20000$/);
    await row(page, 'Scan 20000.pdf').getByRole('gridcell').nth(1).click();
    await expect(
      page.getByRole('complementary', { name: 'Details of Scan 20000.pdf' }),
    ).toBeVisible();
    await narrowing.getByRole('button', { name: 'Clear' }).click();
  });

  await test.step('a duplicate is moved away and comes back', async () => {
    await text.fill('old am-1');
    const duplicate = row(page, 'old/AM-1_EN_1.pdf');
    await duplicate.getByRole('button', { name: 'Move to .superseded' }).click();
    await expect(page.getByText('1 file moved to .superseded')).toBeVisible();
    await expect(duplicate).toHaveCount(0);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(duplicate).toContainText('Duplicate');
    expect(await readdir(path.join(shareDir, 'old'))).toEqual(['AM-1_EN_1.pdf']);
  });

  await test.step('a file gets an entry, which is undone', async () => {
    await text.fill('ba-9');
    await expect(page.getByText('1 file matches.')).toBeVisible();
    await row(page, 'BA-9_EN_2.pdf').getByRole('button', { name: 'Create entry' }).click();
    // It has its entry; no process reads PDFs here.
    await expect(row(page, 'BA-9_EN_2.pdf')).toContainText('Being checked');
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(row(page, 'BA-9_EN_2.pdf')).toContainText('No entry');
  });
});
