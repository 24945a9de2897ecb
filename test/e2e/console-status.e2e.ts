import { grid, openConsole, row } from './console.ts';
import { expect, test } from './library.ts';

test('upload status is filtered by its words and by chips, and all filters are cleared at once', async ({
  page,
  library,
}) => {
  await library.put('BA-7 DE rev 4.pdf', 'x');
  await openConsole(page, library, 'standard-numbers');
  const chips = page.getByRole('group', { name: 'Upload Status' });
  await expect(chips.getByRole('button')).toHaveText([
    'All 3',
    'No file 1',
    'Wrong name 1',
    'Being checked 1',
  ]);
  await chips.getByRole('button', { name: 'Wrong name' }).click();
  await expect(page.getByText('1 of 3 standard numbers')).toBeVisible();
  await expect(row(page, 'BA-7')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page.getByText('3 standard numbers')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear all filters' })).toHaveCount(0);

  await page.getByLabel('Filter Upload Status').fill('no file');
  await expect(row(page, 'AM-2')).toBeVisible();
  await expect(page.getByText('1 of 3 standard numbers')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await page.getByLabel('Search all columns').fill('Wrong name');
  await expect(grid(page).getByRole('row')).toHaveCount(2); // and the header
});
