import type { Page } from '@playwright/test';
import { changeRoles } from '../../server/auth/accounts.ts';
import {
  dropdown,
  endAllSessions,
  enter,
  expect,
  fillLogin,
  logIn,
  shownPage,
  test,
} from './library.ts';

test('signed out, every path leads to the login page, and a link survives the login', async ({
  page,
}) => {
  await test.step('signed out, every path leads to the login page', async () => {
    for (const path of ['/', '/main', '/about', '/faq', '/no/such/page']) {
      await page.goto(path);
      await expect(page).toHaveURL('/login');
      await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    }
  });
  await test.step('the login page asks again without losing what is typed', async () => {
    await page.goto('/login');
    await page.getByLabel('Username').fill('engineer');
    const asked = page.waitForResponse('**/auth/check');
    await page.evaluate(`dispatchEvent(new Event('focus'))`);
    await asked;
    await page.getByLabel('Password', { exact: true }).fill('half');
    await expect(page.getByLabel('Username')).toHaveValue('engineer');
    await expect(page).toHaveURL('/login');
  });
  await test.step('a link to a document survives the login', async () => {
    const query = '?customer=Aurora+Motors&doc_num=AM-1&language=EN&doc_rev=1&page=2';
    await page.goto(`/main${query}`);
    await fillLogin(page, 'engineer');
    await expect(page).toHaveURL(`/main${query}`);
    await expect(shownPage(page, 'Page 2 of 3')).toBeVisible();
  });
});

test('signed in, every path is answered by the guard', async ({ page }) => {
  await test.step('signed in, the login page leads to the main page', async () => {
    await logIn(page);
    await page.goto('/login');
    await expect(page).toHaveURL('/main');
  });
  await test.step('no screen shows before the guard has its answer', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/auth/check', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest('**/auth/check');
    await page.goto('/main', { waitUntil: 'commit' });
    await asked;
    await expect(page.getByRole('heading')).toHaveCount(0);
    await expect(page.getByRole('textbox')).toHaveCount(0);
    answer();
    await expect(page.getByRole('heading', { name: 'Choose a document' })).toBeVisible();
    await page.unroute('**/auth/check');
  });
  await test.step('an address that is spelled otherwise is the 404 page, as for the server', async () => {
    const paths = ['/Main', '/LOGIN', '/MAIN?customer=Aurora+Motors', '/main/', '/login/'];
    for (const path of [...paths, '/index.html']) {
      const answer = await page.goto(path);
      expect([path, answer?.status()]).toEqual([path, 404]);
      await expect(page.getByText('Oops! Page not found.')).toBeVisible();
      await expect(page).toHaveURL(path);
    }
  });
  await test.step('only authenticated: true lets anyone in', async () => {
    for (const authenticated of ['true', 1, {}]) {
      const json = { authenticated, access_role: [{ role_name: 'EGD_LIB' }] };
      await page.route('**/auth/check', (route) => route.fulfill({ json }));
      await page.goto('/faq');
      await expect(page).toHaveURL('/login');
      await page.unroute('**/auth/check');
    }
  });
  await test.step('a check that fails counts as not signed in', async () => {
    await page.goto('/main');
    await expect(page.getByRole('heading', { name: 'Choose a document' })).toBeVisible();
    await page.route('**/auth/check', (route) => route.abort());
    await page.getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL('/login');
  });
  await test.step('a check that hangs for ten seconds counts as not signed in', async () => {
    await page.unroute('**/auth/check');
    await page.goto('/main');
    await expect(page.getByRole('heading', { name: 'Choose a document' })).toBeVisible();
    await page.route('**/auth/check', () => {});
    await page.getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  });
});

test('what ends in the middle leads to the login page: the session, or the role', async ({
  page,
  library,
}) => {
  await test.step('every navigation asks the server, back included', async () => {
    await logIn(page);
    await page.getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { name: 'About Us' })).toBeVisible();
    await endAllSessions(library);
    await page.goBack();
    await expect(page).toHaveURL('/login');
  });
  await test.step('a session that ends in the middle leads to the login page', async () => {
    await logInAndWait(page);
    await dropdown(page, 'Customer Name').fill('Aurora Motors');
    const option = page.getByRole('option', { name: 'Aurora Motors' });
    await option.waitFor();
    await endAllSessions(library);
    await option.click();
    await expect(page).toHaveURL('/login?customer=Aurora+Motors');
  });
  await test.step('a role taken away in the middle leads to the login page', async () => {
    await logInAndWait(page);
    await changeRoles(library.db, 'engineer', { add: [], remove: ['EGD_LIB'] });
    await page.getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL('/login');
  });
});

test('a click while offline returns to the document and its page', async ({ page, library }) => {
  const query = '?customer=Aurora+Motors&doc_num=AM-1&language=EN&doc_rev=1&page=2';
  const loginFetched = page.waitForResponse('**/assets/login-*.js');
  await enter(page, library, `/main${query}`);
  await expect(shownPage(page, 'Page 2 of 3')).toBeVisible();
  await loginFetched;
  for (const event of ['online', 'focus']) {
    await page.route('**/auth/check', (route) => route.abort());
    await page.getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL(`/login${query}`);
    await page.unroute('**/auth/check');
    await page.evaluate(`dispatchEvent(new Event('${event}'))`);
    await expect(page).toHaveURL(`/main${query}`);
    await expect(shownPage(page, 'Page 2 of 3')).toBeVisible();
  }
});

test('a server that stops leaves the reader on the login page', async ({ page, library }) => {
  const loginFetched = page.waitForResponse('**/assets/login-*.js');
  await enter(page, library);
  await loginFetched;
  await library.close();
  await page.getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
});

test('a logout ends the session in every tab, also where the server refuses', async ({
  page,
  context,
  library,
  watch,
}) => {
  await test.step('a logout in one tab takes the other along', async () => {
    await logIn(page);
    const other = await context.newPage();
    await other.goto('/about');
    await expect(other.getByRole('heading', { name: 'About Us' })).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(other).toHaveURL('/login');
    await other.close();
  });
  await test.step('logout ends the session, clears the stores and goes to the login page', async () => {
    await logIn(page);
    await page.evaluate(() => sessionStorage.setItem('anything', '1'));
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    expect(await library.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });
  await test.step('logout goes to the login page even when the server refuses', async () => {
    await logIn(page);
    await page.route('**/auth/logoutWithoutRedirect', (route) => route.fulfill({ status: 500 }));
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    expect(watch.consoleTexts.some((text) => text.startsWith('Logout failed'))).toBe(true);
  });
});

/** Until the main page has made all requests of its start. */
async function logInAndWait(page: Page): Promise<void> {
  const calls = ['**/api/quick-open**', '**/api/start'];
  const answers = calls.map((call) => page.waitForResponse(call));
  await logIn(page);
  await Promise.all(answers);
  await page.mouse.move(0, 0); // a line of the start that it rests on is fetched ahead
}
