import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { envOf, isOnPostgres, newDatabase } from '../test/databases.ts';
import { startLibrary, temporaryFolder } from '../test/harness.ts';
import { backupLibrary } from '../server/backup/backup.ts';
import { runCommand } from './library.ts';

/** Runs a command; returns its exit code and all that it says. */
async function run(env: Record<string, string>, words: string[]) {
  let said = '';
  const spies = (['log', 'error'] as const).map((how) =>
    vi.spyOn(console, how).mockImplementation((line) => void (said += `${line}\n`)),
  );
  try {
    const folder = await temporaryFolder(onTestFinished);
    const code = await runCommand(words, { folder, env, readPassword: async () => 'x'.repeat(12) });
    return { code, said };
  } finally {
    spies.forEach((spy) => spy.mockRestore());
  }
}

/** Of each command that may not begin a library, words that run it. */
const wordsOf: Record<string, string[]> = {
  'user role': ['anna', '--add', 'EGD_LIB'],
  'user password': ['anna'],
  'user disable': ['anna'],
  'user enable': ['anna'],
  'user sessions': ['anna'],
  'user forget-notes': ['anna'],
  'user list': [],
  'group add': ['sales', 'anna'],
  'group remove': ['sales', 'anna'],
  'group list': [],
  'auth test': [],
  'access export': ['access.csv'],
  export: ['entries.csv'],
  'calendar import': ['DE', 'holidays.ics'],
  purge: [],
  scan: [],
  why: ['AM-1'],
  reindex: [],
  doctor: [],
  backup: ['kept'],
  verify: ['kept'],
  move: ['--to', 'sqlite:moved.sqlite'],
};
/** A new library begins with these. */
const begin = ['user add', 'import', 'restore', 'migrate'];

test('every command is known here', async () => {
  const { said } = await run({}, ['help']);
  const names = [
    ...said.matchAll(/-- ((?:user |group |auth |access |calendar )?[a-z][a-z-]*)(?= |$)/gm),
  ];
  const known = [...Object.keys(wordsOf), ...begin, 'help'];
  expect(names.map(([, name]) => name).toSorted()).toEqual(known.toSorted());
});

test('with a mistyped DATA_DIR or DATABASE_URL no command begins a library but those that shall', async () => {
  const dir = await temporaryFolder(onTestFinished);
  const database = await newDatabase(onTestFinished, dir, { migrated: false });
  const env = { DATA_DIR: path.join(dir, 'data'), ...envOf(database) };
  for (const [name, words] of Object.entries(wordsOf)) {
    const at = words.map((word) =>
      /^([a-z]+\.[a-z]+|kept)$/.test(word) ? path.join(dir, word) : word,
    );
    const { code, said } = await run(env, [...name.split(' '), ...at]);
    const says = ['user list', 'doctor', 'scan', 'move'].includes(name)
      ? 'No library found in '
      : '';
    expect([name, code, said]).toEqual([
      name,
      name === 'auth test' ? 0 : 1,
      expect.stringContaining(says),
    ]);
    expect([name, readdirSync(dir)]).toEqual([name, []]);
  }
});

test.skipIf(isOnPostgres)('doctor and verify leave every file as it was', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [{}],
    files: { 'AM-1_EN_1.pdf': '%PDF-1.7' },
  });
  const { config } = library;
  const target = path.join(await temporaryFolder(onTestFinished), 'kept');
  await backupLibrary({ config, target, withFiles: 'reference' });
  await library.close();
  const env = { DATA_DIR: config.dataDir };
  const state = () =>
    Object.fromEntries(
      readdirSync(config.dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .map((at) => [at, createHash('sha256').update(readFileSync(at)).digest('hex')]),
    );
  const before = state();
  const { said } = await run(env, ['doctor']);
  expect(said).toContain('ok    the database is writable\nok    the database is intact\n');
  expect(state()).toEqual(before);

  const elsewhere = path.join(await temporaryFolder(onTestFinished), 'data');
  expect((await run({ DATA_DIR: elsewhere }, ['verify', target])).code).toBe(0);
  expect(existsSync(elsewhere)).toBe(false);
});

test.skipIf(isOnPostgres)(
  'a database of 0 bytes stays so, and every command says what to do',
  async () => {
    const { config, close } = await startLibrary(onTestFinished);
    await close();
    if (config.database.kind !== 'sqlite') throw new Error('This is about SQLite.');
    await truncate(config.database.file, 0);
    const before = await readdir(config.dataDir);
    for (const words of [
      ['doctor'],
      ['user', 'list'],
      ['user', 'add', 'anna'],
      ['scan'],
      ['migrate'],
    ]) {
      const { code, said } = await run({ DATA_DIR: config.dataDir }, words);
      expect([words, code]).toEqual([words, 1]);
      expect(said).toContain(`The database ${config.database.file} has 0 bytes, but one existed: `);
      expect(said).toContain('Restore a backup (npm run library -- restore DIR)');
    }
    expect(await readdir(config.dataDir)).toEqual(before);
  },
);

test('a backup is restored where the database was lost', async () => {
  const library = await startLibrary(onTestFinished, { entries: [{}] });
  const dir = await temporaryFolder(onTestFinished);
  const target = path.join(dir, 'kept');
  await backupLibrary({ config: library.config, target, withFiles: 'reference' });
  const database = await newDatabase(onTestFinished, dir, { migrated: false });
  const env = { DATA_DIR: path.join(dir, 'data'), ...envOf(database) };
  await run(env, ['restore', target]);
  await writeFile(path.join(dir, 'data', 'search.sqlite'), 'of this library');
  if (database.kind === 'sqlite') await truncate(path.join(dir, 'data', 'library.sqlite'), 0);
  const other =
    database.kind === 'sqlite'
      ? database
      : await newDatabase(onTestFinished, dir, { migrated: false });
  const again = { DATA_DIR: path.join(dir, 'data'), ...envOf(other) };
  const lost = await run(again, ['user', 'add', 'anna']);
  expect([lost.code, lost.said]).toEqual([1, expect.stringContaining('search.sqlite')]);
  expect((await run(again, ['restore', target])).code).toBe(0);
  expect((await run(again, ['user', 'list'])).code).toBe(0);
});
