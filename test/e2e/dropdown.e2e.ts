import type { Page } from '@playwright/test';
import { dropdown, enter, expect, test } from './library.ts';

const customer = '/main?customer=Aurora+Motors';
const options = (page: Page) => page.getByRole('option');
const highlighted = (page: Page) => page.locator('[role=option][data-highlighted]');

test.describe('among a few documents', () => {
  test.use({
    options: {
      entries: [
        { doc_num: 'AM-100', doc_desc: 'Zinc plating', language: 'EN', doc_rev: '1' },
        { doc_num: 'AM-20', doc_desc: 'Nickel (plating)', language: 'DE', doc_rev: 'B' },
        { doc_num: 'AM-3000', doc_desc: 'Drawing rules', language: null, doc_rev: 'AM-1' },
      ],
    },
  });

  test('typing looks into number, description, language and revision, in any letter case', async ({
    page,
    library,
  }) => {
    await enter(page, library, customer);
    const field = dropdown(page, 'Standard Number');
    for (const [typed, found] of [
      ['am-100', ['AM-100']],
      ['PLATING', ['AM-20', 'AM-100']],
      ['de', ['AM-20']],
      ['am-1', ['AM-100', 'AM-3000']],
      ['(plat', ['AM-20']],
    ] as const) {
      await field.fill(typed);
      await expect(options(page)).toHaveText(found.map((number) => new RegExp(`^${number}`)));
    }
  });

  test('a filled dropdown is typed over, and Tab takes the highlighted option', async ({
    page,
    library,
  }) => {
    await enter(page, library, customer);
    const field = dropdown(page, 'Standard Number');
    await field.click();
    await page.keyboard.type('am-20');
    await page.keyboard.press('Tab');
    await expect(field).toHaveValue('AM-20 · DE · Rev. B');
    await expect(page.getByRole('button', { name: 'Search' })).toBeFocused();
    await field.click();
    await page.keyboard.type('AM100'); // without the hyphen: a looser match
    await expect(options(page)).toHaveText([/^AM-100/]);
    await expect(page.getByRole('listbox').locator('mark')).toHaveText(['AM-100']);
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('AM-100 · EN · Rev. 1');
    await page.keyboard.type('drawing'); // at once, without a click
    await expect(field).toHaveValue('drawing');
    await page.keyboard.press('Escape');
    await expect(field).toHaveValue('AM-100 · EN · Rev. 1');
    await field.click();
    await expect(field).toHaveJSProperty('selectionStart', 0);
    await expect(field).toHaveJSProperty('selectionEnd', 'AM-100 · EN · Rev. 1'.length);
    await field.click(); // a second click sets the caret
    await expect(field).not.toHaveJSProperty('selectionStart', 0);
  });

  test('Tab on the customer that is chosen changes nothing', async ({ page, library }) => {
    await enter(page, library, `${customer}&doc_num=AM-20&language=DE&doc_rev=B`);
    await dropdown(page, 'Customer Name').fill('aurora');
    await expect(highlighted(page)).toHaveText('Aurora Motors');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(dropdown(page, 'Standard Number')).toHaveValue('AM-20 · DE · Rev. B');
    await expect(page.getByText('Results')).toBeVisible();
  });

  test('what was typed is marked in every option', async ({ page, library }) => {
    await enter(page, library, customer);
    await dropdown(page, 'Standard Number').fill('am-1');
    await expect(page.getByRole('listbox').locator('mark')).toHaveText(['AM-1', 'AM-1']);
  });

  test('nothing found and nothing there differ', async ({ page, library }) => {
    await page.route('**/api/customers', (route) => route.fulfill({ json: { data: [] } }));
    await enter(page, library, customer);
    await dropdown(page, 'Standard Number').fill('no such thing');
    await expect(
      page.getByText('No elements found. Consider changing the search query.'),
    ).toBeVisible();
    await dropdown(page, 'Customer Name').click();
    await expect(page.getByText('List is empty.')).toBeVisible();
  });

  test('text that chooses nothing gives way to the choice when the field is left', async ({
    page,
    library,
  }) => {
    await enter(page, library, customer);
    const field = dropdown(page, 'Customer Name');
    await expect(field).toHaveValue('Aurora Motors');
    await field.fill('Aur');
    await page.keyboard.press('Tab');
    await expect(field).toHaveValue('Aurora Motors');
    await field.fill('Aur');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(field).toHaveValue('Aurora Motors');
  });
});

test.describe('among 10,000 documents', () => {
  test.use({
    options: {
      entries: Array.from({ length: 10_000 }, (_, i) => ({
        doc_num: `AM-${10_000 + i}`,
        doc_desc: `Requirements on part ${i} of the assembly`,
      })),
    },
  });

  test('a thousand are offered, 40 px each in 300 px, by every key', async ({ page, library }) => {
    await enter(page, library, customer);
    const field = dropdown(page, 'Standard Number');
    await expect(page.getByLabel('Standard Number (10000 available)')).toBeVisible();
    await field.click();
    await expect(options(page).first()).toHaveAttribute('aria-setsize', '1000');
    expect((await options(page).first().boundingBox())?.height).toBe(40);
    expect((await page.getByRole('listbox').boundingBox())?.height).toBe(300);
    for (const [key, position] of [
      ['ArrowDown', 1],
      ['ArrowDown', 2],
      ['PageDown', 9],
      ['End', 1000],
      ['PageUp', 993],
      ['ArrowUp', 992],
      ['Home', 1],
    ] as const) {
      await page.keyboard.press(key);
      await expect(highlighted(page)).toHaveAttribute('aria-posinset', String(position));
      await expect(highlighted(page)).toBeInViewport();
      const id = await highlighted(page).getAttribute('id');
      await expect(field).toHaveAttribute('aria-activedescendant', String(id));
    }
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('AM-10000 · EN · Rev. 1');
    await expect(page.getByRole('listbox')).toBeHidden();
  });

  test('the highlighted option stays in the page when the list is scrolled away from it', async ({
    page,
    library,
  }) => {
    await enter(page, library, customer);
    const field = dropdown(page, 'Standard Number');
    await expect(page.getByLabel('Standard Number (10000 available)')).toBeVisible();
    await field.click();
    await page.keyboard.press('ArrowDown');
    await expect(highlighted(page)).toHaveAttribute('aria-posinset', '1');
    const id = await field.getAttribute('aria-activedescendant');
    await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, 20_000));
    await expect(page.locator('[role=option][aria-posinset="501"]')).toBeInViewport();
    await expect(field).toHaveAttribute('aria-activedescendant', String(id));
    await expect(page.locator(`[id="${id}"]`)).toHaveAttribute('aria-posinset', '1');
  });

  test('typing finds the one among them', async ({ page, library }) => {
    await enter(page, library, customer);
    await expect(page.getByLabel('Standard Number (10000 available)')).toBeVisible();
    await dropdown(page, 'Standard Number').click();
    const more = page.getByText(/ shown\. Type /);
    await expect(more).toHaveText('1000 of 10000 shown. Type to find the others.');
    await page.keyboard.type('part');
    await expect(more).toHaveText(
      'Only the first 1000 matches are shown. Type more to narrow them down.',
    );
    await page.keyboard.type(' 4217 of');
    await expect(more).toBeHidden();
    await expect(options(page)).toHaveText([/^AM-14217/]);
  });
});
