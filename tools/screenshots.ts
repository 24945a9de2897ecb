import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type Page, chromium as playwright, expect } from '@playwright/test';
import { addSampleEntries } from '../sample/add-entries.ts';
import { addSampleCases } from '../sample/cases.ts';
import { smallPdf } from '../test/small-pdf.ts';
import { copySampleFiles, strayDocuments } from '../sample/catalogue.ts';
import { addUser } from '../server/auth/accounts.ts';
import { type TestLibrary, password, startLibrary } from '../test/harness.ts';
import { chromium } from './chromium.ts';

// `npm run screenshots`, or only some: `npm run screenshots -- faq guide`.
const wanted = process.argv.slice(2);
const isWanted = (what: 'screens' | 'faq' | 'readme' | 'guide' | 'cases'): boolean =>
  wanted.length === 0 || wanted.includes(what);

/** A reader that ends with the scan; the one that tests share would keep this process alive for ten minutes. */
const ownReader = {};

/**
 * Takes pictures of every screen, in both themes and four widths, into test-results/screenshots,
 * and those for the FAQ, the README and the guides of librarians and reviewers.
 */
async function takeScreenshots(): Promise<void> {
  const undos: (() => Promise<void>)[] = [];
  const library = await startLibrary((undo) => undos.push(undo), {
    webDir: path.resolve('dist'),
  });
  await addSampleEntries(library.library);
  await copySampleFiles(library.config.shareDir);
  await cp(strayDocuments, library.config.shareDir, { recursive: true });
  await library.scan(ownReader);
  await library.addUser('engineer', 'EGD_LIB');
  await library.addUser('librarian', 'EGD_LIB', 'EGD_LIB_EDIT');
  const roles = ['EGD_LIB', 'EGD_LIB_REVIEW'];
  const reviewer = { name: 'reviewer', display_name: 'J. Smith', roles, password };
  await addUser(library.db, reviewer, new Date());
  await addSampleCases(library.library, 'reviewer');
  const url = await library.listen();
  const browser = await playwright.launch(chromium());
  undos.push(() => browser.close());
  const open = (width: number, theme: 'light' | 'dark' = 'light') =>
    openPage(browser, { url, theme, width });
  if (isWanted('screens')) {
    for (const theme of ['light', 'dark'] as const) {
      for (const width of [390, 768, 1440, 1920]) {
        const page = await open(width, theme);
        await visitScreens(page, library, `test-results/screenshots/${width}-${theme}`);
        await page.context().close();
      }
    }
  }
  if (isWanted('faq')) await takeFaqPictures(await open(960), library);
  if (isWanted('readme')) await takeReadmePictures(await open(1280), library);
  if (isWanted('guide')) await takeGuidePictures(await open(1100), library);
  if (isWanted('cases')) await takeCasePictures(await open(1280), library);
  for (const undo of undos.toReversed()) await undo();
}

async function openPage(
  browser: Browser,
  { url, theme, width }: { url: string; theme: 'light' | 'dark'; width: number },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    colorScheme: theme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width, height: width === 390 ? 844 : 900 },
  });
  return context.newPage();
}

async function visitScreens(page: Page, library: TestLibrary, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const take = async (name: string) => {
    await page.mouse.wheel(0, -10_000); // the sticky bar would be in the middle of the picture
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  };

  await page.goto('/login');
  await page.getByRole('button', { name: 'Login' }).click();
  await take('login');
  await signIn(page, library);
  await page.getByText('Which standard do you need?').waitFor();
  await take('main');
  await page.getByRole('combobox', { name: 'Customer Name' }).fill('o');
  await page.getByRole('option').first().waitFor();
  await take('customers');
  await page.goto('/main?customer=Norvanta+Automotive');
  await page.getByRole('combobox', { name: 'available' }).fill('coat');
  await page.getByRole('option').first().waitFor();
  await take('documents');
  await page.goto(shown);
  await page.getByText('Revision history').waitFor();
  await take('document');
  await page.goto(missing);
  await page.getByText('Document Not Available').waitFor();
  await take('not-available');
  await page.goto(`${missing}0`);
  await page.getByText('No Document Found').waitFor();
  await take('not-found');
  await page.goto('/main?q=salt+spray');
  await page
    .getByRole('link', { name: /^Page / })
    .first()
    .waitFor();
  await take('results');
  await page.getByRole('banner').getByRole('button', { name: 'Quick open' }).click();
  await page.getByRole('combobox', { name: 'Number, title' }).fill('nv50');
  await page.getByRole('option').nth(1).waitFor();
  await page.screenshot({ path: `${folder}/quick-open.png` });
  await page.goto('/about');
  await page.getByText('About Us').waitFor();
  await take('about');
  await page.goto('/faq');
  for (const question of [2, 4]) await page.locator('summary').nth(question).click();
  await take('faq');
  await signIn(page, library, 'librarian');
  for (const tab of ['customers', 'standard-numbers', 'files']) {
    await page.goto(`/manage/${tab}`);
    await page.getByRole('gridcell').first().waitFor();
    await take(`console-${tab}`);
  }
  await page.goto('/manage/history');
  await page.getByRole('listitem').first().waitFor();
  await take('console-history');
  await page.goto('/no/such/page');
  await page.getByText('Oops!').waitFor();
  await take('404');
}

async function takeFaqPictures(page: Page, library: TestLibrary): Promise<void> {
  const folder = 'web/content/pictures';
  await mkdir(folder, { recursive: true });
  await page.setViewportSize({ width: 960, height: 600 });
  await page.goto('/login');
  await page.getByText('Welcome').waitFor();
  await page.screenshot({ path: `${folder}/login.png` });
  await signIn(page, library, 'librarian');
  const take = (name: string) => page.screenshot({ path: `${folder}/console-${name}.png` });

  await page.goto('/manage/customers');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.keyboard.type('Halvorsen Turbines');
  await take('customers');
  await page.keyboard.press('Enter');
  await page.getByText('All changes saved').waitFor();

  await page.goto('/manage/standard-numbers');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  for (const text of ['Halvorsen Turbines', 'HT-101']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('Cleaning before coating');
  await take('standard-numbers');
  await page.keyboard.press('Tab');
  for (const text of ['EN', 'A']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowDown');
  await page.getByText('All changes saved').waitFor();

  const wrong = page.getByRole('button', { name: 'Rename the file' }).first();
  await page.getByLabel('Search all columns').fill('NV 507');
  await wrong.hover();
  await page.getByRole('tooltip').waitFor();
  await take('upload-status');

  await page.getByLabel('Search all columns').fill('HT');
  await page.getByLabel('PDFs to upload').setInputFiles({
    name: 'HT-101_EN_A.pdf',
    mimeType: 'application/pdf',
    buffer: await smallPdf({ pages: 2, title: 'HT-101' }),
  });
  await page.getByText('1 of 1 uploaded').waitFor();
  await library.scan(ownReader);
  await page.getByRole('row').filter({ hasText: 'HT-101' }).getByText('Check mark').waitFor();
  await page.mouse.move(480, 560);
  await take('uploads');

  await page.goto(superseded);
  await page.getByText('was superseded by').first().waitFor();
  await page.getByText('Revision history').first().waitFor();
  await page.screenshot({ path: `${folder}/superseded.png` });
}

async function takeReadmePictures(page: Page, library: TestLibrary): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 760 });
  await page.goto('/login');
  await signIn(page, library);
  await page.goto(shown);
  await page.getByText('Revision history').waitFor();
  await page.screenshot({ path: 'docs/images/main.png' });
  const found = page.getByRole('link', { name: /^Page / }).first();
  await expect(async () => {
    await page.goto('/main?q=hydrogen+embrittlement');
    await found.waitFor({ timeout: 5000 });
    await expect(page.getByText('not indexed yet')).toHaveCount(0, { timeout: 500 });
  }).toPass(); // the index may be behind the scan
  await page.screenshot({ path: 'docs/images/results.png' });
}

async function takeGuidePictures(page: Page, library: TestLibrary): Promise<void> {
  await page.setViewportSize({ width: 1100, height: 700 });
  await page.goto('/login');
  await signIn(page, library, 'librarian');
  const take = (name: string) => page.screenshot({ path: `docs/images/${name}.png` });

  await page.goto('/manage/standard-numbers');
  await page.getByRole('gridcell').first().waitFor();
  await page.getByRole('button', { name: /^No file/ }).click();
  await page.getByRole('button', { name: 'Clear all filters' }).waitFor();
  await take('status-chips');

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import…' }).click();
  await page.getByLabel(/Choose a CSV or XLSX file/).setInputFiles({
    name: 'from the customer.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(spreadsheet),
  });
  await page.getByText('To check').waitFor();
  await take('import-preview');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.goto('/manage/files');
  await page.getByRole('button', { name: /^Duplicate/ }).click();
  await page.getByRole('button', { name: 'Move to .superseded' }).first().waitFor();
  await take('files');

  await page.goto('/manage/history');
  await page.getByRole('listitem').first().waitFor();
  await take('history');
}

async function takeCasePictures(page: Page, library: TestLibrary): Promise<void> {
  await page.goto('/login');
  await signIn(page, library, 'reviewer');
  await page.goto('/cases?tab=all');
  await page.getByRole('cell', { name: 'In review' }).waitFor();
  await page.screenshot({ path: 'docs/images/cases.png' });
  await page.getByRole('row', { name: 'In review' }).getByRole('link').click();
  await page.setViewportSize({ width: 1280, height: 1100 });
  for (const side of ['Older', 'Newer']) {
    const pages = page.getByRole('region', { name: `${side} document` });
    await pages.getByText('hydrogen').first().waitFor();
  }
  await page.screenshot({ path: 'docs/images/case.png' });
}

const spreadsheet = `Standards of Norvanta,,,,
Kunde,Nummer,Bezeichnung,Index,Sprache
Norvanta Automotive,NV 50180,Zinc flake coatings,5,EN
Norvanta Automotive,12-May,Corrosion test,1,EN
Norvanta Automotive,NV 60001,Adhesion of coatings,A,DE
Norvanta Automotive,NV 60002,,,EN
`;

async function signIn(page: Page, library: TestLibrary, user = 'engineer'): Promise<void> {
  const [name = '', value = ''] = (await library.signIn(user)).split('=');
  await page.context().addCookies([{ name, value, url: new URL(page.url()).origin }]);
  await page.goto('/main');
  await page.evaluate(() => localStorage.setItem('username', 'J. Smith'));
  await page.reload();
}

const shown = '/main?customer=Norvanta+Automotive&doc_num=NV+50180&language=EN&doc_rev=4';
const superseded = '/main?customer=Norvanta+Automotive&doc_num=NV+50180&language=EN&doc_rev=3';
const missing = '/main?customer=Norvanta+Automotive&doc_num=NV+50733&language=EN&doc_rev=2';

await takeScreenshots();
