import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { smallPdf } from '../test/small-pdf.ts';
import { ownBuild } from '../server/config/build.ts';
import { takeLease } from '../server/scan/lease.ts';
import { runCommand } from './library.ts';
import { envOf, newDatabaseEnv } from '../test/databases.ts';
import { password, startLibrary, temporaryFolder, type TestLibrary } from '../test/harness.ts';
import { noteOn, startNoting } from '../test/noting.ts';
import { textPdf } from '../test/pdfs.ts';

type Run = { code: number; out: string; err: string };

/** Commands in this process, each with its own library, in a folder of their own. */
async function startCommandLine(env: Record<string, string> = {}) {
  return commandLine({ ...(await newDatabaseEnv(onTestFinished)), ...env });
}

/** The same, for a library that is served. */
function commandLineOf({ config }: TestLibrary) {
  return commandLine({ DATA_DIR: config.dataDir, ...envOf(config.database) });
}

async function commandLine(env: Record<string, string>) {
  const folder = await temporaryFolder(onTestFinished);
  async function library(words: string[], input = ''): Promise<Run> {
    const said = { out: '', err: '' };
    const log = vi
      .spyOn(console, 'log')
      .mockImplementation((text) => void (said.out += `${text}\n`));
    const error = vi
      .spyOn(console, 'error')
      .mockImplementation((text) => void (said.err += `${text}\n`));
    try {
      const code = await runCommand(words, {
        folder,
        env: { DATA_DIR: folder, ...env },
        readPassword: async () => input.trim(),
      });
      return { code, ...said };
    } finally {
      log.mockRestore();
      error.mockRestore();
    }
  }
  return { folder, library };
}

test('the command runs as an operator types it: password from a pipe, settings from .env, exit code', async () => {
  const folder = await temporaryFolder(onTestFinished);
  await writeFile(path.join(folder, '.env'), `DATA_DIR=${folder}/kept here\n`);
  const settings = `Settings: ${folder}/.env\n`;
  async function run(words: string[], input = ''): Promise<Run> {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.js'), ...words], {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
    });
    child.stdin.end(input);
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number]>,
    ]);
    return { code, out, err };
  }
  expect(await run(['user', 'add', 'anna', '--role', 'EGD_LIB'], `${password}\n`)).toEqual({
    code: 0,
    out: 'Added anna (EGD_LIB).\n',
    err: settings,
  });
  expect(await readdir(path.join(folder, 'kept here'))).toContain('library.sqlite');
  const rows = 'customer,doc_num,doc_desc,doc_rev,language\nAurora,AM-1,Zinc,1,EN\n';
  expect(await run(['import', '-'], rows)).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 added'),
  });
  expect(await run(['user', 'add', 'Anna'], password)).toEqual({
    code: 1,
    out: '',
    err: `${settings}User Anna already exists.\n`,
  });
});

test('help lists all commands, and says more about one', async () => {
  const { library } = await startCommandLine();
  for (const words of [[], ['help'], ['--help']]) {
    const { code, out, err } = await library(words);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('npm run library -- import FILE.csv|FILE.xlsx|-');
    expect(out).toContain('npm run library -- doctor');
  }
  const { code, out } = await library(['help', 'import']);
  expect(code).toBe(0);
  expect(out).toContain('The usual headings are known in English and German');
  expect(out).not.toContain('doctor');
  expect((await library(['import', '--help'])).out).toBe(out);
  const users = await library(['help', 'user']);
  expect(users.out.match(/npm run library -- user \w+/g)).toHaveLength(8);
});

test('--version names version and commit', async () => {
  const { library } = await startCommandLine();
  const { version, commit } = ownBuild();
  for (const word of ['--version', '-V', 'version']) {
    const out = `EGD Library ${version} (${commit})\n`;
    expect(await library([word])).toEqual({ code: 0, out, err: '' });
  }
  expect((await library(['doctor'])).out).toContain(`ok    EGD Library ${version} (${commit})\n`);
});

test('an unknown command is answered with the nearest one', async () => {
  const { library } = await startCommandLine();
  expect(await library(['imprt', 'list.csv'])).toEqual({
    code: 2,
    out: '',
    err: 'Unknown command "imprt". Did you mean import? All commands: npm run library -- help\n',
  });
  expect((await library(['user', 'ad', 'anna'])).err).toContain('Did you mean user add?');
  expect((await library(['user'])).err).toBe(
    '"user" is the beginning of: user add, user role, user password, user disable, user enable, user sessions, user forget-notes, user list.\n',
  );
  expect((await library(['frobnicate'])).err).toBe(
    'Unknown command "frobnicate". All commands: npm run library -- help\n',
  );
  expect((await library(['help', 'exprt'])).code).toBe(2);
});

test('accounts are added, listed, changed and disabled', async () => {
  const { folder, library } = await startCommandLine();
  expect(
    await library(
      ['user', 'add', 'anna', '--display', 'Anna B.', '--role', 'EGD_LIB'],
      `${password}\n`,
    ),
  ).toEqual({
    code: 0,
    out: 'Added anna (EGD_LIB).\n',
    err: '',
  });
  expect(await library(['user', 'add', 'Anna'], password)).toEqual({
    code: 1,
    out: '',
    err: 'User Anna already exists.\n',
  });
  expect((await library(['user', 'role', 'anna', '--add', 'EGD_LIB_EDIT'])).out).toBe(
    'anna now has: EGD_LIB, EGD_LIB_EDIT.\n',
  );
  expect((await library(['user', 'list'])).out).toBe('anna  "Anna B."  EGD_LIB, EGD_LIB_EDIT\n');
  expect((await library(['user', 'disable', 'anna'])).code).toBe(0);
  expect((await library(['user', 'list'])).out).toMatch(/disabled \d{4}-/);
  expect((await library(['user', 'password', 'anna'], 'a new password')).code).toBe(0);
  expect((await library(['user', 'list'])).out).not.toMatch(/disabled/);
  const exported = await library(['access', 'export', path.join(folder, 'access.csv')]);
  expect(exported.out).toMatch(/^Wrote 5 lines to .*access\.csv\.\n$/);
  const lines = (await readFile(path.join(folder, 'access.csv'), 'utf8')).split('\r\n');
  const by = `${os.userInfo().username} (command line)`;
  expect(lines.slice(1, -1).map((line) => line.split(',').slice(2).join(','))).toEqual([
    `password_changed,anna,${by},,`,
    `account_disabled,anna,${by},,`,
    `role_given,anna,${by},,EGD_LIB_EDIT`,
    `role_given,anna,${by},,EGD_LIB`,
    `account_added,anna,${by},,`,
  ]);
});

test('public holidays of a file are shown, and added to a calendar only with --save', async () => {
  const { folder, library } = await startCommandLine();
  await library(['user', 'add', 'anna'], password);
  const file = path.join(folder, 'holidays.csv');
  await writeFile(file, 'day,name,type\n2026-12-25,Christmas,public\n2026-12-24,Eve,bank\n');
  const words = ['calendar', 'import', 'Stuttgart', file, '--zone', 'Europe/Berlin'];
  const shown = '2026-12-25  Christmas\nleft out: 2026-12-24 Eve: bank, not a public holiday\n';
  const asked = '1 new days for "Stuttgart". Nothing was saved: add --save to save them.\n';
  expect((await library(words)).out).toBe(shown + asked);
  const saved = '1 days added to "Stuttgart" (Europe/Berlin).\n';
  expect((await library([...words, '--save'])).out).toBe(shown + saved);
  expect((await library(words)).out).toContain('0 new days for "Stuttgart".');
});

test('groups are kept on the command line, and the notes of a user are deleted for good', async () => {
  const pdf = await textPdf('Zinc plating');
  const server = await startNoting(onTestFinished, { 'AM-1_EN_1.pdf': pdf });
  const [anna, ben] = [await server.person('anna'), await server.person('ben')];
  const { library } = await commandLineOf(server);
  const say = async (...words: string[]) => {
    const { out, err } = await library(words);
    return out + err;
  };
  expect(await say('group', 'add', 'Welding', 'ANNA')).toBe('ANNA is now in the group Welding.\n');
  await library(['group', 'add', 'Welding', 'ben']);
  expect(await say('group', 'list')).toBe('Welding  anna, ben\n');
  expect(await say('group', 'add', 'Welding', 'nobody')).toBe('User nobody not found.\n');

  const { content, groups } = await anna.list();
  expect(groups).toEqual(['Welding']);
  const note = await anna.write(noteOn(content, { group: 'Welding', text: 'of anna' }));
  const other = await ben.write(noteOn(content));
  await anna.comment(other.id, 'of anna');
  expect((await ben.list()).data.map(({ id }) => id)).toEqual([note.id, other.id]);
  const left = 'ben is no longer in the group Welding.\n';
  expect(await say('group', 'remove', 'Welding', 'ben')).toBe(left);
  expect((await ben.list()).data.map(({ id }) => id)).toEqual([other.id]);
  const twice = 'ben is not in the group Welding.\n';
  expect(await say('group', 'remove', 'Welding', 'ben')).toBe(twice);

  const deleted = 'Deleted 1 notes and 1 comments of anna.\n';
  expect(await say('user', 'forget-notes', 'Anna')).toBe(deleted);
  expect((await anna.list()).data).toEqual([{ ...other, comments: [] }]);
  expect(await say('user', 'forget-notes', 'nobody')).toBe('User nobody not found.\n');
  const lines = await server.db
    .selectFrom('access_audit')
    .select(['action', 'user', 'detail'])
    .where('action', 'in', ['group_joined', 'group_left'])
    .orderBy('id')
    .execute();
  expect(lines.map((line) => Object.values(line).join(' '))).toEqual([
    'group_joined anna Welding',
    'group_joined ben Welding',
    'group_left ben Welding',
  ]);
});

test('an administrator sees where a user is signed in, and ends it', async () => {
  const server = await startLibrary(onTestFinished);
  await server.addUser('reader', 'EGD_LIB');
  const cookie = await server.signIn('reader');
  const { library } = await commandLineOf(server);
  const time = String.raw`\d{4}-\S+Z`;
  const line = `Unknown browser at 127\\.0\\.0\\.1  since ${time}  last used ${time}\n`;
  expect((await library(['user', 'sessions', 'READER'])).out).toMatch(new RegExp(`^${line}$`));
  expect((await library(['user', 'sessions', 'reader', '--end'])).out).toMatch(
    new RegExp(`^${line}reader is signed out everywhere \\(1 ended\\)\\.\n$`),
  );
  const check = await server.app.inject({ url: '/auth/check', headers: { cookie } });
  expect(check.json()).toEqual({ authenticated: false });
  expect((await library(['user', 'sessions', 'reader'])).out).toBe('');
  expect(await library(['user', 'sessions', 'nobody'])).toMatchObject({
    code: 1,
    err: 'User nobody not found.\n',
  });
});

test('what cannot be done is said in words, with an exit code', async () => {
  const { library } = await startCommandLine();
  expect(await library(['user', 'add', 'anna'], 'short')).toEqual({
    code: 1,
    out: '',
    err: 'A password needs 12 to 1000 characters; this one has 5.\n',
  });
  expect(await library(['user', 'role', 'nobody', '--add', 'EGD_LIB'])).toEqual({
    code: 1,
    out: '',
    err: 'User nobody not found.\n',
  });
  expect(await library(['user', 'add', 'anna', '--role', 'ADMIN'], password)).toMatchObject({
    code: 1,
    err: 'Unknown role ADMIN. Roles: EGD_LIB, EGD_LIB_EDIT, EGD_LIB_REVIEW, EGD_LIB_AUDIT.\n',
  });
  expect((await library(['user', 'list'])).out).toBe('');
  expect(await library(['user', 'add'])).toMatchObject({ code: 2 });
  expect(await library(['frobnicate'])).toMatchObject({ code: 2 });
  const faulty = await startCommandLine({ PORT: 'x' });
  expect(await faulty.library(['user', 'list'])).toMatchObject({
    code: 1,
    err: 'The settings contain a fault:\n  - PORT must be a whole number from 0 to 65535; it is "x".\n',
  });
});

test('a wrong option or word is named, with what was probably meant', async () => {
  const { library } = await startCommandLine();
  const faultOf = async (...words: string[]) => {
    const { code, err } = await library(words);
    return [code, err.split('\n')[0]];
  };
  expect(await faultOf('user', 'add', 'bob', '--rol', 'x')).toEqual([
    2,
    'Unknown option --rol. Did you mean --role?',
  ]);
  expect(await faultOf('scan', '--frobnicate')).toEqual([2, 'Unknown option --frobnicate.']);
  expect(await faultOf('scan', '-x')).toEqual([2, 'Unknown option -x.']);
  expect(await faultOf('scan', '--strict=yes')).toEqual([2, '--strict takes no value:']);
  expect(await faultOf('purge', '--days')).toEqual([2, '--days needs a value:']);
  const wholeDays = '--days needs a whole number of days, 0 or more:';
  expect(await faultOf('purge', '--days', '-1')).toEqual([2, wholeDays]);
  expect(await faultOf('purge', '--days=-1')).toEqual([2, wholeDays]);
  expect(await faultOf('import')).toEqual([2, 'An argument is missing:']);
  expect(await faultOf('import', 'a.csv', 'b.csv')).toEqual([
    2,
    '"b.csv" is one argument too many:',
  ]);
  const addresses = '--to needs postgres://user@host/database or sqlite:FILE:';
  expect(await faultOf('move', '--to', 'mysql://root:secret@db/x')).toEqual([2, addresses]);
  expect(await faultOf('move', '--to', 'postgres://db')).toEqual([
    2,
    '--to must name the user, the host and the database.',
  ]);
  await library(['user', 'add', 'anna'], password);
  expect(await faultOf('export', '/nowhere/x.csv')).toEqual([1, 'Folder /nowhere not found.']);
});

test('an account added while the server runs can sign in at once', async () => {
  const server = await startLibrary(onTestFinished);
  const { library } = await commandLineOf(server);
  await library(['user', 'add', 'anna', '--role', 'EGD_LIB'], password);
  const cookie = await server.signIn('anna');
  const read = () => server.app.inject({ url: '/vue-egd-lib/api/customers', headers: { cookie } });
  expect((await read()).statusCode).toBe(200);
  await library(['user', 'role', 'anna', '--remove', 'EGD_LIB']);
  expect((await read()).statusCode).toBe(403);
});

test('a list is imported, seen by the running server, and exported', async () => {
  const server = await startLibrary(onTestFinished, { files: { 'AM-1_EN_1.pdf': '%PDF' } });
  await server.addUser('reader', 'EGD_LIB');
  const cookie = await server.signIn('reader');
  const customers = async () =>
    (
      await server.app.inject({ url: '/vue-egd-lib/api/customers', headers: { cookie } })
    ).json<unknown>();
  expect(await customers()).toEqual({ data: [] });

  const { folder, library } = await commandLineOf(server);
  await writeFile(
    path.join(folder, 'list.csv'),
    'customer,doc_num,doc_desc,doc_rev,language\nAurora,AM-1,Zinc,1,EN\nAurora,AM-2,,,EN\n',
  );
  expect(await library(['import', path.join(folder, 'list.csv')])).toEqual({
    code: 1,
    out: 'Nothing was written. Correct the rows above, or use --keep-going. The sheet: 1 added, 0 changed, 0 unchanged, 1 refused.\n',
    err: 'row 3: The revision is missing.\n',
  });
  expect(
    (await library(['import', path.join(folder, 'list.csv'), '--keep-going', '--dry-run'])).out,
  ).toBe(
    'Dry run: nothing was written. An import would give: 1 added, 0 changed, 0 unchanged, 1 refused.\n',
  );
  expect(await customers()).toEqual({ data: [] });
  expect(
    await library(['import', path.join(folder, 'list.csv'), '--keep-going', '--as', 'jsmith']),
  ).toMatchObject({
    code: 1,
    out: 'Imported: 1 added, 0 changed, 0 unchanged, 1 refused.\n',
  });
  expect(await customers()).toEqual({ data: [{ customer: 'Aurora' }] });

  expect((await library(['export', path.join(folder, 'out.csv')])).code).toBe(0);
  const lines = (await readFile(path.join(folder, 'out.csv'), 'utf8')).split('\r\n');
  expect(lines[1]).toMatch(
    /^Aurora,AM-1,Zinc,1,EN,,edition,,,,,,,latest,\d+,checking,20[\dT:.-]+Z,jsmith,20[\dT:.-]+Z,jsmith$/,
  );
  expect((await library(['import', path.join(folder, 'out.csv')])).out).toBe(
    'Imported: 0 added, 0 changed, 1 unchanged, 0 refused.\n',
  );
});

test('a dry run lists what looks spoilt, and what only the library has', async () => {
  const { folder, library } = await startCommandLine();
  const list = path.join(folder, 'list.csv');
  await writeFile(list, 'Kunde;Teil;Titel;Rev;Sprache\nA;N-1;x;1;DE\nA;N-2;x;1;DE\n');
  expect(await library(['import', list, '--dry-run'])).toEqual({
    code: 1,
    out: '',
    err:
      'The sheet lacks a column for: Standard Number (doc_num). Its headings: Kunde, Teil, Titel, Rev, Sprache.\n' +
      'Name it with --column "HEADING=FIELD".\n',
  });
  expect((await library(['import', list, '--column', 'Teil=number'])).code).toBe(2);
  expect((await library(['import', list, '--column', 'Teil=doc_num'])).out).toBe(
    'Imported: 2 added, 0 changed, 0 unchanged, 0 refused.\n',
  );
  await writeFile(list, 'id;Kunde;Teil;Titel;Rev;Sprache\n1;A;N-1;x;12-May;DE\n');
  expect(await library(['import', list, '--dry-run'])).toEqual({
    code: 0,
    out: [
      'In the library, but not in the sheet:',
      '  A · N-2 · DE · Rev. 1',
      'A: 1 of 2 entries are not in the sheet.',
      'Dry run: nothing was written. An import would give: 0 added, 1 changed (1 with another number, revision, language or customer), 0 unchanged, 0 refused.',
      '',
    ].join('\n'),
    err: 'row 2: check: The revision 12-May looks like a date that Excel made of a number.\n',
  });
});

test('the doctor finds what is wrong, says how to mend it, and ends with 1', async () => {
  const ill = await startCommandLine({ SHARE_DIR: '/nowhere/share' });
  await ill.library(['user', 'add', 'anna'], password);
  const found = await ill.library(['doctor']);
  expect(found.code).toBe(1);
  expect(found.out).toContain(
    'WRONG nobody can sign in\n      to mend: npm run library -- user add',
  );
  expect(found.out).toContain(
    'WRONG the shared folder /nowhere/share: The shared folder cannot be read (ENOENT).',
  );
  const faulty = await startCommandLine({ PORT: 'x', LOG_LEVEL: 'y' });
  expect((await faulty.library(['doctor'])).out.match(/^WRONG (PORT|LOG_LEVEL)/gm)).toHaveLength(2);
});

test('a setting without effect is reported, with what was probably meant', async () => {
  const { folder, library } = await startCommandLine({ PUBLIC_URL: 'http://library.example' });
  const file = path.join(folder, '.env');
  await writeFile(file, 'SHAREDIR=/srv/standards\n');
  const fault = `line 1 of ${file}: SHAREDIR has no effect. Did you mean SHARE_DIR?`;
  const added = await library(['user', 'add', 'anna'], password);
  expect(added.err).toBe(`Settings: ${file}\nNote: ${fault}\n`);
  const { code, out } = await library(['doctor']);
  expect(code).toBe(1);
  expect(out).toContain(`ok    the settings are valid (${file})\nWRONG ${fault}\n`);
  expect(out).toContain(
    'note  PUBLIC_URL is http://library.example: without https, passwords and sessions are readable on the network.\n',
  );
});

test('the doctor tells which files belong to no entry, and which entries have no file', async () => {
  const { folder, library } = await startCommandLine({ SCAN_EVERY_SECONDS: '1' });
  await mkdir(path.join(folder, 'documents'));
  await writeFile(path.join(folder, 'documents', 'AM-9_DE_2.pdf'), await smallPdf({ pages: 1 }));
  await writeFile(path.join(folder, 'documents', 'AM-8_DE_2.pdf'), 'no PDF');
  await writeFile(
    path.join(folder, 'list.csv'),
    'customer,doc_num,doc_desc,doc_rev,language\nAurora,AM-1,Zinc,1,EN\nAurora,AM-1,Zinc,A,EN\n',
  );
  await library(['import', path.join(folder, 'list.csv')]);
  await library(['user', 'add', 'anna', '--role', 'EGD_LIB'], password);
  expect(await library(['scan'])).toEqual({
    code: 0,
    out: [
      '2 files are new or changed: scanning again in 1 s.',
      'not_pdf       AM-8_DE_2.pdf',
      '              The file does not start like a PDF. After ten minutes without a change, the library tries to open it anyway.',
      'no_entry      AM-9_DE_2.pdf',
      '              The name is valid, but no such standard number exists. Add it, or rename the file.',
      '2 files: 1 no_entry, 1 not_pdf.',
      '',
    ].join('\n'),
    err: '',
  });
  expect((await library(['scan', '--strict'])).code).toBe(1);
  await library(['user', 'add', 'editor', '--role', 'EGD_LIB_EDIT'], password);
  const { out } = await library(['doctor']);
  expect(out).toContain(
    'WRONG editor has the role EGD_LIB_EDIT but not EGD_LIB, so it cannot sign in\n' +
      '      to mend: npm run library -- user role editor --add EGD_LIB\n',
  );
  expect(out).toContain('ok    the shared folder holds 2 PDFs\n');
  expect(out).toContain('note  1 files are not PDFs, even if their names say so\n');
  expect(out).toContain('note  2 entries, 2 of them without a file\n');
  expect(out).toContain('ok    every entry belongs to the revision of a standard\n');
  expect(out).toContain('note  one standard has revisions in unsure order\n');
  expect(out).toContain(
    'note  1 files belong to no entry, such as AM-9_DE_2.pdf (an entry for it: AM-9_DE_2)\n',
  );
});

test('replaced files are deleted once they are old enough, and no others', async () => {
  const { folder, library } = await startCommandLine();
  const superseded = path.join(folder, 'documents', '.superseded');
  await mkdir(superseded, { recursive: true });
  await writeFile(path.join(superseded, '2020-01-01T10-00-00.000Z AM-1_EN_1.pdf'), 'old');
  const today = `${new Date().toISOString().replaceAll(':', '-')} AM-1_EN_1.pdf`;
  await writeFile(path.join(superseded, today), 'new');
  const brokenOff = path.join(folder, 'documents', '.incoming-0a1b.part');
  await writeFile(brokenOff, 'half');
  await utimes(brokenOff, 0, 0);
  await library(['user', 'add', 'anna'], password);
  expect(await library(['purge'])).toMatchObject({ code: 0, out: 'Deleted 1 replaced file.\n' });
  expect(await readdir(superseded)).toEqual([today]);
  expect(await readdir(path.join(folder, 'documents'))).toEqual(['.superseded']);
  expect(await library(['purge', '--days', 'x'])).toMatchObject({ code: 2 });
});

test('auth test says of a user who is not there, is disabled or has no role that they cannot sign in', async () => {
  const { library } = await startCommandLine();
  await library(['user', 'add', 'anna', '--role', 'EGD_LIB'], password);
  await library(['user', 'add', 'bert'], password);
  const wrongOf = async (name: string) => {
    const { code, out } = await library(['auth', 'test', name]);
    return [code, ...out.split('\n').filter((line) => line.startsWith('WRONG'))];
  };
  expect(await wrongOf('Anna')).toEqual([0]);
  expect(await wrongOf('nobody')).toEqual([1, 'WRONG account nobody does not exist']);
  expect(await wrongOf('bert')).toEqual([1, 'WRONG roles: none; reading needs EGD_LIB']);
  await library(['user', 'disable', 'anna']);
  expect(await wrongOf('anna')).toEqual([1, 'WRONG account anna is disabled']);
});

test('why says of a number whether readers can open its PDFs, and which files look like it', async () => {
  const server = await startLibrary(onTestFinished, {
    entries: [{ doc_num: 'AM-1' }, { doc_num: 'AM-1', doc_rev: '2' }, { doc_num: 'AM-11' }],
    files: {
      'AM-11_EN_1.pdf': 'no PDF',
      'AM-1_EN_1.pdf': await smallPdf({ pages: 1 }),
      'AM 1 new.pdf': 'no PDF',
    },
  });
  await server.scan();
  const { library } = await commandLineOf(server);
  const { code, out, err } = await library(['why', 'am1']);
  expect([err, code, out.split('\n')]).toEqual([
    '',
    1,
    [
      'AM-1_EN_1  Aurora Motors',
      '    The file AM-1_EN_1.pdf is there and readable.',
      'AM-1_EN_2  Aurora Motors',
      '    No file. Add a PDF named AM-1_EN_2.pdf.',
      'AM 1 new.pdf  broken',
      expect.stringContaining('    The library cannot open the file, but a browser may.'),
      'AM-1_EN_1.pdf  matched',
      '    Belongs to Aurora Motors. Readers can open it.',
      '',
    ],
  ]);
  expect((await library(['why', 'AM-99'])).out).toBe(
    'No entry has this number.\nNo file name in the shared folder contains it.\n',
  );
});

test('while the server scans, scan tells how a scan ended that began after it was asked', async () => {
  const server = await startLibrary(onTestFinished, { files: { 'AM-1_EN_1.pdf': 'no PDF' } });
  const { db, config } = server;
  await server.scan();
  await takeLease(db, 'the server', Date.now());
  const { library } = await commandLineOf(server);
  await rm(config.shareDir, { recursive: true });
  const asked = library(['scan']);
  const requests = () => db.selectFrom('scan_state').select('asked').executeTakeFirstOrThrow();
  await expect.poll(requests).toEqual({ asked: 1 });
  await server.scan(); // as the server does when it is asked
  const { code, err } = await asked;
  expect([code, err]).toEqual([
    1,
    'The scan stopped without a change: The shared folder cannot be read (ENOENT).\n',
  ]);
  // The same fault again.
  const again = library(['scan']);
  await expect.poll(requests).toEqual({ asked: 2 });
  await server.scan();
  expect((await again).code).toBe(1);
});
