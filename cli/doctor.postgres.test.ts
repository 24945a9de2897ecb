import { expect, onTestFinished, test, vi } from 'vitest';
import { TemporaryPostgres } from '../test/postgres/server.ts';
import { temporaryFolder } from '../test/harness.ts';
import { runCommand } from './library.ts';

/** What a command says, with this address of its database. */
async function say(words: string[], url: string, env: Record<string, string> = {}) {
  const folder = await temporaryFolder(onTestFinished);
  let said = '';
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((text) => void (said += `${text}\n`)),
  );
  try {
    const code = await runCommand(words, {
      folder,
      env: { DATA_DIR: folder, DATABASE_URL: url, ...env },
      readPassword: async () => 'correct horse battery',
    });
    return { code, said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

test('the doctor finds what a PostgreSQL server and its user lack, and the library refuses what would lose data', async () => {
  const server = await TemporaryPostgres.start(onTestFinished);
  await server.ask('create database library');
  const url = server.url('library');
  await say(['migrate'], url);
  const healthy = await say(['doctor'], url);
  expect(healthy.said).toContain(
    `ok    the database library at 127.0.0.1:${server.port} (user owner) is PostgreSQL `,
  );
  expect(healthy.said).toContain('ok    the database is writable\n');
  expect(healthy.said).toContain('ok    its user has all rights it needs\n');
  await server.ask('alter database library set default_transaction_read_only = on');
  expect(await say(['doctor'], url)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/WRONG the database is not writable: .*read-only transaction/),
  });
  await server.ask('alter database library reset default_transaction_read_only');

  // The application's own user, which owns nothing.
  await server.ask('create role app login');
  const withoutGrants = await say(['doctor'], server.url('library', 'app'), { MIGRATE: 'off' });
  expect(withoutGrants.said).toMatch(/WRONG .*permission denied/);
  for (const grant of [
    'grant select, insert, update, delete on all tables in schema public to app',
    'revoke delete on sessions from app',
  ]) {
    await server.ask(grant, 'library');
  }
  const withFewer = await say(['doctor'], server.url('library', 'app'), { MIGRATE: 'off' });
  expect(withFewer.said).toContain("WRONG the database's user app may not delete sessions\n");
  await server.ask('grant delete on sessions to app', 'library');
  await server.ask('revoke update, delete on audit from app', 'library');
  const asApp = server.url('library', 'app');
  const added = await say(['user', 'add', 'anna', '--role', 'EGD_LIB'], asApp, { MIGRATE: 'off' });
  expect(added).toEqual({ code: 0, said: 'Added anna (EGD_LIB).\n' });
  expect((await say(['doctor'], asApp, { MIGRATE: 'off' })).said).toContain(
    'ok    its user has all rights it needs\n',
  );

  // A server that forgets what it acknowledged.
  await server.ask('alter role app set synchronous_commit = off');
  const careless = await say(['user', 'list'], asApp, { MIGRATE: 'off' });
  expect(careless).toMatchObject({
    code: 1,
    said: expect.stringContaining('The database confirms commits that a crash can lose'),
  });
  await server.ask('alter role app reset synchronous_commit');

  // What is missing, or not as the address says.
  const fault = async (address: string) => (await say(['user', 'list'], address)).said;
  expect(await fault(server.url('nowhere'))).toMatch(
    /^The database nowhere at .+ cannot be opened \(.+\)\. Create the database first: createdb/,
  );
  expect(await fault(server.url('library', 'stranger'))).toMatch(/The server refuses this user/);
  expect(await fault(`${url}?sslmode=require`)).toMatch(/SSL/);
  await server.ask("create database latin encoding 'LATIN1' locale 'C' template template0");
  expect(await fault(server.url('latin'))).toContain('The database has the encoding LATIN1.');

  await server.end('immediate');
  expect(await fault(url)).toMatch(/ECONNREFUSED.*\. Check DATABASE_URL\. Is the server running\?/);
});

test('the doctor tells of a server whose data may be lost with its machine', async () => {
  const server = await TemporaryPostgres.start(onTestFinished, { fsync: 'off' });
  await say(['migrate'], server.url());
  const { said } = await say(['doctor'], server.url());
  expect(said).toContain('WRONG a crash of its machine may lose the database: fsync off\n');
});

test('the database is migrated by hand where the server may not', async () => {
  const server = await TemporaryPostgres.start(onTestFinished, { fsync: 'off' });
  expect((await say(['user', 'list'], server.url(), { MIGRATE: 'off' })).said).toContain(
    'start the server, or run: npm run library -- migrate\n',
  );
  expect((await say(['migrate'], server.url(), { MIGRATE: 'off' })).said).toMatch(
    /^Migrated: 0001_schema, .+\.\n$/,
  );
  expect(await say(['migrate'], server.url())).toEqual({
    code: 0,
    said: 'The database is up to date.\n',
  });
  expect((await say(['user', 'list'], server.url(), { MIGRATE: 'off' })).code).toBe(0);
});

test('a replica is refused in words', async () => {
  const server = await TemporaryPostgres.start(onTestFinished, { fsync: 'off' });
  await say(['migrate'], server.url());
  const replica = await server.startReplica(onTestFinished);
  expect((await say(['user', 'list'], replica.url())).said).toBe(
    'The database is a replica. Name the primary server.\n',
  );
});
