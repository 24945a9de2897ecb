import { mkdir, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteAt } from '../../test/databases.ts';
import { password, startManaging, temporaryFolder } from '../../test/harness.ts';
import { canMount, fillDisk, mountSmallDisk } from '../../test/small-disk.ts';
import { explainError } from '../config/explain-error.ts';
import { openDatabase } from './open.ts';
import { explainOpening } from './sqlite-faults.ts';

const isFull = 'The data disk is full, so nothing can be saved.';
const body = '%PDF-1.7\n%%EOF';

test.runIf(canMount)(
  'on a full disk every write is refused with a message, and reads work',
  async () => {
    const disk = await mountSmallDisk(onTestFinished, 8 * 1024);
    const share = await temporaryFolder(onTestFinished);
    const library = await startManaging(onTestFinished, {
      env: { DATA_DIR: disk, SHARE_DIR: share },
      entries: [{}],
      files: { 'AM-1_EN_1.pdf': body },
    });
    const { app, cookie, post } = library;
    const read = (url: string) => app.inject({ url, headers: { cookie } });
    const save = () =>
      post('customers/save', { rows: [{ id: null, version: null, customer: 'Borealis Rail' }] });
    const signIn = () =>
      app.inject({ method: 'POST', url: '/auth', payload: { username: 'librarian', password } });
    const upload = () =>
      app.inject({
        method: 'PUT',
        url: '/vue-egd-lib/api/manage/documents/1/file?replace=yes',
        headers: { cookie, 'content-type': 'application/pdf' },
        payload: body,
      });

    const makeRoom = fillDisk(disk);
    for (const write of [save, signIn, upload]) {
      const answer = await write();
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30']);
      expect(answer.json()).toMatchObject({ message: expect.stringContaining(isFull) });
    }
    expect((await read('/document/egd-lib/AM-1_EN_1.pdf')).statusCode).toBe(200);
    expect((await read('/vue-egd-lib/api/documents?customer=Aurora%20Motors')).statusCode).toBe(
      200,
    );
    const notReady = await read('/readyz');
    expect([notReady.statusCode, notReady.json()]).toMatchObject([
      503,
      { database: expect.stringContaining(isFull), share: 'ok' },
    ]);

    const headers = { cookie, 'x-egd-library': '1' };
    const signedOut = await app.inject({ url: '/auth/logoutWithoutRedirect', headers });
    expect([signedOut.statusCode, signedOut.json()]).toEqual([200, { success: true }]);
    expect(signedOut.cookies).toMatchObject([{ name: 'egd_session', value: '', maxAge: 0 }]);

    makeRoom();
    expect((await read('/readyz')).json()).toEqual({ status: 'ok', database: 'ok', share: 'ok' });
    for (const write of [save, signIn, upload]) expect((await write()).statusCode).toBe(200);
  },
);

async function openingFault(file: string): Promise<string> {
  return openDatabase({ database: sqliteAt(file) }).then(
    () => 'it opens',
    (error: unknown) => explainError(error),
  );
}

test('a damaged database is reported at the start, with what to do', async () => {
  const dir = await temporaryFolder(onTestFinished);
  const noDatabase = path.join(dir, 'text.sqlite');
  await writeFile(noDatabase, 'once upon a time '.repeat(1000));
  const torn = path.join(dir, 'torn.sqlite');
  await (await openDatabase({ database: sqliteAt(torn) })).destroy();
  await truncate(torn, 9000);
  for (const file of [noDatabase, torn]) {
    const fault = await openingFault(file);
    expect(fault).toContain(`The database ${file} is damaged (`);
    expect(fault).toContain('then restore a backup');
    expect(fault).not.toMatch(/\bat .+:\d+/);
  }
});

const traces = ['search.sqlite', 'library.sqlite-wal', 'page-pictures/12', 'backups/before'];

test('no library begins where there was one: neither in an emptied file nor in place of a missing one', async () => {
  for (const other of [null, ...traces]) {
    for (const isEmptied of [true, false]) {
      if (other === null && !isEmptied) continue; // a new library
      const dir = await temporaryFolder(onTestFinished);
      const file = path.join(dir, 'library.sqlite');
      if (isEmptied) await writeFile(file, '');
      if (other !== null) await mkdir(path.dirname(path.join(dir, other)), { recursive: true });
      if (other !== null) await writeFile(path.join(dir, other), 'of this library');
      const before = await readdir(dir);
      const found = [isEmptied && 'library.sqlite', other?.split('/')[0]]
        .filter(Boolean)
        .join(', ');
      expect(await openingFault(file)).toBe(
        `${isEmptied ? `The database ${file} has 0 bytes` : `No library found in ${file}`}, but one existed: ${dir} contains ${found}. ` +
          'Restore a backup (npm run library -- restore DIR), or correct DATA_DIR or DATABASE_URL. ' +
          `To begin a new library, move ${found} away.`,
      );
      expect(await readdir(dir)).toEqual(before);
    }
  }
});

test('a new library begins beside PDFs, and beside folders for backups and pictures that are empty', async () => {
  const dir = await temporaryFolder(onTestFinished);
  for (const name of ['documents', 'backups', 'page-pictures']) await mkdir(path.join(dir, name));
  await writeFile(path.join(dir, 'documents', 'AM-1_EN_3.pdf'), '%PDF-1.7');
  expect(await openingFault(path.join(dir, 'library.sqlite'))).toBe('it opens');
  expect((await stat(path.join(dir, 'library.sqlite'))).mode & 0o777).toBe(0o600);
});

test('a data folder that is not a folder is reported at the start', async () => {
  const dir = await temporaryFolder(onTestFinished);
  await writeFile(path.join(dir, 'file'), '');
  expect(await openingFault(path.join(dir, 'file', 'data', 'library.sqlite'))).toContain(
    'DATA_DIR must name a folder',
  );
  await mkdir(path.join(dir, 'library.sqlite'));
  expect(await openingFault(path.join(dir, 'library.sqlite'))).toContain('is a folder');
});

test('a database without write permission is reported with who must own it', () => {
  // Not by chmod: root may write everything.
  for (const code of ['EACCES', 'EPERM', 'EROFS']) {
    const error = Object.assign(new Error(`${code}: open`), { code });
    expect(explainError(explainOpening(error, '/data/library.sqlite'))).toBe(
      `The database /data/library.sqlite cannot be opened (${code}: open). The user that runs the ` +
        'library must own DATA_DIR and all files in it, and the disk must not be mounted read-only.',
    );
  }
});

test.runIf(canMount)('a full disk at the very first start is reported too', async () => {
  const disk = await mountSmallDisk(onTestFinished, 64);
  fillDisk(disk, 2);
  expect(await openingFault(path.join(disk, 'library.sqlite'))).toContain(
    'Check that the disk of DATA_DIR works and has room.',
  );
});
