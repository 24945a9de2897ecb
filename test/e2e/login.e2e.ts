import { password } from '../harness.ts';
import { expect, fillLogin, test } from './library.ts';

test('the login page says whose it is, what is missing and why nobody gets in', async ({
  page,
  library,
}) => {
  await test.step('the login page says who it belongs to', async () => {
    await page.goto('/login');
    await expect(page).toHaveTitle('Login · EGD Library');
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(page.getByText('Login to your account')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toHaveText(`© ${new Date().getFullYear()} EGD Library`);
    await expect(footer.getByRole('link')).toHaveCount(0);
    await expect(page.getByLabel('Username')).toBeFocused();
    await page.getByText('Forgot your password?').click();
    await expect(page.getByText('Submit an ICT ticket')).toBeVisible();
  });
  await test.step('empty fields are reported at the field and nothing is sent', async () => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.goto('/login');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Username is required.');
    await expect(page.getByLabel('Username')).toBeFocused();
    await page.getByLabel('Username').fill('engineer');
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Password', { exact: true });
    await expect(field).toHaveAccessibleDescription('Password is required.');
    await expect(field).toBeFocused();
    await expect(page.getByText('Username is required.')).toBeHidden();
    expect(sent).toEqual([]);
  });
  await test.step('the password can be shown and hidden, and password managers know the fields', async () => {
    await page.goto('/login');
    const field = page.getByLabel('Password', { exact: true });
    await field.fill(password);
    await expect(field).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(field).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(field).toHaveAttribute('type', 'password');
    await expect(field).toHaveAttribute('autocomplete', 'current-password');
    await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username');
  });
  await test.step('a wrong password is reported in the words of the server, and focus goes there', async () => {
    await page.goto('/login');
    await fillLogin(page, 'engineer', 'a wrong one');
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials');
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(page).toHaveURL('/login');
  });
  await test.step('a refusal without words reads Invalid credentials', async () => {
    await page.route('**/auth', (route) => route.fulfill({ json: { success: false } }));
    await page.goto('/login');
    await fillLogin(page, 'engineer');
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials');
    await page.unroute('**/auth');
  });
  await test.step('a failing server is shown as a failed login, in its own words', async () => {
    const json = { code: 'unexpected', message: 'Something broke.', request_id: '1' };
    await page.route('**/auth', (route) => route.fulfill({ status: 500, json }));
    await page.goto('/login');
    await fillLogin(page, 'engineer');
    await expect(page.getByRole('alert')).toHaveText('Login failed: Something broke.');
    await page.unroute('**/auth');
  });
  await test.step('without the role EGD_LIB nobody gets in, and no session is left behind', async () => {
    await page.goto('/login');
    await fillLogin(page, 'visitor');
    await expect(page.getByRole('alert')).toHaveText(
      'You do not have permission to access EGD Library.',
    );
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.getItem('username'))).toBeNull();
    // The cookie by which attempts are counted stays; it opens nothing.
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name)).toEqual(['egd_device']);
  });
  await test.step('a stopped server is shown as a failed login', async () => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await library.close();
    await fillLogin(page, 'engineer');
    await expect(page.getByRole('alert')).toHaveText('Login failed: No connection to the server.');
  });
});

test.describe('where the company has an address', () => {
  const env = { COMPANY_NAME: 'Harbour Parts', COMPANY_URL: 'https://harbour.example/' };
  test.use({ options: { env } });

  test('the login page links to it', async ({ page }) => {
    await page.goto('/login');
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Harbour Parts' });
    await expect(link).toHaveAttribute('href', 'https://harbour.example/');
  });
});

test('after too many attempts the page says how long to wait', async ({ page, library }) => {
  for (let attempt = 0; attempt < 10; attempt++) {
    const payload = { username: 'engineer', password: 'a wrong one' };
    await page.request.post(`${library.url}/auth`, { data: payload });
  }
  await page.goto('/login');
  await fillLogin(page, 'engineer');
  await expect(page.getByRole('alert')).toHaveText(
    /^Too many attempts\. Try again in \d+ seconds\.$/,
  );
});

test('the answer of another auth host is read as far as it goes', async ({ page }) => {
  const answer = async (data: unknown) => {
    await page.unroute('**/auth');
    await page.route('**/auth', (route) => route.fulfill({ json: { success: true, data } }));
    await fillLogin(page, 'engineer');
  };
  await page.goto('/login');
  for (const data of [{ user: 'Ada Lovelace' }, null]) {
    await answer(data);
    await expect(page.getByRole('alert')).toHaveText(
      'You do not have permission to access EGD Library.',
    );
  }
  await answer({ user: 'Ada Lovelace', access_role: [{ role_name: 'EGD_LIB' }] });
  await expect(page.getByRole('status')).toHaveText('Login successful!');
  expect(await page.evaluate(() => localStorage.getItem('username'))).toBe('Ada Lovelace');
});

test('a login stores the name, and without one the greeting is Hi, User', async ({ page }) => {
  await test.step('a login stores the name, says so and goes to the main page', async () => {
    await page.goto('/login');
    await fillLogin(page, 'engineer');
    await expect(page).toHaveURL('/main');
    await expect(page.getByRole('status')).toHaveText('Login successful!');
    await expect(page.getByText('Hi, engineer the tester')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('username'))).toBe('engineer the tester');
  });
  await test.step('without a stored name the greeting is Hi, User', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect(page.getByText('Hi, User')).toBeVisible();
  });
});

test('a second click while logging in sends nothing', async ({ page }) => {
  const sent: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/auth', async (route) => {
    sent.push(route.request().url());
    await held;
    await route.continue();
  });
  await page.goto('/login');
  await fillLogin(page, 'engineer');
  const button = page.getByRole('button', { name: 'Logging in…' });
  await button.click({ force: true });
  await page.getByLabel('Username').press('Enter');
  release();
  await expect(page).toHaveURL('/main');
  expect(sent).toHaveLength(1);
});
