import { enter, expect, shownPage, test } from './library.ts';
import { documentAddress } from './viewer-page.ts';

const lost = 'No connection to the server. Your page opens again when the connection is back.';

test('without a network a link starts no navigation, and says so', async ({
  page,
  context,
  library,
}) => {
  await enter(page, library, documentAddress);
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  const checks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/check')) checks.push(request.url());
  });
  await context.setOffline(true);
  await page.getByRole('link', { name: 'About' }).click();
  await expect(page.getByText('No connection', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveURL(documentAddress);
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  expect(checks).toEqual([]);
  await context.setOffline(false);
  await page.getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  expect(checks).toHaveLength(1);
});

test('a browser that calls itself offline beside its own server navigates', async ({
  page,
  library,
}) => {
  await page.addInitScript(`Object.defineProperty(navigator, 'onLine', { value: false })`);
  await enter(page, library);
  await page.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { name: 'About Us' })).toBeVisible();
});

test('the login page says that the connection is lost, and leads back when it is there', async ({
  page,
  library,
}) => {
  const loginFetched = page.waitForResponse('**/assets/login-*.js');
  await enter(page, library, documentAddress);
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await loginFetched;
  await page.route('**/auth/check', (route) => route.abort());
  await page.getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/^[^?]*\/login\?/);
  await expect(page.getByText(lost)).toBeVisible();
  await page.getByLabel('Username').fill('engineer');
  await page.waitForRequest('**/auth/check'); // by itself
  await expect(page.getByLabel('Username')).toHaveValue('engineer');
  await page.unroute('**/auth/check');
  await expect(page).toHaveURL(documentAddress);
});

test('the login page says nothing of a connection where the session is over, or was left', async ({
  page,
  library,
}) => {
  await enter(page, library, '/faq');
  await library.db.deleteFrom('sessions').execute();
  await page.goto('/about');
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await expect(page.getByText(lost)).toHaveCount(0);
  await enter(page, library, '/faq');
  await page.route('**/auth/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await expect(page.getByText(lost)).toHaveCount(0);
});
