import { password } from '../harness.ts';
import { enter, expect, fillLogin, test } from './library.ts';

const next = 'plating without hydrogen';

test('users see where they are signed in, and sign out there, on a phone too', async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const elsewhere = [await library.signIn('engineer'), await library.signIn('engineer')];
  const isSignedIn = async (cookie = '') => {
    const answer = await library.app.inject({ url: '/auth/check', headers: { cookie } });
    return answer.json<{ authenticated: boolean }>().authenticated;
  };
  await enter(page, library);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Hi, User' }).click();
  await expect(page).toHaveURL('/account');
  await expect(page).toHaveTitle('Your account · EGD Library');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const sessions = page.getByRole('region', { name: 'Your sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  await expect(sessions.getByRole('listitem').first()).toContainText('This browser');
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(390);
  await sessions
    .getByRole('button', { name: /^Sign out Unknown browser at 127/ })
    .first()
    .click();
  await expect(page.getByRole('status')).toHaveText('Session signed out.');
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByRole('heading')).toBeFocused();
  const left = [await isSignedIn(elsewhere[0]), await isSignedIn(elsewhere[1])];
  expect(left.filter(Boolean)).toHaveLength(1);
});

test('users change their own password, and are told what is wrong with a new one', async ({
  page,
  library,
}) => {
  await enter(page, library, '/account');
  const fields = ['Current password', 'New password', 'New password again'].map((label) =>
    page.getByLabel(label, { exact: true }),
  );
  const [current, chosen, again] = [fields[0]!, fields[1]!, fields[2]!];
  const change = async (...words: string[]) => {
    for (const [at, word] of words.entries()) await fields[at]!.fill(word);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('', 'short', '');
  await expect(current).toHaveAccessibleDescription('Type your current password.');
  await expect(current).toBeFocused();
  await expect(chosen).toHaveAccessibleDescription(
    'A password needs at least 12 characters; this one has 5.',
  );
  await change(password, next, 'something else');
  await expect(again).toHaveAccessibleDescription(
    'The passwords differ. Type the new password again.',
  );
  await change('a wrong password', next, next);
  await expect(current).toHaveAccessibleDescription(
    'The current password is wrong. Type it again.',
  );
  await change(password, 'passwordpassword', 'passwordpassword');
  await expect(chosen).toHaveAccessibleDescription(
    'This password is common and easy to guess. Choose another.',
  );
  await expect(chosen).toBeFocused();
  await change(password, next, next);
  await expect(page.getByRole('status')).toHaveText(
    'Password changed. You are signed out everywhere else.',
  );
  await expect(current).toHaveValue('');
  await page.getByRole('button', { name: 'Logout' }).click();
  await fillLogin(page, 'engineer', next);
  await expect(page).toHaveURL('/main');
});
