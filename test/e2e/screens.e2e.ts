import type { Locator, Page } from '@playwright/test';
import { dropdown, enter, expect, logIn, shownPage, test } from './library.ts';

test('every screen has its words, its place in the bar and room at any width', async ({
  page,
  library,
}) => {
  await test.step('About tells what the library is', async () => {
    await enter(page, library, '/about');
    await expect(page).toHaveTitle('About · EGD Library');
    await expect(page.getByRole('heading', { name: 'About Us' })).toBeFocused();
    await expect(page.getByText('gives engineers and professionals access')).toBeVisible();
    await expect(page.getByText(/keeps the standards of 2 customers here\.$/)).toBeVisible();
    await expect(
      page.getByText(/^Version 1\.\d+\.\d+\S* \([0-9a-f]{12}(-dirty)?\)$/),
    ).toBeVisible();
  });
  await test.step('FAQ holds the five questions of the specification and three more, closed until clicked', async () => {
    await page.goto('/faq');
    await expect(page.getByRole('heading', { name: 'FAQs' })).toBeVisible();
    await expect(page.getByText('Looking for answers?')).toBeVisible();
    const questions = page.locator('summary');
    await expect(questions).toHaveText([
      'How to add or modify a customer?',
      'How to add or modify a standard number?',
      'How to add a document?',
      'How to verify an upload and its name?',
      'What to do if the password is forgotten?',
      'Which search finds a document?',
      'Which revision is the latest, and what changed?',
      'How to write notes on a page?',
    ]);
    await expect(page.getByRole('listitem')).toHaveCount(0);
    await questions.nth(2).click();
    await expect(page.getByText('DocumentNumber_revision.pdf')).toBeVisible();
    await questions.nth(2).click();
    await expect(page.getByText('DocumentNumber_revision.pdf')).toBeHidden();
  });
  await test.step('the pictures of the FAQ are there', async () => {
    await page.goto('/faq');
    await page.getByRole('heading', { name: 'FAQs' }).waitFor();
    for (const question of await page.locator('summary').all()) await question.click();
    const pictures = page.getByRole('article').getByRole('img');
    await expect(pictures).toHaveCount(6);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveJSProperty('naturalWidth', 960);
    }
  });
  await test.step('an unknown path is explained, with a way home', async () => {
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: 'Oops! Page not found.' })).toBeVisible();
    await page.getByRole('link', { name: 'Go Home' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Main' })).toHaveAttribute('aria-current', 'page');
  });
  await test.step('the bar marks where the reader is', async () => {
    await page.goto('/main');
    const current = page.getByRole('navigation').locator('[aria-current=page]');
    await expect(current).toHaveText('Main');
    await page.getByRole('link', { name: 'FAQ' }).click();
    await expect(current).toHaveText('FAQ');
  });
  await test.step('the skip link leads past the bar and keeps what is chosen', async () => {
    await page.goto('/main?customer=Aurora+Motors');
    await dropdown(page, 'Standard Number').fill('AM-1');
    await page.getByRole('option').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(dropdown(page, 'Standard Number')).toHaveValue('AM-1 · EN · Rev. 1');
  });
  await test.step('form and viewer stand side by side from 768 px on and one above the other below', async () => {
    await page.goto('/main');
    const form = page.getByRole('region', { name: 'Choose a document' });
    const area = page.getByRole('region', { name: 'Document', exact: true });
    for (const [width, formWidth, beside] of [
      [1440, 384, true],
      [768, 384, true],
      [767, 767 - 32, false],
      [320, 320 - 32, false],
    ] as const) {
      await page.setViewportSize({ width, height: 700 });
      const [left, right] = [await form.boundingBox(), await area.boundingBox()];
      expect(left?.width).toBe(formWidth);
      expect(right?.y === left?.y).toBe(beside);
    }
  });
  await test.step('on a small screen the links hide in a menu that closes by choice and by Escape', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/main');
    const menu = page.getByRole('button', { name: 'Menu' });
    const about = page.getByRole('link', { name: 'About' });
    await expect(about).toBeHidden();
    await menu.click();
    await expect(menu).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(about).toBeHidden();
    await expect(menu).toBeFocused();
    await menu.click();
    await about.click();
    await expect(page).toHaveURL('/about');
    await expect(about).toBeHidden();
  });
});

test('a screen that cannot be loaded says so and offers to try again', async ({
  page,
  library,
}) => {
  await enter(page, library);
  await expect(page.getByRole('heading', { name: 'Choose a document' })).toBeVisible();
  await page.route('**/assets/faq-*', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unroute('**/assets/faq-*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'FAQs' })).toBeVisible();

  // A part of the bar takes no screen with it.
  await page.route('**/assets/cases-link-*', (route) => route.fulfill({ status: 404 }));
  await enter(page, library, '/faq', 'librarian');
  await expect(page.getByRole('heading', { name: 'FAQs' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cases' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a reader finds and reads a document by touch', async ({ page, library }) => {
    await enter(page, library);
    await dropdown(page, 'Customer Name').tap();
    await page.getByRole('option', { name: 'Aurora Motors' }).tap();
    await dropdown(page, 'Standard Number').tap();
    await page.getByRole('option', { name: 'AM-1' }).tap();
    await page.getByRole('button', { name: 'Search' }).tap();
    await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).first().tap();
    await expect(shownPage(page, 'Page 2 of 3')).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});

test('the bar is one line with a long name, at any width from 768 px on', async ({
  page,
  library,
}) => {
  await page.addInitScript(`localStorage.setItem('username', 'Maximiliane Oberhauser-Lindqvist')`);
  await enter(page, library, '/about', 'librarian');
  await expect(
    page.getByRole('link', { name: 'Hi, Maximiliane Oberhauser-Lindqvist' }),
  ).toBeVisible();
  for (const width of [768, 800, 900, 991, 1000, 1024, 1100, 1183, 1190, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    const bar = await page.getByRole('banner').boundingBox();
    expect({ width, height: bar?.height }).toEqual({ width, height: 57 });
    const logout = await page.getByRole('button', { name: 'Logout' }).boundingBox();
    expect((logout?.x ?? 0) + (logout?.width ?? 0)).toBeLessThanOrEqual(width);
  }
});

test('a chosen theme is remembered over a logout', async ({ page }) => {
  await logIn(page);
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(15, 20, 25)');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await page.reload();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(15, 20, 25)');
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
});

test('from login to the PDF by keyboard alone', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type('engineer');
  await page.keyboard.press('Tab');
  await page.keyboard.type('correct horse battery');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Choose a document' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dropdown(page, 'Customer Name')).toBeFocused();
  await page.keyboard.type('aur');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Standard Number (2 available)'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dropdown(page, 'Standard Number')).toHaveValue('AM-1 · EN · Rev. 1');
  await page.keyboard.press('Enter'); // a closed dropdown submits, like any field of a form
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  // A toolbar is one stop of Tab; the arrows go from tool to tool.
  await tabTo(page, page.getByRole('button', { name: 'Side panel' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Next page' }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(shownPage(page, 'Page 2 of 3')).toBeVisible();
});

test('nothing moves on a screen while it loads', async ({ page, library }) => {
  await page.addInitScript(countShifts);
  for (const path of ['/login', '/main', document, '/about', '/faq']) {
    await enter(page, library, path);
    await page.waitForLoadState('networkidle');
    expect([path, await page.evaluate(shifts)]).toEqual([path, 0]);
  }
});

const document = '/main?customer=Aurora+Motors&doc_num=AM-1&language=EN&doc_rev=1';

async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < 20; tabs++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element.matches(':focus'))) return;
  }
  throw new Error('Tab does not get there');
}

// Both run in the browser.
type Counting = { shifts: number };

function countShifts(): void {
  const counting = globalThis as unknown as Counting;
  counting.shifts = 0;
  new PerformanceObserver((list) => {
    counting.shifts += list.getEntries().length;
  }).observe({ type: 'layout-shift' as 'measure', buffered: true });
}

function shifts(): number {
  return (globalThis as unknown as Counting).shifts;
}
