import { fileNameKey } from '#contract/file-name.ts';
import { smallPdf } from '../small-pdf.ts';
import {
  addManyEntries,
  allSaved,
  cell,
  drop,
  grid,
  openConsole,
  row,
  rowsAtOnce,
  write,
} from './console.ts';
import { type BrowserLibrary, expect as patient, test } from './library.ts';

// Libraries that are too large for a browser: the server arranges what the grids show.

test.describe.configure({ timeout: 300_000 });

// The first search waits until the server has read the sheet, by a process that lets others go first:
// on a busy machine both take a while.
const expect = patient.configure({ timeout: 60_000 });

async function addManyFiles({ db }: BrowserLibrary, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (let from = 1; from <= count; from += rowsAtOnce) {
      const rows = Array.from({ length: Math.min(rowsAtOnce, count + 1 - from) }, (_, index) => {
        const name = `Scan ${from + index}.pdf`;
        return {
          path: `scans/${name}`,
          name,
          name_key: fileNameKey(name),
          depth: 1,
          bytes: 1000,
          modified_ns: '1700000000000000000',
          inode: String(from + index),
          seen_at: '2026-01-02T03:04:05.000Z',
          verdict: index % 2 === 0 ? ('name_unknown' as const) : ('broken' as const),
        };
      });
      await tx.insertInto('files').values(rows).execute();
    }
  });
}

test('more than 100,000 standard numbers are found, sorted, edited, added, deleted and undone as few are', async ({
  page,
  library,
}) => {
  await addManyEntries(library, 100_001);
  await library.add({ customer: 'Boreal Air', doc_num: 'Needle', doc_desc: 'In the haystack' });
  await openConsole(page, library, 'standard-numbers');
  await expect(page.getByText('100,005 standard numbers', { exact: true })).toBeVisible();
  await expect(row(page, 'Phosphating')).toBeVisible();

  // Found across customers, edited, and still where it was although it is not found any more.
  await page.getByRole('searchbox').fill('hayst boreal');
  await expect(page.getByText('1 of 100,005 standard numbers')).toBeVisible();
  await write(cell(row(page, 'Needle'), 'doc_desc'), 'Edited');
  await allSaved(page);
  await expect(row(page, 'Needle')).toContainText('Edited');
  await page.getByRole('searchbox').fill('');

  // Sorted by number, as numbers, and the last of all is a key away.
  await grid(page)
    .getByRole('columnheader', { name: 'Standard Number' })
    .getByText('Standard')
    .click();
  await expect(row(page, 'AM-1').first()).toBeVisible();
  await cell(row(page, 'AM-2'), 'doc_num').click();
  await page.keyboard.press('Control+End');
  await expect(row(page, 'Needle')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(row(page, 'M-100001')).toBeVisible();

  // Missing files, by the column's filter.
  await page.getByLabel('Filter Upload Status').fill('available');
  await expect(page.getByText(/^[01] of 100,005 standard numbers/)).toBeVisible();
  await page.getByLabel('Filter Upload Status').fill('');
  await expect(page.getByText('100,005 standard numbers', { exact: true })).toBeVisible();

  // What another adds is found; what is deleted is gone, and comes back.
  await library.add({ doc_num: 'Haystack-2', doc_desc: 'By another' });
  await expect(page.getByText('100,006 standard numbers', { exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('haystack-2');
  await cell(row(page, 'Haystack-2'), 'doc_num').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('0 of 100,005 standard numbers')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(row(page, 'Haystack-2')).toBeVisible();

  // A new row is on top until it is saved, and is then found like any other.
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  for (const text of ['Boreal Air', 'BA-99', 'Shot peening', 'EN', '1']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowDown');
  await allSaved(page);
  await page.getByRole('searchbox').fill('ba-99');
  await expect(row(page, 'Shot peening')).toBeVisible();
  await expect(page.getByText('1 of 100,007 standard numbers')).toBeVisible();

  // All that the filters found is deleted by a job, and undone.
  await page.getByRole('searchbox').fill('');
  await expect(page.getByText('100,007 standard numbers', { exact: true })).toBeVisible();
  const all = grid(page).getByRole('checkbox', { name: 'Select All' });
  await all.click();
  await expect(page.getByRole('button', { name: 'Delete (100,007)' })).toBeVisible();
  await page.getByRole('searchbox').fill('obsolete');
  await expect(page.getByText('5,001 of 100,007 standard numbers')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
  await all.click();
  await page.getByRole('button', { name: 'Delete (5,001)' }).click();

  // Something shows at once, in one place. How far it is may not be seen of a deletion that takes a second.
  const deletingRows = page.getByText('Deleting 5,001 rows');
  await expect(deletingRows.first()).toBeVisible();
  await expect(deletingRows).not.toHaveCount(2);
  const deleting = page.getByRole('dialog', { name: 'Deleting' });
  await expect(page.getByText('5,001 standard numbers deleted')).toBeVisible();
  await expect(deleting).toBeHidden();
  await expect(page.getByText('0 of 95,006 standard numbers')).toBeVisible();

  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(page.getByText('5,001 rows undone.')).toBeVisible();
  await expect(page.getByText('5,001 of 100,007 standard numbers')).toBeVisible();
  await expect(row(page, 'M-95001')).toBeVisible();

  // A PDF goes where its name belongs, whatever is in sight.
  const content = await smallPdf({ pages: 1, title: 'M-70000' });
  await drop(grid(page), [{ name: 'M-70000_EN_1.pdf', content }]);
  await expect(page.getByText('1 of 1 uploaded')).toBeVisible();
});

test('more than 20,000 files are counted, found and sorted as few are', async ({
  page,
  library,
}) => {
  await addManyFiles(library, 20_001);
  await openConsole(page, library, 'files');
  await expect(page.getByText('20,002 files', { exact: true })).toBeVisible();
  const chips = page.getByRole('group', { name: 'Verdicts' });
  await expect(chips.getByRole('button', { name: 'Broken 10,000' })).toBeVisible();
  await chips.getByRole('button', { name: 'Broken' }).click();
  await expect(page.getByText('10,000 of 20,002 files')).toBeVisible();
  await page.getByRole('searchbox').fill('scan 20000');
  await row(page, 'Scan 20000.pdf').getByRole('gridcell').nth(1).click();
  await expect(
    page.getByRole('complementary', { name: 'Details of Scan 20000.pdf' }),
  ).toBeVisible();
});
