import nodeFs from 'node:fs';
import { mkdir, readdir, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { fileOf } from '../../test/databases.ts';
import { type LibraryOptions, startReading, temporaryFolder } from '../../test/harness.ts';
import { openDatabase } from '../db/open.ts';
import { passesBeside, slotMs } from '../db/withdraw-passes.ts';
import { Passes } from './passes.ts';

const name = 'AM-1_EN_1.pdf';
const address = `/document/egd-lib/${name}`;
const content = '%PDF-1.7 0123456789';
// So long after it was written, a file is nginx's to send.
const youngMs = 2000;

/** A library that gives passes; nginx is where the test asks from. */
async function startGiving(options: LibraryOptions = {}) {
  const folder = path.join(await temporaryFolder(onTestFinished), 'passes');
  const library = await startReading(onTestFinished, {
    entries: [{}],
    files: { [name]: content },
    ...options,
    env: {
      TRUST_PROXY: '127.0.0.1',
      ACCEL_REDIRECT: '/_documents/',
      ACCEL_PASSES: folder,
      ...options.env,
    },
  });
  // Not at the end of a slot, so that it does not end while a test looks.
  const { now } = library.library;
  library.pass(youngMs + slotMs - (now() % slotMs));
  const slot = () => String(Math.floor(now() / slotMs));
  const part = (headers: Record<string, string> = {}, url = address) =>
    library.get(url, { range: 'bytes=5-8', ...headers });
  return {
    ...library,
    folder,
    now,
    slot,
    part,
    link: passesBeside(fileOf(library.config.database)),
    /** The parts that nginx would send by a pass now: sessions and names. */
    async standing(): Promise<string[]> {
      const at = path.join(folder, 'library', 'now', slot());
      const passes = await readdir(at).catch(() => []);
      const found = await Promise.all(
        passes.map(async (pass) =>
          (await readdir(path.join(at, pass))).map((file) => `${pass}/${file}`),
        ),
      );
      return found.flat();
    },
  };
}

test('a part that nginx sends comes with a pass: a link to the folder of the file, and a cookie', async () => {
  const { part, standing, folder, slot, config, cookie } = await startGiving();
  const answer = await part();
  expect(answer.headers['x-accel-redirect']).toBe(`/_documents/${name}`);
  const [given] = answer.cookies;
  expect(given).toEqual({
    name: 'egd_pass',
    value: expect.stringMatching(/^[\w-]{43}$/),
    path: '/document/egd-lib/',
    httpOnly: true,
    sameSite: 'Strict',
  });
  const pass = given?.value ?? '';
  expect(await standing()).toEqual([`${pass}/${name}`]);
  const link = path.join(folder, 'library', 'now', slot(), pass, name);
  expect(await readlink(link)).toBe(config.shareDir);
  expect(nodeFs.readFileSync(path.join(link, name), 'utf8')).toBe(content);
  for (const at of ['library/', 'library/now/', `library/now/${slot()}`]) {
    expect((await stat(path.join(folder, at))).mode & 0o777).toBe(0o710);
  }
  const again = await part({ cookie: `${cookie}; egd_pass=${pass}` });
  expect(again.headers['set-cookie']).toBeUndefined();
});

test('behind https the cookie of a pass is Secure', async () => {
  const { app, cookie } = await startGiving({ env: { PUBLIC_URL: 'https://library.example' } });
  const headers = {
    host: 'library.example',
    range: 'bytes=5-8',
    cookie: `__Host-${cookie.replace('__Host-', '')}`,
  };
  const answer = await app.inject({ url: address, headers });
  expect([answer.statusCode, answer.cookies[0]?.secure]).toEqual([200, true]);
});

test('whole files, HEAD, other spellings and people who are not behind the proxy give no pass', async () => {
  const library = await startGiving();
  const { part, app, cookie, standing } = library;
  await library.get(address);
  await part({}, address.toLowerCase().replace('.pdf', '.PDF'));
  await part({ range: 'bytes=900-' });
  await part({ 'if-match': '"another"' });
  await part({ cookie: '' });
  await app.inject({ method: 'HEAD', url: address, headers: { cookie, range: 'bytes=5-8' } });
  const far = { cookie, range: 'bytes=5-8' };
  await app.inject({ url: address, remoteAddress: '10.9.9.9', headers: far });
  expect(await standing()).toEqual([]);
  await part();
  expect(await standing()).toHaveLength(1);
});

test('every write that counts takes all passes away before it is told, in whichever way it is written', async () => {
  const library = await startGiving();
  const { db, part, standing, config } = library;
  await library.addUser('other', 'EGD_LIB');
  const sessions = () => library.signIn('other');
  const other = await openDatabase(config);
  onTestFinished(() => other.destroy());
  const writes: Record<string, () => Promise<unknown>> = {
    'a statement': () => db.deleteFrom('user_roles').where('user_id', '=', 2).execute(),
    'a statement that gives rows': () =>
      db
        .updateTable('users')
        .set({ display_name: 'X' })
        .where('id', '=', 2)
        .returning('id')
        .execute(),
    'raw SQL': () => sql`update users set display_name = 'Y' where id = 2`.execute(db),
    'a transaction': () =>
      db
        .transaction()
        .execute((tx) => tx.deleteFrom('sessions').where('user_id', '=', 2).execute()),
    'another connection': () =>
      other.updateTable('users').set({ display_name: 'Z' }).where('id', '=', 2).execute(),
    'a transaction of another connection': () =>
      other
        .transaction()
        .execute((tx) =>
          tx.updateTable('users').set({ disabled_at: 'now' }).where('id', '=', 2).execute(),
        ),
    'a new entry': () => library.add({ doc_num: 'AM-2' }),
    'a scan that finds a change': () => library.put('AM-2_EN_1.pdf', content),
  };
  await sessions();
  for (const [how, write] of Object.entries(writes)) {
    await part();
    expect([how, await standing()]).toEqual([how, [expect.stringContaining(name)]]);
    await write();
    expect([how, await standing()]).toEqual([how, []]);
  }
});

test('what changes nothing that readers may see leaves passes as they are', async () => {
  const library = await startGiving();
  const { db, part, standing } = library;
  await part();
  const before = await standing();
  await db.updateTable('sessions').set({ last_seen_at: new Date().toISOString() }).execute();
  await db.insertInto('login_attempts').values({ key: 'x', forgotten_at_ms: 1 }).execute();
  await library.scanNames();
  await library.signIn('reader');
  const undone = db.transaction().execute(async (tx) => {
    await tx.deleteFrom('user_roles').execute();
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(before).toHaveLength(1);
  expect(await standing()).toEqual(before);
});

test('a role that is taken away after a part was checked leaves it without a pass', async () => {
  let reached = Promise.withResolvers<void>();
  let goOn: Promise<void> = Promise.resolve();
  const lstat = (...[at, options, done]: Parameters<typeof nodeFs.lstat>) => {
    reached.resolve();
    void goOn.then(() => nodeFs.lstat(at, options, done));
  };
  // The one form in which the share is asked.
  const shareFs = { ...nodeFs, lstat: lstat as typeof nodeFs.lstat };
  const { part, standing, db } = await startGiving({ shareFs });
  reached = Promise.withResolvers();
  const { promise, resolve } = Promise.withResolvers<void>();
  goOn = promise;
  const asked = part();
  await reached.promise;
  await db.deleteFrom('user_roles').execute();
  resolve();
  expect((await asked).statusCode).toBe(200); // it was checked before
  expect(await standing()).toEqual([]);
  expect((await part()).statusCode).toBe(403);
});

test('a role that is taken away at the last moment leaves a pass that leads nowhere', async () => {
  const library = await startGiving();
  const { db, config, now, standing } = library;
  const session = { idHash: 'x', startedMs: 0 } as Parameters<Passes['grant']>[0]; // all that a pass needs of it
  const versions = { auth: 1, catalogue: 1, files: 1 };
  let atLast: () => Promise<unknown> = async () => {};
  const passes = Passes.of(config, {
    now,
    log: library.app.log,
    standsUntilMs: () => Number.MAX_VALUE,
    async readVersions() {
      await atLast();
      return { ...versions };
    },
  });
  passes?.begin();
  onTestFinished(() => passes?.end());
  const file = path.join(config.shareDir, name);
  expect(await passes?.grant(session, versions, file)).toMatch(/^[\w-]{43}$/);
  expect(await standing()).toHaveLength(1);
  // The counts were read as they were, and then:
  atLast = () => db.deleteFrom('user_roles').execute();
  await passes?.grant(session, versions, file);
  expect(await standing()).toEqual([]);
  // Or it is there already when they are read.
  atLast = async () => {};
  expect(await passes?.grant(session, { ...versions, auth: 0 }, file)).toBeNull();
  expect(await standing()).toEqual([]);
  // With nothing between, there is one again, and what was withdrawn is removed.
  await passes?.grant(session, versions, file);
  expect(await standing()).toHaveLength(1);
  await expect.poll(() => readdir(path.join(library.folder, 'library'))).toHaveLength(2);
});

test('a session that would be over before a pass has none', async () => {
  const { part, standing, db, now } = await startGiving({ env: { SESSION_MAX_HOURS: '1' } });
  const nextSlot = now() - (now() % slotMs) + slotMs;
  const overAt = async (ms: number) => {
    const created_at = new Date(ms - 3_600_000).toISOString();
    await db.updateTable('sessions').set({ created_at }).execute();
    await db.updateTable('users').set({ display_name: created_at }).execute(); // counted, so it is read again
  };
  await overAt(nextSlot - 1);
  expect((await part()).statusCode).toBe(200);
  expect(await standing()).toEqual([]);
  await overAt(nextSlot);
  await part();
  expect(await standing()).toHaveLength(1);
});

test('a pass ends with its tens of seconds, and is removed', async () => {
  const { part, standing, pass, folder, slot } = await startGiving();
  await part();
  pass(slotMs);
  expect(await standing()).toEqual([]);
  await part();
  expect(await standing()).toHaveLength(1);
  await expect.poll(() => readdir(path.join(folder, 'library', 'now'))).toEqual([slot()]);
});

test('a process that sees the database and not the passes forbids them, and waits for their end', async () => {
  const { part, standing, folder, link, db } = await startGiving();
  await part();
  expect(await standing()).toHaveLength(1);
  await rename(folder, `${folder}-elsewhere`);
  await mkdir(folder);
  const began = Date.now();
  await db.updateTable('users').set({ display_name: 'X' }).execute();
  expect(Math.floor(Date.now() / slotMs)).toBeGreaterThan(Math.floor(began / slotMs));
  expect(nodeFs.lstatSync(link, { throwIfNoEntry: false })).toBeUndefined();
  await rm(folder, { recursive: true });
  await rename(`${folder}-elsewhere`, folder);
  const before = await standing();
  await part({ range: 'bytes=6-8' });
  expect(await standing()).toEqual(before);
});

test('a server that starts ends the passes of the one before, also when it gives none itself', async () => {
  const { part, standing, link, config, now, app, folder } = await startGiving();
  const deps = { now, log: app.log, standsUntilMs: () => 0, readVersions: () => Promise.reject() };
  await part();
  expect(await standing()).toHaveLength(1);
  expect(Passes.of({ ...config, accelPasses: null }, deps)).toBeNull();
  expect([await standing(), nodeFs.existsSync(link)]).toEqual([[], false]);
  await part();
  expect(await standing()).toEqual([]);
  const next = Passes.of(config, deps);
  next?.begin();
  expect(nodeFs.realpathSync(link)).toBe(nodeFs.realpathSync(path.join(folder, 'library')));
  next?.end();
  expect(nodeFs.existsSync(link)).toBe(false);
});

test('where no pass can be kept, reading goes on, and the log tells it once', async () => {
  const lines: string[] = [];
  const notAFolder = path.join(await temporaryFolder(onTestFinished), 'file');
  await writeFile(notAFolder, '');
  const { part } = await startGiving({
    env: { ACCEL_PASSES: path.join(notAFolder, 'passes') },
    logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } },
  });
  for (let times = 0; times < 3; times++) {
    const { statusCode, headers } = await part();
    expect([statusCode, headers['x-accel-redirect']]).toEqual([200, `/_documents/${name}`]);
    expect(headers['set-cookie']).toBeUndefined();
  }
  expect(lines.map((line) => JSON.parse(line).event as string)).toEqual(['no_pass']);
});

test('without the setting there is no pass, and nothing beside the database', async () => {
  const { part, link } = await startGiving({ env: { ACCEL_PASSES: '' } });
  const { headers } = await part();
  expect([headers['x-accel-redirect'], headers['set-cookie']]).toEqual([
    `/_documents/${name}`,
    undefined,
  ]);
  expect(nodeFs.lstatSync(link, { throwIfNoEntry: false })).toBeUndefined();
});
