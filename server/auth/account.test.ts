import { expect, onTestFinished, test } from 'vitest';
import { password, startReading } from '../../test/harness.ts';

const account = '/vue-egd-lib/api/account';
const next = 'plating without hydrogen';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

async function startAccount() {
  const library = await startReading(onTestFinished);
  const post = (path: string, payload: object, cookie = library.cookie) =>
    library.app.inject({ method: 'POST', url: `${account}/${path}`, headers: { cookie }, payload });
  const change = (current_password: string, new_password: string) =>
    post('password', { current_password, new_password });
  const isSignedIn = async (cookie: string) => {
    const answer = await library.app.inject({ url: '/auth/check', headers: { cookie } });
    return answer.json<{ authenticated: boolean }>().authenticated;
  };
  const signInFrom = async (address: string, word = password) => {
    const answer = await library.app.inject({
      method: 'POST',
      url: '/auth',
      payload: { username: 'reader', password: word },
      headers: { 'user-agent': firefox },
      remoteAddress: address,
    });
    const [cookie] = answer.cookies;
    return cookie === undefined ? null : `${cookie.name}=${cookie.value}`;
  };
  return { ...library, post, change, isSignedIn, signInFrom };
}

test('users change their own password; their other sessions end, this one goes on', async () => {
  const library = await startAccount();
  const other = (await library.signInFrom('10.0.0.7')) ?? '';
  expect(await library.isSignedIn(other)).toBe(true);
  expect((await library.change(password, next)).json()).toEqual({ success: true });
  expect(await library.isSignedIn(library.cookie)).toBe(true);
  expect(await library.isSignedIn(other)).toBe(false);
  expect(await library.signInFrom('10.0.0.7')).toBeNull();
  expect(await library.signInFrom('10.0.0.7', next)).not.toBeNull();
});

test('a new password is refused in words, and nothing changes', async () => {
  const library = await startAccount();
  for (const [current, chosen, code, words] of [
    ['a wrong password', next, 'wrong_password', 'The current password is wrong. Type it again.'],
    [
      password,
      'too short',
      'weak_password',
      'A password needs 12 to 1000 characters; this one has 9.',
    ],
    [password, 'reader of books', 'weak_password', 'A password must not contain the user name.'],
    [password, password, 'weak_password', 'The new password is the current one. Choose another.'],
  ] as const) {
    const answer = await library.change(current, chosen);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code, message: words }]);
  }
  expect(await library.isSignedIn(library.cookie)).toBe(true);
  expect(await library.signInFrom('10.0.0.7')).not.toBeNull();
});

test('guessing the current password is throttled like a sign-in, and hinders no sign-in', async () => {
  const library = await startAccount();
  for (let i = 0; i < 10; i++) {
    expect((await library.change('a wrong password', next)).statusCode).toBe(400);
  }
  const refused = await library.change(password, next);
  expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'too_many_attempts' }]);
  expect(await library.signInFrom('127.0.0.1')).not.toBeNull();
  library.pass(30_000);
  expect((await library.change(password, next)).statusCode).toBe(200);
});

test('users see where they are signed in, and sign out there', async () => {
  const library = await startAccount();
  library.pass(60_000);
  const other = (await library.signInFrom('10.0.0.7')) ?? '';
  await library.addUser('someone', 'EGD_LIB');
  const stranger = await library.signIn('someone');
  type Listed = { data: { id: string; device: string; address: string; is_this: boolean }[] };
  const listed = async () => (await library.get(`${account}/sessions`)).json<Listed>().data;
  const before = await listed();
  expect(before).toMatchObject([
    { device: 'Unknown browser', address: '127.0.0.1', is_this: true },
    { device: 'Firefox on Windows', address: '10.0.0.7', is_this: false },
  ]);
  // Nobody ends another's session.
  const id = before[1]?.id ?? '';
  expect((await library.post('sessions/end', { id }, stranger)).json()).toEqual({ ended: 0 });
  expect(await library.isSignedIn(other)).toBe(true);
  expect((await library.post('sessions/end', { id })).json()).toEqual({ ended: 1 });
  expect(await library.isSignedIn(other)).toBe(false);
  await library.signInFrom('10.0.0.8');
  await library.signInFrom('10.0.0.9');
  expect((await library.post('sessions/end', {})).json()).toEqual({ ended: 2 });
  expect(await listed()).toMatchObject([{ is_this: true }]);
  expect(await library.isSignedIn(stranger)).toBe(true);
});
