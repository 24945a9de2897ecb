import { rm } from 'node:fs/promises';
import path from 'node:path';
import { smallPdf } from '../small-pdf.ts';
import {
  choose,
  dropdown,
  enter,
  expect,
  notAvailable,
  search,
  shownPage,
  test,
} from './library.ts';

const documentOf = (doc_num: string) =>
  `/main?customer=Aurora+Motors&doc_num=${doc_num}&language=EN&doc_rev=1`;

test('a reader finds a document, sees what it is and reads it', async ({ page, library }) => {
  await enter(page, library);
  await expect(page.getByText('Which standard do you need?')).toBeVisible();
  await search(page, 'Aurora Motors', 'AM-1');
  const card = page.getByRole('listitem');
  const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' });
  await expect(card.getByRole('term')).toHaveText([
    'Customer Name',
    'Standard No',
    'Description',
    'Language',
    'Revision',
    'Modified',
  ]);
  await expect(card.getByRole('definition')).toHaveText([
    'Aurora Motors',
    'AM-1',
    'Zinc plating of steel parts',
    'EN',
    '1',
    `${today} by jsmith`,
  ]);
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await expect(page).toHaveURL(documentOf('AM-1'));
  await expect(page).toHaveTitle('AM-1 · EN · Rev. 1 · EGD Library');
});

test('a missing language is shown as a dash', async ({ page, library }) => {
  await enter(page, library);
  await search(page, 'Aurora Motors', 'AM-2');
  await expect(page.getByRole('definition').nth(3)).toHaveText('-');
});

test('an entry without a file is Document Not Available', async ({ page, library }) => {
  await enter(page, library);
  await search(page, 'Boreal Air', 'BA-7');
  await expect(notAvailable(page)).toBeVisible();
  await expect(
    page.getByText('This document entry exists, but the PDF file was not found.'),
  ).toBeVisible();
  await expect(page.getByRole('listitem').first()).toContainText('Shot peening');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  await expect(page.getByText(/^Ask .+, who changed this entry last\.$/)).toBeVisible();
});

test('an address that matches nothing is No Document Found, without results', async ({
  page,
  library,
}) => {
  await enter(page, library, documentOf('AM-999'));
  await expect(page.getByText('No Document Found')).toBeVisible();
  await expect(
    page.getByText('No matching document was found. Please check your input or try again.'),
  ).toBeVisible();
  await expect(page.getByText('Results')).toBeHidden();
  // Nothing is hidden in the form: what the link named is no choice.
  await expect(dropdown(page, 'Standard Number')).toHaveValue('');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Both Customer Name and Standard Number are required.',
  );
});

test('a document that is still open is marked as such until the chosen one is opened', async ({
  page,
  library,
}) => {
  await enter(page, library, documentOf('AM-1'));
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  const notice = page.getByText('Showing AM-1.', { exact: true });
  const outdated = page.getByText('Showing AM-1. Press Search to open AM-2.');
  await expect(notice).toBeHidden();
  await choose(page, 'Standard Number', 'AM-2');
  await expect(notice).toBeVisible();
  await expect(outdated).toBeVisible();
  await choose(page, 'Standard Number', 'AM-1');
  await expect(notice).toBeHidden();
  await expect(outdated).toBeHidden();
  await choose(page, 'Standard Number', 'AM-2');
  await page.keyboard.press('Enter'); // is enough
  await expect(notAvailable(page)).toBeVisible();
  await choose(page, 'Standard Number', 'AM-1');
  await page.getByRole('button', { name: 'Open AM-1' }).click();
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await expect(page.getByText('Showing AM-2')).toBeHidden();
  const area = 'section[aria-label=Document]';
  await expect(page.locator(`${area}:focus, ${area} :focus`)).toHaveCount(1);
});

test('Main in the navigation keeps the document that is open, on its page', async ({
  page,
  library,
}) => {
  await enter(page, library, documentOf('AM-1'));
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await page.keyboard.press('PageDown');
  await page.getByRole('button', { name: 'Next page' }).first().click();
  await expect(page).toHaveURL(/page=\d/);
  const address = page.url();
  const main = page.getByRole('link', { name: 'Main', exact: true });
  await main.click();
  await expect(page.getByText('Results')).toBeVisible();
  expect(page.url()).toBe(address);
  await page.getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { name: 'FAQs' })).toBeVisible();
  await main.click();
  await expect(page).toHaveURL(address);
  await expect(main).toHaveAttribute('aria-current', 'page');
  await expect(shownPage(page, 'Page 2 of 3')).toBeVisible();
});

test('the empty main page leads back to the page that was read last, to what is new and to customers', async ({
  page,
  library,
}) => {
  const section = (name: string) => page.getByRole('region', { name });
  await enter(page, library);
  await expect(section('New revisions').getByRole('listitem')).toHaveText([
    /^BA-7 Shot peening.*no PDFadded \d+ \w+$/,
    /^AM-2 /,
    /^AM-1 /,
  ]);
  await expect(section('Recently opened')).toHaveCount(0);
  await search(page, 'Aurora Motors', 'AM-1');
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).first().click();
  await expect(shownPage(page, 'Page 2 of 3')).toBeVisible();

  await page.goto('/main');
  await expect(section('Customers').getByRole('link')).toHaveText([
    'Aurora Motors 2',
    'Boreal Air 1',
  ]);
  await section('Customers').getByRole('link', { name: 'Boreal Air' }).click();
  await expect(dropdown(page, 'Customer Name')).toHaveValue('Boreal Air');
  await expect(page.getByRole('heading', { name: 'Choose a document' })).toBeFocused();
  const last = section('Recently opened').getByRole('link');
  await expect(last).toContainText('You were on page 2');
  await last.click();
  await expect(shownPage(page, 'Page 2 of 3')).toBeVisible();
});

test('a search needs a customer and a standard number', async ({ page, library }) => {
  await enter(page, library);
  const alert = page.getByRole('alert');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(alert).toHaveText('Both Customer Name and Standard Number are required.');
  await choose(page, 'Customer Name', 'Aurora Motors');
  await expect(alert).toBeHidden();
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(alert).toHaveText('Both Customer Name and Standard Number are required.');
  await expect(page.getByText('Which standard do you need?')).toBeVisible();
});

test('standard numbers wait for a customer, then are counted', async ({ page, library }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/documents?*', async (route) => {
    await held;
    await route.continue();
  });
  await enter(page, library);
  await expect(page.getByLabel('Standard Number', { exact: true })).toBeDisabled();
  await choose(page, 'Customer Name', 'Aurora Motors');
  await expect(page.getByLabel('Standard Number (loading...)')).toBeEnabled();
  release();
  await expect(page.getByLabel('Standard Number (2 available)')).toBeEnabled();
});

test('choosing another customer clears the document and the results', async ({ page, library }) => {
  await enter(page, library, documentOf('AM-1'));
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await choose(page, 'Customer Name', 'Boreal Air');
  await expect(dropdown(page, 'Standard Number')).toHaveValue('');
  await expect(page.getByText('Results')).toBeHidden();
  await expect(page.getByText('Which standard do you need?')).toBeVisible();
  await expect(page).toHaveURL('/main?customer=Boreal+Air');
});

test('each dropdown has a button that clears it', async ({ page, library }) => {
  await enter(page, library, documentOf('AM-1'));
  await expect(page.getByText('Results')).toBeVisible();
  await page.getByRole('button', { name: 'Clear document' }).click();
  await expect(page.getByText('Results')).toBeHidden();
  await expect(dropdown(page, 'Customer Name')).toHaveValue('Aurora Motors');
  await page.getByRole('button', { name: 'Clear customer' }).click();
  await expect(dropdown(page, 'Customer Name')).toHaveValue('');
  await expect(page.getByLabel('Standard Number', { exact: true })).toBeDisabled();
  await expect(page).toHaveURL('/main');
});

test('documents of a customer chosen before never show under the next', async ({
  page,
  library,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/documents?customer=Aurora*', async (route) => {
    await held;
    await route.continue().catch(() => {}); // the page may have given it up
  });
  await enter(page, library);
  await choose(page, 'Customer Name', 'Aurora Motors');
  await choose(page, 'Customer Name', 'Boreal Air');
  await expect(page.getByLabel('Standard Number (1 available)')).toBeVisible();
  release();
  await dropdown(page, 'Standard Number').click();
  await expect(page.getByRole('option')).toHaveText([/^BA-7/]);
});

test('of two searches in a row only the second shows', async ({ page, library }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/document/egd-lib/AM-1_EN_1.pdf', async (route) => {
    if (route.request().method() === 'HEAD') await held;
    await route.continue().catch(() => {});
  });
  await enter(page, library);
  await search(page, 'Aurora Motors', 'AM-1');
  await expect(page.getByRole('listitem')).toContainText('AM-1');
  await choose(page, 'Standard Number', 'AM-2');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(notAvailable(page)).toBeVisible();
  release();
  await expect(page.getByRole('listitem')).toContainText('AM-2');
  await expect(notAvailable(page)).toBeVisible();
});

test('a customer chosen while a search waits for the guard is the one that stays', async ({
  page,
  library,
}) => {
  await enter(page, library);
  await choose(page, 'Customer Name', 'Aurora Motors');
  await choose(page, 'Standard Number', 'AM-2');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const asked = page.waitForRequest('**/auth/check');
  await page.route('**/auth/check', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.getByRole('button', { name: 'Search' }).click();
  await asked;
  await choose(page, 'Customer Name', 'Boreal Air');
  release();
  await expect(page).toHaveURL('/main?customer=Boreal+Air');
  await expect(dropdown(page, 'Customer Name')).toHaveValue('Boreal Air');
  await expect(page.getByText('Results')).toBeHidden();
});

test('a choice undone while the guard is asked leaves the address as it was', async ({
  page,
  library,
}) => {
  await enter(page, library, '/main?customer=Boreal+Air');
  await expect(page.getByLabel('Standard Number (1 available)')).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/auth/check', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await choose(page, 'Customer Name', 'Aurora Motors');
  await choose(page, 'Customer Name', 'Boreal Air');
  release();
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL('/main?customer=Boreal+Air');
  await expect(dropdown(page, 'Customer Name')).toHaveValue('Boreal Air');
});

test('back returns to the document read before', async ({ page, library }) => {
  await enter(page, library);
  await search(page, 'Aurora Motors', 'AM-1');
  await expect(page).toHaveURL(documentOf('AM-1'));
  await search(page, 'Boreal Air', 'BA-7');
  await expect(page).toHaveURL(/BA-7/);
  await page.goBack();
  await expect(dropdown(page, 'Customer Name')).toHaveValue('Aurora Motors');
  await expect(dropdown(page, 'Standard Number')).toHaveValue('AM-1 · EN · Rev. 1');
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
});

test('a file deleted or brought between two searches is noticed', async ({ page, library }) => {
  await enter(page, library, documentOf('AM-1'));
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await library.put('another.pdf', await smallPdf({ pages: 1 }));
  await rm(path.join(library.config.shareDir, 'AM-1_EN_1.pdf'));
  await library.scanNames();
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(notAvailable(page)).toBeVisible();
  await library.put('AM-1_EN_1.pdf', await smallPdf({ pages: 2 }));
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(shownPage(page, 'Page 1 of 2')).toBeVisible();
});

test('a server that cannot say whether the file is there is asked again, until it can', async ({
  page,
  library,
  watch,
}) => {
  let broken = true;
  await page.route('**/document/**', (route) =>
    broken ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await enter(page, library, documentOf('AM-1'));
  await expect(notAvailable(page)).toBeVisible();
  expect(watch.consoleTexts.join()).toContain('answered 503');
  const asked = page.waitForRequest('**/document/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await asked;
  broken = false;
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
});

test('a file that is there but no PDF is said to be damaged, not to be missing', async ({
  page,
  library,
}) => {
  await library.write('AM-1_EN_1.pdf', 'not a PDF at all');
  await library.scan();
  await enter(page, library, documentOf('AM-1'));
  await expect(page.getByRole('heading', { name: 'This document cannot be shown' })).toBeVisible();
  await expect(notAvailable(page)).toBeHidden();
});

test('lists that cannot be read are reported on the console and loaded as soon as they can be', async ({
  page,
  library,
  watch,
}) => {
  let broken = true;
  await page.route('**/vue-egd-lib/api/{customers,documents*}', (route) =>
    broken ? route.abort() : route.continue(),
  );
  await enter(page, library, documentOf('AM-1'));
  await expect
    .poll(() => watch.consoleTexts.join())
    .toMatch(/Failed to fetch customers[^]*Failed to fetch documents/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  broken = false;
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await dropdown(page, 'Customer Name').click();
  await expect(page.getByRole('option')).toHaveText(['Aurora Motors', 'Boreal Air']);
});
