import { Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { password, startLibrary, startReading, type TestLibrary } from '../../test/harness.ts';
import { changePassword, changeRoles, disableUser } from './accounts.ts';

const hour = 3_600_000;

function signIn(
  library: TestLibrary,
  credentials: object,
  more: { headers?: Record<string, string>; remoteAddress?: string } = {},
) {
  return library.app.inject({ method: 'POST', url: '/auth', payload: credentials, ...more });
}

test('signing in answers with the user and the roles, and sets a guarded cookie', async () => {
  const library = await startLibrary(onTestFinished);
  await library.addUser('jsmith', 'EGD_LIB', 'EGD_LIB_EDIT');
  const answer = await signIn(library, { username: 'jsmith', password });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    success: true,
    message: 'Login successful!',
    data: {
      user: { username: 'jsmith', display_name: 'jsmith the tester' },
      access_role: [{ role_name: 'EGD_LIB' }, { role_name: 'EGD_LIB_EDIT' }],
    },
  });
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^egd_session=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    ),
    expect.stringMatching(
      /^egd_device=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/auth; HttpOnly; SameSite=Strict$/,
    ),
  ]);
});

test('on https the cookie is Secure and bound to the host', async () => {
  const library = await startLibrary(onTestFinished, {
    env: { PUBLIC_URL: 'https://library.example' },
  });
  await library.addUser('jsmith', 'EGD_LIB');
  const answer = await signIn(library, { username: 'jsmith', password });
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^__Host-egd_session=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
    expect.stringMatching(/^egd_device=.*; HttpOnly; Secure; SameSite=Strict$/),
  ]);
  expect(answer.headers['strict-transport-security']).toContain('max-age=31536000');
});

test('a wrong password, an unknown user and a disabled one get the same answer', async () => {
  const library = await startLibrary(onTestFinished);
  await library.addUser('jsmith', 'EGD_LIB');
  await library.addUser('gone', 'EGD_LIB');
  await disableUser(library.db, 'gone', new Date());
  for (const credentials of [
    { username: 'jsmith', password: 'wrong password' },
    { username: 'nobody', password },
    { username: 'gone', password },
  ]) {
    const answer = await signIn(library, credentials);
    expect(answer.statusCode).toBe(401);
    expect(answer.body).toBe('{"success":false,"message":"Invalid credentials"}');
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
});

test('an unknown user costs the server the work of a known one', async () => {
  const library = await startLibrary(onTestFinished);
  await library.addUser('jsmith', 'EGD_LIB');
  // A password whose hash costs what it costs outside of tests.
  await changePassword(library.db, 'jsmith', 'seven green lanterns');
  await signIn(library, { username: 'warm up', password: 'x' });
  const costOf = async (username: string) => {
    const costs: number[] = [];
    for (let i = 0; i < 5; i++) {
      const before = process.cpuUsage();
      await signIn(library, { username, password: 'wrong password' });
      const { user, system } = process.cpuUsage(before);
      costs.push(user + system);
    }
    return costs.toSorted((a, b) => a - b)[2] ?? 0;
  };
  // One Argon2id against none differs a hundredfold; a factor of three is far beyond noise.
  const ratio = (await costOf('nobody')) / (await costOf('jsmith'));
  expect(ratio).toBeGreaterThan(1 / 3);
  expect(ratio).toBeLessThan(3);
});

test('the user name’s letter case does not matter', async () => {
  const library = await startLibrary(onTestFinished);
  await library.addUser('JSmith', 'EGD_LIB');
  expect((await signIn(library, { username: ' jsmith', password })).statusCode).toBe(200);
});

test('a missing, empty or wrongly typed field is refused in words', async () => {
  const library = await startLibrary(onTestFinished);
  for (const credentials of [{}, { username: '', password: '' }, { username: 5, password: [] }]) {
    const answer = await signIn(library, credentials);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      success: false,
      message: 'Username and password are required.',
    });
  }
});

test('without EGD_LIB one signs in to a session that reads nothing', async () => {
  const library = await startLibrary(onTestFinished, { entries: [{}] });
  await library.addUser('visitor');
  const answer = await signIn(library, { username: 'visitor', password });
  expect(answer.json()).toMatchObject({ success: true, data: { access_role: [] } });
  const cookie = await library.signIn('visitor');
  const get = (url: string) => library.app.inject({ url, headers: { cookie } });
  expect((await get('/auth/check')).json()).toMatchObject({ authenticated: false });
  const list = await get('/vue-egd-lib/api/customers');
  expect(list.statusCode).toBe(403);
  expect(list.json()).toMatchObject({
    code: 'no_permission',
    message: 'You do not have permission to access EGD Library.',
  });
  expect((await get('/document/egd-lib/AM-1_EN_1.pdf')).statusCode).toBe(403);
});

test('the check says who is signed in, and answers 200 either way', async () => {
  const library = await startReading(onTestFinished);
  const signedOut = await library.app.inject({ url: '/auth/check' });
  expect([signedOut.statusCode, signedOut.json()]).toEqual([200, { authenticated: false }]);
  expect((await library.get('/auth/check')).json()).toEqual({
    authenticated: true,
    user: { username: 'reader', display_name: 'reader the tester' },
    access_role: [{ role_name: 'EGD_LIB' }],
  });
});

test('signing out ends the session on the server, for the calls and for the PDFs', async () => {
  const library = await startReading(onTestFinished, {
    entries: [{}],
    files: { 'AM-1_EN_1.pdf': '%PDF' },
  });
  const statuses = async () => [
    (await library.get('/vue-egd-lib/api/customers')).statusCode,
    (await library.get('/document/egd-lib/AM-1_EN_1.pdf')).statusCode,
  ];
  expect(await statuses()).toEqual([200, 200]);
  const answer = await library.get('/auth/logoutWithoutRedirect', { 'x-egd-library': '1' });
  expect(answer.json()).toEqual({ success: true });
  expect(answer.headers['set-cookie']).toMatch(/^egd_session=; .*Expires=Thu, 01 Jan 1970/);
  expect(answer.headers['clear-site-data']).toBe('"cache"');
  expect(await statuses()).toEqual([401, 401]);
});

test('signing in gives a new session id and ends the one that came along', async () => {
  const library = await startReading(onTestFinished);
  const planted = `egd_session=${'A'.repeat(43)}`;
  const answer = await signIn(
    library,
    { username: 'reader', password },
    { headers: { cookie: planted } },
  );
  expect(answer.cookies[0]?.value).not.toBe('A'.repeat(43));

  await signIn(library, { username: 'reader', password }, { headers: { cookie: library.cookie } });
  expect((await library.get('/auth/check')).json()).toEqual({ authenticated: false });
});

test('the database holds no session id that could be used', async () => {
  const library = await startReading(onTestFinished);
  const rows = await library.db.selectFrom('sessions').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(library.cookie).not.toContain(rows[0]?.id_hash);
});

test('an idle session ends after eight hours, a busy one after twenty-four', async () => {
  const library = await startReading(onTestFinished);
  const isIn = async () =>
    (await library.get('/auth/check')).json<{ authenticated: boolean }>().authenticated;
  library.pass(7.9 * hour);
  expect(await isIn()).toBe(true);
  library.pass(7.9 * hour);
  expect(await isIn()).toBe(true);
  library.pass(7.9 * hour);
  expect(await isIn()).toBe(true);
  library.pass(0.4 * hour); // 24.1 hours since signing in
  expect(await isIn()).toBe(false);

  const idle = await startReading(onTestFinished);
  idle.pass(8 * hour);
  expect((await idle.get('/vue-egd-lib/api/customers')).statusCode).toBe(401);
});

test('a role taken away, a disabled account and a new password stop the next request', async () => {
  const library = await startReading(onTestFinished);
  const status = async () => (await library.get('/vue-egd-lib/api/customers')).statusCode;
  expect(await status()).toBe(200);
  await changeRoles(library.db, 'reader', { add: [], remove: ['EGD_LIB'] });
  expect(await status()).toBe(403);
  await changeRoles(library.db, 'reader', { add: ['EGD_LIB'], remove: [] });
  expect(await status()).toBe(200);
  await changePassword(library.db, 'reader', 'another password');
  expect(await status()).toBe(401);

  const other = await startReading(onTestFinished);
  await disableUser(other.db, 'reader', new Date());
  expect((await other.get('/vue-egd-lib/api/customers')).statusCode).toBe(401);
});

test('an account has ten attempts from an address, then one every half minute', async () => {
  const library = await startLibrary(onTestFinished);
  await library.addUser('jsmith', 'EGD_LIB');
  const wrong = { username: 'jsmith', password: 'wrong password' };
  for (let i = 0; i < 10; i++) {
    expect((await signIn(library, wrong)).statusCode).toBe(401);
  }
  const refused = await signIn(library, { username: 'JSMITH', password });
  expect(refused.statusCode).toBe(429);
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(30);
  expect(refused.json()).toEqual({
    success: false,
    message: `Too many attempts. Try again in ${seconds} seconds.`,
  });
  library.pass(seconds * 1000);
  expect((await signIn(library, { username: 'jsmith', password })).statusCode).toBe(200);
  expect((await signIn(library, wrong)).statusCode).toBe(401); // a success starts afresh
});

test('guessing passwords cannot lock the user out, and writes nothing once refused', async () => {
  const library = await startLibrary(onTestFinished);
  await library.addUser('victim', 'EGD_LIB');
  const victim = { username: 'victim', password };
  const office = { remoteAddress: '10.0.0.9' };
  const first = await signIn(library, victim, office);
  const device = first.cookies.find(({ name }) => name === 'egd_device');
  expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/auth' });
  const known = { ...office, headers: { cookie: `egd_device=${device?.value}` } };

  const attack = () => signIn(library, { ...victim, password: 'a guess' }, office);
  const countsNow = () => library.db.selectFrom('login_attempts').selectAll().execute();
  for (let i = 0; i < 10; i++) expect((await attack()).statusCode).toBe(401);
  const counts = await countsNow();
  for (let i = 0; i < 30; i++) expect((await attack()).statusCode).toBe(429);
  expect(await countsNow()).toEqual(counts);

  // From elsewhere, and from the attacker's own address with a browser that is known.
  expect((await signIn(library, victim, { remoteAddress: '10.0.0.8' })).statusCode).toBe(200);
  expect((await signIn(library, victim, known)).statusCode).toBe(200);
  // The browser of another account is not known.
  await library.addUser('other', 'EGD_LIB');
  for (let i = 0; i < 10; i++) await signIn(library, { username: 'other', password: 'x' }, office);
  expect((await signIn(library, { username: 'other', password }, known)).statusCode).toBe(429);
});

test('a browser that is known has ten attempts of its own, and a forged one has none', async () => {
  const library = await startLibrary(onTestFinished);
  await library.addUser('jsmith', 'EGD_LIB');
  const signedIn = await signIn(library, { username: 'jsmith', password });
  const value = signedIn.cookies.find(({ name }) => name === 'egd_device')?.value ?? '';
  const wrong = (cookie: string) =>
    signIn(library, { username: 'jsmith', password: 'wrong' }, { headers: { cookie } });
  for (let i = 0; i < 10; i++) {
    expect((await wrong(`egd_device=${value}`)).statusCode).toBe(401);
  }
  expect((await wrong(`egd_device=${value}`)).statusCode).toBe(429);
  const [id] = value.split('.');
  for (const forged of [`${id}.${'A'.repeat(43)}`, `x.${value}`, `${'B'.repeat(22)}.${value}`]) {
    expect((await wrong(`egd_device=${forged}`)).statusCode).toBe(401); // counted by its address
  }
  const keys = await library.db.selectFrom('login_attempts').select('key').execute();
  expect(keys.map(({ key }) => key.replace(id ?? '', 'ID')).toSorted()).toEqual([
    'account:jsmith',
    'account:jsmith address:127.0.0.1',
    'address:127.0.0.1',
    'device:ID',
  ]);
});

test('an unknown account is throttled like a known one', async () => {
  const library = await startLibrary(onTestFinished);
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) {
    statuses.push((await signIn(library, { username: 'nobody', password: 'x' })).statusCode);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
});

test('an address has a hundred attempts over all accounts; another address is not held back', async () => {
  const library = await startLibrary(onTestFinished);
  await library.addUser('jsmith', 'EGD_LIB');
  const full = 3000 * 100;
  await library.db
    .insertInto('login_attempts')
    .values([
      { key: 'address:10.0.0.1', forgotten_at_ms: Date.now() + full },
      { key: 'address:2001:db8:1:2::/64', forgotten_at_ms: Date.now() + full },
    ])
    .execute();
  const from = async (remoteAddress: string) =>
    (await signIn(library, { username: 'jsmith', password }, { remoteAddress })).statusCode;
  expect(await from('10.0.0.1')).toBe(429);
  expect(await from('::ffff:10.0.0.1')).toBe(429);
  expect(await from('2001:db8:1:2::7')).toBe(429);
  expect(await from('2001:db8:1:2:ffff:1:2:3')).toBe(429);
  expect(await from('2001:db8:1:3::7')).toBe(200);
  expect(await from('10.0.0.2')).toBe(200);
});

test('right passwords do not use up the attempts of an office that shares one address', async () => {
  const library = await startLibrary(onTestFinished);
  await library.addUser('jsmith', 'EGD_LIB');
  for (let i = 0; i < 3; i++) {
    expect((await signIn(library, { username: 'jsmith', password })).statusCode).toBe(200);
  }
  const rows = await library.db.selectFrom('login_attempts').selectAll().execute();
  expect(rows.map((row) => row.key).toSorted()).toEqual(['account:jsmith', 'address:127.0.0.1']);
  for (const row of rows) expect(row.forgotten_at_ms).toBeLessThanOrEqual(Date.now());
});

test('a client cannot choose its address without a trusted proxy', async () => {
  const library = await startLibrary(onTestFinished);
  for (let i = 0; i < 2; i++) {
    const headers = { 'x-forwarded-for': `10.1.1.${i}` };
    await signIn(library, { username: 'nobody', password: 'x' }, { headers });
  }
  const rows = await library.db.selectFrom('login_attempts').select('key').orderBy('key').execute();
  expect(rows.map((row) => row.key)).toEqual([
    'account:nobody',
    'account:nobody address:127.0.0.1',
    'address:127.0.0.1',
  ]);
});

test('another site cannot sign anyone in or out', async () => {
  const library = await startReading(onTestFinished);
  const attack = (headers: Record<string, string>) =>
    signIn(library, { username: 'reader', password }, { headers });
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { referer: 'https://evil.example/page' },
  ]) {
    const answer = await attack(headers);
    expect([headers, answer.statusCode]).toEqual([headers, 403]);
    const logout = await library.get('/auth/logoutWithoutRedirect', headers);
    expect([headers, logout.statusCode]).toEqual([headers, 403]);
  }
  expect((await library.get('/auth/check')).json()).toMatchObject({ authenticated: true });
  for (const headers of [
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'http://localhost:80' },
    { referer: 'http://localhost/main?customer=A' },
  ]) {
    expect([headers, (await attack(headers)).statusCode]).toEqual([headers, 200]);
  }
});

test('a sign-out that says nothing of where it comes from needs our own header', async () => {
  const library = await startReading(onTestFinished);
  const silent = await library.get('/auth/logoutWithoutRedirect');
  expect(silent.statusCode).toBe(403);
  expect(silent.json()).toMatchObject({
    message: 'Send the header x-egd-library: this request does not say where it comes from.',
  });
  expect((await library.get('/auth/check')).json()).toMatchObject({ authenticated: true });
  for (const headers of [
    { 'x-egd-library': '1' },
    { 'sec-fetch-site': 'same-origin' },
    { referer: 'http://localhost/main' },
  ]) {
    const answer = await library.get('/auth/logoutWithoutRedirect', headers);
    expect([headers, answer.statusCode]).toEqual([headers, 200]);
  }
});

test('the log has a line for each sign-in, without passwords, cookies or session ids', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const library = await startReading(onTestFinished, { logger: { level: 'trace', stream } });
  await signIn(library, { username: 'reader', password: 'a wrong password' });
  await library.get('/vue-egd-lib/api/customers', { authorization: 'Bearer secret-token' });
  const log = lines.join('');
  const events = lines.map((line) => (JSON.parse(line) as { event?: string }).event);
  expect(events).toEqual(expect.arrayContaining(['login', 'login_refused', 'request']));
  for (const secret of [
    password,
    'a wrong password',
    'secret-token',
    library.cookie.split('=')[1],
  ]) {
    expect(log).not.toContain(secret);
  }
});
