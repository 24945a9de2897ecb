import type { Page } from '@playwright/test';
import { smallPdf } from '../small-pdf.ts';
import { expectNoFaults, withOpenDropdown } from './axe.ts';
import {
  type BrowserLibrary,
  dropdown,
  enter,
  expect,
  fillLogin,
  notAvailable,
  shownPage,
  test,
} from './library.ts';

const three = [{ doc_rev: '01' }, { doc_rev: '02' }, { doc_rev: '03' }];
const unsure = { doc_num: 'AM-9', doc_desc: 'Painting' };
const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

test.use({
  options: {
    entries: [
      ...three,
      { ...unsure, doc_rev: 'June 2019' },
      { ...unsure, doc_rev: 'C' },
      { doc_num: 'AM-2', language: null, doc_rev: 'B' },
    ],
    files: {
      'AM-1_EN_01.pdf': await smallPdf({ pages: 2, title: 'AM-1 01' }),
      'AM-1_EN_02.pdf': await smallPdf({ pages: 3, title: 'AM-1 02' }),
      'AM-1_EN_03.pdf': await smallPdf({ pages: 4, title: 'AM-1 03' }),
      'AM-9_EN_C.pdf': await smallPdf({ pages: 1, title: 'AM-9' }),
    },
  },
});

const addressOf = (doc_rev: string, doc_num = 'AM-1') =>
  `/main?customer=Aurora+Motors&doc_num=${doc_num}&language=EN&doc_rev=${encodeURIComponent(doc_rev)}`;
const latestOf = (doc_num: string) => `/main?customer=Aurora+Motors&doc_num=${doc_num}&language=EN`;
const banner = (page: Page) => page.getByRole('status').filter({ hasText: /superseded|unclear/ });
const card = (page: Page) => page.getByRole('listitem');

async function openSuperseded(page: Page, library: BrowserLibrary): Promise<void> {
  await enter(page, library, addressOf('02'));
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await expect(banner(page)).toBeVisible();
}

test('a superseded revision says so in banner and card, which lead to the others', async ({
  page,
  library,
}) => {
  await test.step('a superseded revision says so, and leads to the latest and to what changed', async () => {
    await openSuperseded(page, library);
    await expect(banner(page)).toHaveText(`Revision 02 was superseded by 03 on ${today}.`);
    await expect(page.getByRole('link', { name: 'What changed', exact: true })).toHaveAttribute(
      'href',
      '/redline?from=Aurora%2520Motors_AM-1_EN_02.pdf&to=Aurora%2520Motors_AM-1_EN_03.pdf',
    );
    await page.getByRole('link', { name: 'Open 03' }).click();
    await expect(shownPage(page, 'Page 1 of 4')).toBeVisible();
    await expect(page).toHaveURL(addressOf('03'));
    await expect(banner(page)).toBeHidden();
    await expect(card(page).getByText('Latest revision')).toBeVisible();
  });
  await test.step('the card lists all revisions, newest first, and what changed between neighbours', async () => {
    const asked: string[] = [];
    page.on('request', (one) => asked.push(new URL(one.url()).pathname));
    await openSuperseded(page, library);
    const rows = card(page).getByRole('row');
    await expect(rows).toHaveText([
      'RevisionIssuedChanges',
      '03 Latest–What changed',
      '02 Superseded–What changed',
      '01 Superseded–',
    ]);
    await expect(rows.nth(2).locator('[aria-current=page]')).toHaveText('02 Superseded');
    await expect(
      card(page).getByRole('link', { name: 'What changed from 01 to 02' }),
    ).toHaveAttribute('href', /from=.*_01\.pdf&to=.*_02\.pdf$/);
    expect(asked.filter((path) => path.endsWith('/api/revisions'))).toHaveLength(1);
    await card(page).getByRole('link', { name: '01 Superseded', exact: true }).click();
    await expect(shownPage(page, 'Page 1 of 2')).toBeVisible();
  });
  await test.step('one that was superseded twice names the next one and the latest', async () => {
    await enter(page, library, addressOf('01'));
    await expect(banner(page)).toHaveText(
      `Revision 01 was superseded by 02 on ${today}. The latest is 03.`,
    );
    await page.getByRole('link', { name: 'Open 03' }).click();
    await expect(shownPage(page, 'Page 1 of 4')).toBeVisible();
  });
});

test('a revision that is superseded while it is open says so, and the new one opens', async ({
  page,
  library,
}) => {
  await page.clock.install();
  await enter(page, library, addressOf('03'));
  await expect(shownPage(page, 'Page 1 of 4')).toBeVisible();
  await expect(card(page).getByText('Latest revision')).toBeVisible();
  await library.add({ doc_rev: '04' });
  await page.clock.fastForward(31_000);
  await expect(banner(page)).toHaveText(`Revision 03 was superseded by 04 on ${today}.`);
  await expect(card(page).getByText('Latest revision')).toBeHidden();
  await expect(shownPage(page, 'Page 1 of 4')).toBeVisible(); // what one reads stays
  await page.getByRole('link', { name: 'Open 04' }).click();
  await expect(notAvailable(page)).toBeVisible(); // its PDF has not come yet
  await expect(dropdown(page, 'Standard Number')).toHaveValue('AM-1 · EN · Rev. 04');
});

test('a reader who comes back to the tab sees it at once', async ({ page, library }) => {
  await enter(page, library, addressOf('03'));
  await expect(card(page).getByText('Latest revision')).toBeVisible();
  await library.add({ doc_rev: '04' });
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await expect(banner(page)).toContainText('superseded by 04');
});

test('where the order is unsure the banner says so, and a link without a revision lets one choose', async ({
  page,
  library,
}) => {
  await test.step('where the order is unsure the banner says so and offers the others', async () => {
    await enter(page, library, addressOf('C', 'AM-9'));
    await expect(banner(page)).toHaveText(
      'It is unclear which revision of AM-9 is the latest. Ask your librarian.',
    );
    await page.getByRole('link', { name: 'Open June 2019' }).click();
    await expect(page).toHaveURL(addressOf('June 2019', 'AM-9').replace('%20', '+'));
    await expect(notAvailable(page)).toBeVisible();
    await expect(banner(page)).toBeVisible(); // without a file, too
    const others = page.getByRole('list', { name: 'These revisions have a PDF:' });
    await expect(others.getByRole('link')).toHaveText(['Rev. C']);
  });
  await test.step('a link without a revision lets one choose where the latest is not settled', async () => {
    await enter(page, library, latestOf('AM-9'));
    await expect(page.getByRole('heading', { name: 'Which revision of AM-9?' })).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveText(['Rev. C', 'Rev. June 2019']);
    await page.getByRole('link', { name: 'Rev. C' }).click();
    await expect(shownPage(page, 'Page 1 of 1')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Which revision of AM-9?' })).toBeVisible();
  });
  await test.step('a link to the latest of what is not there is No Document Found', async () => {
    await enter(page, library, latestOf('AM-404'));
    await expect(page.getByText('No Document Found')).toBeVisible();
  });
});

test('the banner of a superseded revision is there for axe, in full screen, by keys and on a phone', async ({
  page,
  library,
}) => {
  await test.step('axe finds no fault on banner, card and dropdown', async () => {
    await openSuperseded(page, library);
    await expect(card(page).getByRole('row')).toHaveCount(4);
    await expectNoFaults(page, withOpenDropdown);
    await dropdown(page, 'Standard Number').click();
    await page.getByRole('option').first().waitFor();
    await expectNoFaults(page, withOpenDropdown);
    await page.goto(latestOf('AM-9'));
    await page.getByRole('heading', { name: 'Which revision of AM-9?' }).waitFor();
    await expectNoFaults(page, withOpenDropdown);
  });
  await test.step('the banner stays in full screen', async () => {
    await openSuperseded(page, library);
    await page.keyboard.press('f');
    await expect(page.getByRole('button', { name: 'Leave fullscreen' }).first()).toBeVisible();
    await expect(page.locator(':fullscreen').getByText('was superseded by 03')).toBeVisible();
  });
  await test.step('the banner is reached and followed by keys alone', async () => {
    await openSuperseded(page, library);
    const link = page.getByRole('link', { name: 'Open 03' });
    for (let pressed = 0; pressed < 60; pressed++) {
      if (await link.evaluate((element) => element.matches(':focus'))) break;
      await page.keyboard.press('Tab');
    }
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(shownPage(page, 'Page 1 of 4')).toBeVisible();
  });
  await test.step('on a phone the banner folds to one line, and never away', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openSuperseded(page, library);
    const notice = page.getByText('Revision 02 was superseded').locator('..');
    const unfolded = (await notice.boundingBox())?.height ?? 0;
    await page.getByRole('button', { name: 'Show the notice in one line' }).click();
    await expect(banner(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open 03' })).toBeVisible();
    expect((await notice.boundingBox())?.height).toBeLessThan(unfolded);
    const [width, inner] = await page.evaluate<number[]>(
      '[document.documentElement.scrollWidth, innerWidth]',
    );
    expect(width).toBe(inner);
  });
});

test('every printed sheet of a superseded revision says so', async ({ page, library }) => {
  await page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { value: true })",
  );
  await library.scan(); // the server writes on what it has read
  await openSuperseded(page, library);
  await page.getByRole('button', { name: 'Print' }).click();
  const address = (await page.locator('#print-frame').getAttribute('src')) ?? '';
  const copy = await (await page.request.get(address)).body();
  const words = `Revision 02 was superseded by 03 on ${today}.`;
  expect(copy.toString('latin1').split(`/Contents(${words}`)).toHaveLength(4); // three sheets
  await page.getByRole('button', { name: 'Cancel' }).click();

  // What the server cannot write it on is not printed without it, but for a press of a button.
  await page.route('**/notes/export?*', (route) =>
    route.fulfill({ status: 409, json: { message: 'The owner does not allow it.' } }),
  );
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.getByText('It was not printed. The owner does not allow it.')).toBeVisible();
  await page.getByRole('button', { name: 'Print without the words about its revision' }).click();
  await expect(page.locator('#print-frame')).toHaveAttribute('src', /^\/document\//);
});

test('before it is known whether a revision was superseded, nothing is printed unasked', async ({
  page,
  library,
}) => {
  await page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { value: true })",
  );
  await library.scan();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/revisions?*', async (route) => {
    await answered;
    await route.continue();
  });
  await enter(page, library, addressOf('02'));
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  const print = page.getByRole('button', { name: 'Print', exact: true });
  await print.click();
  await expect(page.getByText('Looking whether this revision was superseded…')).toBeVisible();
  await expect(page.locator('#print-frame')).toHaveCount(0);
  await page.getByRole('button', { name: 'Print without the words about its revision' }).click();
  await expect(page.locator('#print-frame')).toHaveAttribute('src', /^\/document\//);

  await print.click();
  await expect(page.getByText('Looking whether this revision was superseded…')).toBeVisible();
  answer();
  await expect(page.locator('#print-frame')).toHaveAttribute('src', /words=Revision\+02\+was/);
});

test('many revisions are folded until they are asked for', async ({ page, library }) => {
  await library.add(...['04', '05', '06', '07'].map((doc_rev) => ({ doc_rev })));
  await enter(page, library, addressOf('03'));
  await expect(card(page).getByRole('row')).toHaveCount(6);
  await card(page).getByRole('button', { name: 'Show all 7 revisions' }).click();
  await expect(card(page).getByRole('row')).toHaveCount(8);
});

test('a link without a revision opens the latest on its page, also through the login', async ({
  page,
  library,
}) => {
  await page.goto(`${latestOf('am 1')}&page=2`);
  await fillLogin(page, 'engineer');
  await expect(shownPage(page, 'Page 2 of 4')).toBeVisible();
  await expect(page).toHaveURL(`${addressOf('03')}&page=2`);
  await library.add({ doc_rev: '04' });
  await page.goto(latestOf('AM-1'));
  await expect(page).toHaveURL(addressOf('04'));
  await expect(notAvailable(page)).toBeVisible();
});

test('either kind of link is copied, and leads where it says', async ({ page, library }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSuperseded(page, library);
  await card(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link to revision 02 copied')).toBeVisible();
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  expect(await copied()).toBe(library.url + addressOf('02'));
  await card(page).getByRole('button', { name: 'Which link to copy' }).click();
  await page.getByRole('menuitem', { name: 'Always the latest' }).click();
  await expect(page.getByText('Link to the latest revision copied')).toBeVisible();
  expect(await copied()).toBe(library.url + latestOf('AM-1'));
  await page.goto(await copied());
  await expect(shownPage(page, 'Page 1 of 4')).toBeVisible();
});

test('the dropdown marks the status of each revision, and is as it was without that answer', async ({
  page,
  library,
}) => {
  await test.step('the dropdown keeps its list, and marks the status of each revision', async () => {
    await enter(page, library, '/main?customer=Aurora+Motors');
    await expect(page.getByLabel('Standard Number (6 available)')).toBeVisible();
    const statuses = page.waitForResponse('**/revisions/statuses?*');
    await page.reload();
    await statuses;
    await dropdown(page, 'Standard Number').click();
    const option = (text: string) => page.getByRole('option').filter({ hasText: text });
    await expect(page.getByRole('option')).toHaveCount(6);
    const revisions = page.getByRole('option').filter({ hasText: 'AM-1' });
    await expect(revisions).toContainText(['Rev. 03', 'Rev. 02', 'Rev. 01']); // the newest first
    await expect(option('Rev. 03')).toHaveAccessibleName(/Latest/);
    await expect(option('Rev. 02')).toHaveAccessibleName(/Superseded/);
    await expect(option('AM-2')).toHaveAccessibleName(/Latest/);
    await expect(option('AM-9').first()).toHaveAccessibleName(/Order unsure/);
    await expect(option('Rev. 03')).toHaveText(/^AM-1EN · Rev\. 03Zinc plating of steel parts$/);
  });
  await test.step('a dropdown without that answer is as it was', async () => {
    await page.route('**/revisions/statuses?*', (route) => route.abort());
    await enter(page, library, '/main?customer=Aurora+Motors');
    await dropdown(page, 'Standard Number').click();
    await expect(page.getByRole('option')).toHaveCount(6);
    await expect(page.getByRole('option').first()).not.toHaveAccessibleName(/Latest|Superseded/);
  });
});
