import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/harness.ts';
import { readEnvironment } from './environment.ts';
import { allSettings } from './setting-names.ts';

/** A folder with files of settings, by name. */
async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder(onTestFinished);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return folder;
}

test('variables of the process come before those of .env', async () => {
  const folder = await folderWith({ '.env': 'PORT=4000\nHOST=0.0.0.0\n' });
  expect(readEnvironment(folder, { PORT: '5000' })).toEqual({
    environment: { PORT: '5000', HOST: '0.0.0.0' },
    file: path.join(folder, '.env'),
    faults: [],
    notes: [],
  });
});

test('the file of EGD_ENV_FILE comes before that of the system, and that before .env', async () => {
  const folder = await folderWith({
    '.env': 'PORT=1',
    system: 'PORT=2\nDATA_DIR=/var/lib/library',
    named: 'PORT=3\nDATA_DIR=/var/lib/library',
  });
  const [system, named] = [path.join(folder, 'system'), path.join(folder, 'named')];
  const portOf = (env: Record<string, string>, file: string | null) =>
    readEnvironment(folder, env, file).environment['PORT'];
  expect(portOf({}, null)).toBe('1');
  expect(portOf({}, path.join(folder, 'not there'))).toBe('1');
  expect(portOf({}, system)).toBe('2');
  expect(portOf({ EGD_ENV_FILE: named }, system)).toBe('3');
  expect(() => portOf({ EGD_ENV_FILE: '/nowhere/file' }, system)).toThrow(
    '/nowhere/file not found. Correct EGD_ENV_FILE.',
  );
});

test('a file that is read from any folder names its folders in full', async () => {
  const folder = await folderWith({ none: 'PORT=3000', relative: 'DATA_DIR=./data\nSHARE_DIR=x' });
  const read = (name: string) => readEnvironment(folder, { EGD_ENV_FILE: path.join(folder, name) });
  expect(() => read('none')).toThrow(
    /^The settings contain a fault:\n {2}- DATA_DIR must be a full/,
  );
  expect(() => read('relative')).toThrow(/2 faults:\n {2}- DATA_DIR .*\n {2}- SHARE_DIR must/);
});

test('lines and names without effect are reported, but no value', async () => {
  const text = [
    '# a comment', // 1
    'export PORT=4000',
    'SHARE_DIR /srv/standards', // 3
    'share_dir=/srv/standards', // 4
    'DATABASE_URI=postgres://library:secret@db/library', // 5
    'COMPANY_NAME="Harbour',
    'Precision = Parts"',
    'hunter2', // 8
    'FROBNICATE=1', // 9
    'PORT=5000', // 10
    'NODE_EXTRA_CA_CERTS=/etc/ca.pem',
    '',
  ].join('\r\n');
  const folder = await folderWith({ '.env': text });
  const file = path.join(folder, '.env');
  const env = { LOGLEVEL: 'debug', HOSTNAME: 'x', POST: 'x', TERM: 'x' };
  const { faults, notes } = readEnvironment(folder, env);
  expect(faults).toEqual([
    `line 3 of ${file} is no setting: write NAME=value.`,
    `line 4 of ${file}: share_dir has no effect. Did you mean SHARE_DIR?`,
    `line 5 of ${file}: DATABASE_URI has no effect. Did you mean DATABASE_URL?`,
    `line 8 of ${file} is no setting: write NAME=value.`,
    `line 9 of ${file}: unknown setting FROBNICATE, ignored.`,
    `line 10 of ${file} sets PORT again: the last line counts.`,
  ]);
  expect(notes).toEqual(['the environment: LOGLEVEL has no effect. Did you mean LOG_LEVEL?']);
});

test('settings that are read only with others are known too', () => {
  for (const name of ['LDAP_URL', 'UPSTREAM_AUTH_URL', 'OIDC_CLIENT_ID', 'PGSSLROOTCERT', 'PORT']) {
    expect([name, allSettings().has(name)]).toEqual([name, true]);
  }
});

// Only root can become another user.
test.runIf(process.getuid?.() === 0)(
  'root continues as the owner of the data folder, and as itself in its own',
  async () => {
    const folder = await temporaryFolder(onTestFinished);
    await chmod(folder, 0o755);
    const data = path.join(folder, 'data');
    await mkdir(data);
    const program = `
      import { writeFileSync } from 'node:fs';
      import { becomeOwner } from ${JSON.stringify(path.join(import.meta.dirname, 'owner.ts'))};
      try { console.log(becomeOwner(process.argv[1])); } catch (error) { console.log(error.message); }
      console.log(process.getuid(), process.getgid(), process.getgroups().join());
      writeFileSync(process.argv[1] + '/made-' + process.getuid(), '');`;
    const run = (at = data) =>
      spawnSync(process.execPath, ['--input-type=module', '--eval', program, at], {
        encoding: 'utf8',
        env: {},
      });
    expect(run().stdout).toMatch(/^null\n0 0 /);
    await chown(data, 12_345, 12_346);
    const { stdout } = run();
    // Where a stranger may not read the project, it says so.
    expect(stdout).toMatch(/continuing as user 12345, the owner of|belongs to user 12345, who may/);
    expect(stdout).toMatch(/\n12345 12346 12346\n$/);
    expect((await stat(path.join(data, 'made-12345'))).uid).toBe(12_345);
    // A data folder that is not there yet would be made in the folder of another.
    expect(run(path.join(data, 'new', 'data')).stdout).toMatch(/^12345 12346 12346$/m);
  },
);

test('a removed setting says what takes its place, wherever it stands', async () => {
  const folder = await folderWith({ '.env': 'ACCEL_PASSES=/run/passes\n' });
  const instead =
    'ACCEL_PASSES no longer exists: the library itself checks every request for a part of a PDF; see deploy/nginx/egd-library.conf.';
  expect(readEnvironment(folder, {}).faults).toEqual([
    `line 1 of ${path.join(folder, '.env')}: ${instead}`,
  ]);
  const env = { ACCEL_PASSES: '/run/passes', EGD_ENV_FILE: path.join(folder, '.env') };
  expect(readEnvironment(folder, { ...env, DATA_DIR: folder }).notes).toEqual([
    `the environment: ${instead}`,
  ]);
});
