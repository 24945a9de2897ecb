import { password } from '../harness.ts';
import { choose, dropdown, enter, expect, fillLogin, logIn, search, test } from './library.ts';

// Every text that the specification gives, where it is shown, to the letter.

const notPermitted = 'You do not have permission to access EGD Library.';

const bothRequired = 'Both Customer Name and Standard Number are required.';

test('the login page has the specified texts', async ({ page, library }) => {
  const alert = page.getByRole('alert');
  await page.goto('/login');
  await expect(page.getByRole('heading')).toHaveText('Welcome');
  await expect(page.getByText('Login to your account', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Username', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toHaveText('Login');
  await expect(page.getByRole('contentinfo')).toHaveText(/^© \d{4} /);

  await fillLogin(page, 'engineer', 'a wrong one');
  await expect(alert).toHaveText('Invalid credentials');
  await page.route('**/auth', (route) => route.fulfill({ json: { success: false } }));
  await fillLogin(page, 'visitor');
  await expect(alert).toHaveText('Invalid credentials');
  await page.unroute('**/auth');
  await fillLogin(page, 'visitor');
  await expect(alert).toHaveText(notPermitted);
  await page.route('**/auth', (route) => route.abort());
  await fillLogin(page, 'engineer');
  await expect(alert).toHaveText(/^Login failed: ./);
  await page.unroute('**/auth');

  await fillLogin(page, 'engineer');
  await expect(page.getByRole('status')).toHaveText('Login successful!');
  await expect(page).toHaveURL('/main');
  const answers = ['engineer', 'visitor'].map(async (username) => {
    const answer = await page.request.post(`${library.url}/auth`, { data: { username, password } });
    return (await answer.json()).message;
  });
  expect(await Promise.all(answers)).toEqual(['Login successful!', 'Login successful!']);
  const data = { username: 'engineer', password: 'a wrong one' };
  const refused = await page.request.post(`${library.url}/auth`, { data });
  expect(await refused.json()).toEqual({ success: false, message: 'Invalid credentials' });
});

test('the bar at the top has the specified texts', async ({ page, library }) => {
  await enter(page, library);
  const links = page.getByRole('navigation').getByRole('link');
  for (const name of ['Main', 'About', 'FAQ']) await expect(links.getByText(name)).toHaveText(name);
  await expect(page.getByRole('link', { name: /^Hi/ })).toHaveText('Hi, User');
  await expect(page.getByRole('button', { name: 'Logout', exact: true })).toHaveText('Logout');
  await page.getByRole('button', { name: 'Logout' }).click();
  await logIn(page);
  await expect(page.getByRole('link', { name: /^Hi/ })).toHaveText('Hi, engineer the tester');
});

test('the main page has the specified texts', async ({ page, library, watch }) => {
  let broken = true;
  await page.route('**/vue-egd-lib/api/{customers,documents*}', (route) =>
    broken ? route.abort() : route.continue(),
  );
  const addressOf = (doc_num: string) =>
    `/main?customer=Aurora+Motors&doc_num=${doc_num}&language=EN&doc_rev=1`;
  await enter(page, library, addressOf('AM-999'));
  const texts = () => watch.consoleTexts.map((text) => text.split(' ').slice(0, 4).join(' '));
  await expect.poll(texts).toContain('Failed to fetch customers');
  await expect.poll(texts).toContain('Failed to fetch documents');
  const loading = page.getByLabel('Standard Number (loading...)', { exact: true });
  await expect(loading).toBeVisible();
  broken = false;
  const available = page.getByLabel('Standard Number (2 available)', { exact: true });
  await expect(available).toBeVisible();
  await expect(page.getByText('No Document Found', { exact: true })).toBeVisible();
  const advice = 'No matching document was found. Please check your input or try again.';
  await expect(page.getByText(advice, { exact: true })).toBeVisible();

  await expect(page.getByLabel('Customer Name', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(bothRequired);
  await dropdown(page, 'Standard Number').fill('nothing like it');
  const nothingFound = 'No elements found. Consider changing the search query.';
  await expect(page.getByText(nothingFound, { exact: true })).toBeVisible();

  await search(page, 'Boreal Air', 'BA-7');
  await expect(page.getByText('Document Not Available', { exact: true })).toBeVisible();
  const missing = 'This document entry exists, but the PDF file was not found.';
  await expect(page.getByText(missing, { exact: true })).toBeVisible();
  await choose(page, 'Customer Name', 'Aurora Motors');
  await choose(page, 'Standard Number', 'AM-2');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const card = page.getByRole('listitem').first();
  const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' });
  const terms = [
    ['Customer Name', 'Aurora Motors'],
    ['Standard No', 'AM-2'],
    ['Description', 'Phosphating'],
    ['Language', '-'],
    ['Revision', 'B'],
    ['Modified', `${today} by jsmith`],
  ];
  await expect(card.getByRole('term')).toHaveText(terms.map(([term = '']) => term));
  await expect(card.getByRole('definition')).toHaveText(terms.map(([, text = '']) => text));

  await page.route('**/vue-egd-lib/api/customers', (route) =>
    route.fulfill({ json: { data: [] } }),
  );
  await page.goto('/main');
  await page.getByLabel('Standard Number', { exact: true }).waitFor();
  await dropdown(page, 'Customer Name').click();
  await expect(page.getByText('List is empty.', { exact: true })).toBeVisible();
});

test('the viewer has the specified texts', async ({ page, library }) => {
  await enter(
    page,
    library,
    '/main?customer=Aurora+Motors&doc_num=AM-1&language=EN&doc_rev=1&page=2',
  );
  await expect(page.getByText('Page 2 / 3', { exact: true })).toHaveCount(2);
  for (const name of [
    'Previous page',
    'Next page',
    'Zoom out',
    'Zoom in',
    'Download',
    'Fullscreen',
  ]) {
    const inEach = page.getByRole('toolbar').locator(`[aria-label="${name}"]`);
    await expect(inEach, name).toHaveCount(2);
  }
});

test('About, FAQ and 404 have the specified texts', async ({ page, library }) => {
  await enter(page, library, '/about');
  await expect(page.getByRole('heading')).toHaveText('About Us');
  const about = 'a platform that gives engineers and professionals access to engineering standards';
  await expect(page.getByText(`EGD Library is ${about} and documents.`)).toBeVisible();

  await page.goto('/faq');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQs');
  await expect(page.getByText('Looking for answers?', { exact: true })).toBeVisible();
  const items = page.getByRole('group');
  const questions = [
    'How to add or modify a customer?',
    'How to add or modify a standard number?',
    'How to add a document?',
    'How to verify an upload and its name?',
    'What to do if the password is forgotten?',
  ];
  const steps = [
    '',
    '',
    'Place the PDF in the designated shared folder, named DocumentNumber_revision.pdf',
    'Upload Status column shows a check mark (✓) when the file name is correct and the file is ' +
      'uploaded, and a cross (✗) otherwise.',
    'Submit an ICT ticket',
  ];
  for (const [index, question] of questions.entries()) {
    const item = items.nth(index);
    await expect(item.locator('summary')).toHaveText(question);
    await expect(item.getByRole('listitem').first()).toBeHidden();
    await item.locator('summary').click();
    await expect(item).toContainText(steps[index] ?? '');
  }
  await expect(items.nth(4)).toContainText('Wait for the reply e-mail');

  await page.goto('/no/such/page');
  await expect(page.getByRole('heading')).toHaveText('Oops! Page not found.');
  await expect(page.getByRole('link', { name: 'Go Home', exact: true })).toHaveText('Go Home');
});

test('the console has the column Upload Status', async ({ page, library }) => {
  await enter(page, library, '/manage/standard-numbers', 'librarian');
  const column = page.getByRole('columnheader').getByText('Upload Status', { exact: true });
  await expect(column).toBeVisible();
});
