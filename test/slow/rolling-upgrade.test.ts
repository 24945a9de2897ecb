import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ServerProcess } from '../drill/server-process.ts';
import { entryOf, password, temporaryFolder } from '../harness.ts';
import { findPostgres, TemporaryPostgres } from '../postgres/server.ts';

// A node of the version before, whose schema is older, serves beside a new one while nodes are
// restarted one after the other.

const root = path.join(import.meta.dirname, '..', '..');
const before = lastCommitWithOlderSchema();
const whyNot =
  findPostgres() === null
    ? 'PostgreSQL is not installed'
    : before === null
      ? 'the history has no version with an older schema that knows PostgreSQL'
      : null;

test.skipIf(whyNot !== null)(
  `a node of the version before serves beside a new one${whyNot === null ? '' : ` (${whyNot})`}`,
  async () => {
    const dir = await temporaryFolder(onTestFinished);
    const older = await checkOut(before ?? '', dir);
    const postgres = await TemporaryPostgres.start(onTestFinished);
    await postgres.ask('create database library');
    const share = path.join(dir, 'documents');
    await mkdir(share);
    const env = { DATABASE_URL: postgres.url('library'), SHARE_DIR: share };
    const start = async (name: string, main: string) => {
      const dataDir = path.join(dir, name);
      await mkdir(dataDir);
      return ServerProcess.start(
        onTestFinished,
        dataDir,
        env,
        path.join(main, 'server', 'main.js'),
      );
    };

    const old = await start('old', older);
    execFileSync(
      process.execPath,
      [
        path.join(older, 'cli', 'main.js'),
        'user',
        'add',
        'librarian',
        '--role',
        'EGD_LIB',
        '--role',
        'EGD_LIB_EDIT',
      ],
      { cwd: dir, env: { PATH: process.env['PATH'], DATA_DIR: dir, ...env }, input: password },
    );
    const cookie = await old.signIn('librarian');
    await save(old, cookie, 'OLD-1');
    const schema = () => postgres.ask('select name from kysely_migration order by name', 'library');
    const olderSchema = await schema();

    const next = await start('new', root); // brings the schema up to date
    expect(await schema()).not.toEqual(olderSchema);
    await save(next, cookie, 'NEW-1');
    await save(old, cookie, 'OLD-2');
    await save(next, cookie, 'NEW-2');
    for (const node of [old, next]) {
      expect(await numbersAt(node, cookie)).toEqual(['NEW-1', 'NEW-2', 'OLD-1', 'OLD-2']);
    }
    expect(await old.signIn('librarian')).not.toBe('');
    await old.stop('SIGTERM');
    expect(await numbersAt(next, cookie)).toHaveLength(4);
  },
);

async function save({ url }: ServerProcess, cookie: string, doc_num: string): Promise<void> {
  const call = (at: string, row: object) =>
    fetch(`${url}/vue-egd-lib/api/manage/${at}/save`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ rows: [{ id: null, version: null, ...row }] }),
    });
  const entry = entryOf({ doc_num });
  await call('customers', { customer: entry.customer }); // it may be there already
  const answer = await call('documents', entry);
  expect(await answer.text()).toContain('"outcome":"saved"');
}

async function numbersAt({ url }: ServerProcess, cookie: string): Promise<string[]> {
  const { customer } = entryOf({});
  const address = `${url}/vue-egd-lib/api/documents?customer=${encodeURIComponent(customer)}`;
  const answer = await fetch(address, { headers: { cookie } });
  const { data } = (await answer.json()) as { data: { doc_num: string }[] };
  return data.map((row) => row.doc_num).toSorted();
}

/**
 * The last version that has the first of today's migrations, each as it is today: one in which they were
 * edited, or came in another order, while they were being made was never landed.
 */
function lastCommitWithOlderSchema(): string | null {
  const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  const linesOf = (...words: string[]) =>
    git(...words)
      .stdout.split('\n')
      .filter(Boolean);
  // Up to 0024 they are one file now.
  const migrationsIn = (commit: string) =>
    linesOf('ls-tree', '-r', commit, 'server/db/migrations/').filter((line) =>
      /\/(?!00[01]|002[0-4])\d{4}_/.test(line),
    );
  const today = migrationsIn('HEAD');
  for (const changed of linesOf('log', '--format=%H', '--', 'server/db/migrations')) {
    const before = `${changed}^`;
    const migrations = migrationsIn(before);
    const isOlder =
      migrations.length < today.length && migrations.every((one, at) => one === today[at]);
    const knowsPostgres = git('cat-file', '-e', `${before}:server/db/postgres.ts`).status === 0;
    if (isOlder && knowsPostgres) return before;
  }
  return null;
}

async function checkOut(commit: string, dir: string): Promise<string> {
  const folder = path.join(dir, 'version-before');
  await mkdir(folder);
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['x', '-C', folder], { input: archive });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}
