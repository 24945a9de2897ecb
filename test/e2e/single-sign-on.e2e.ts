import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '../harness.ts';
import { clientId, clientSecret, startIssuer } from '../oidc-issuer.ts';
import { freePort } from '../postgres/server.ts';
import { expect, fillLogin, test as base } from './library.ts';

type Issuer = Awaited<ReturnType<typeof startIssuer>> & { libraryPort: number };

const test = base.extend<{ issuer: Issuer }>({
  // Playwright takes the first argument for the names of fixtures.
  // oxlint-disable-next-line no-empty-pattern
  issuer: async ({}, use) => {
    const undos: (() => unknown)[] = [];
    const libraryPort = await freePort();
    const publicUrl = `http://127.0.0.1:${libraryPort}`;
    const issuer = await startIssuer((undo) => undos.push(undo), publicUrl);
    await use({ ...issuer, libraryPort });
    for (const undo of undos) await undo();
  },

  options: async ({ issuer }, use) => {
    const undos: (() => unknown)[] = [];
    const folder = await temporaryFolder((undo) => undos.push(undo));
    const secretFile = path.join(folder, 'secret');
    await writeFile(secretFile, clientSecret);
    const env = {
      PORT: String(issuer.libraryPort),
      PUBLIC_URL: `http://127.0.0.1:${issuer.libraryPort}`,
      OIDC_ISSUER: issuer.issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET_FILE: secretFile,
      OIDC_LABEL: 'Corp ID',
      ROLE_MAP: 'readers=EGD_LIB',
    };
    await use({ env });
    for (const undo of undos) await undo();
  },

  elsewhere: async ({ issuer }, use) => use([issuer.issuer]),
});

test('a reader signs in elsewhere, reads on at the link, and signs out in both places', async ({
  page,
}) => {
  const link = '/main?customer=Aurora+Motors&doc_num=AM-1&language=EN&doc_rev=1&page=2';
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in with Corp ID' }).click();
  await expect(page).toHaveURL(link);
  await expect(page.getByText('Login successful!')).toBeVisible();
  await expect(page.getByText('Hi, Anna Berg')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('username'))).toBe('Anna Berg');

  await page.getByRole('link', { name: 'Hi, Anna Berg' }).click();
  await expect(page.getByText('You sign in by single sign-on.')).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toBeHidden();

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await page.goto('/main');
  await expect(page).toHaveURL('/login');
});

test('what went wrong elsewhere is shown on the login page, which still works', async ({
  page,
  library,
}) => {
  await page.goto('/login?page=2&fault=expired');
  await expect(page.getByRole('alert')).toHaveText(
    'Login failed: it took too long, or was started in another tab. Try again.',
  );
  await page.goto('/login?fault=Call%20me');
  await expect(page.getByRole('alert')).toHaveText(
    'Login failed: the answer of the sign-in service was refused. Try again.',
  );
  const start = page.getByRole('link', { name: 'Sign in with Corp ID' });
  await expect(start).toHaveAttribute('href', '/auth/oidc/start');
  await fillLogin(page, 'engineer');
  await expect(page).toHaveURL(`${library.url}/main`);
});

test('a user without a role is told so, and can leave', async ({ page, issuer }) => {
  issuer.claims['groups'] = [];
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign in with Corp ID' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'You do not have permission to access EGD Library.',
  );
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('egd_session');
});
