import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { password, startLibrary, startReading, type TestLibrary } from '../../test/harness.ts';
import { changeRoles, disableUser } from './accounts.ts';
import { writeSpreadsheet } from '../spreadsheet/spreadsheet.ts';
import { AccessLog, accessSheet } from './access-log.ts';

const pdf = '/document/egd-lib/AM-1_EN_1.pdf';
const withPdf = { entries: [{}], files: { 'AM-1_EN_1.pdf': '%PDF-1.7 some bytes' } };

async function linesOf({ db }: Pick<TestLibrary, 'db'>) {
  const rows = await db
    .selectFrom('access_audit')
    .select(['action', 'user', 'by_user', 'address', 'detail'])
    .orderBy('id')
    .execute();
  return rows.map((row) =>
    Object.values(row)
      .map((value) => value ?? '')
      .join(' | '),
  );
}

function signIn(library: TestLibrary, username: string, word: string) {
  const payload = { username, password: word };
  return library.app.inject({ method: 'POST', url: '/auth', payload });
}

test('sign-ins and sign-outs are recorded, and failures without what was typed', async () => {
  const library = await startLibrary(onTestFinished);
  await library.addUser('Anna', 'EGD_LIB');
  await signIn(library, 'anna', 'a wrong password');
  await signIn(library, 'the password, by mistake', 'x');
  const { cookies } = await signIn(library, 'anna', password);
  const headers = { cookie: `${cookies[0]?.name}=${cookies[0]?.value}`, 'x-egd-library': '1' };
  await library.app.inject({ url: '/auth/logoutWithoutRedirect', headers });
  expect(await linesOf(library)).toEqual([
    'sign_in_failed | Anna |  | 127.0.0.1 | ',
    'sign_in_failed |  |  | 127.0.0.1 | ',
    'signed_in | Anna |  | 127.0.0.1 | Unknown browser',
    'signed_out | Anna |  | 127.0.0.1 | ',
  ]);
});

test('attempts that are refused unchecked write nothing', async () => {
  const library = await startLibrary(onTestFinished);
  await library.addUser('anna', 'EGD_LIB');
  for (let i = 0; i < 15; i++) await signIn(library, 'anna', 'a wrong password');
  expect(await linesOf(library)).toHaveLength(10);
});

test('changes of accounts are recorded with who made them, and only what changed', async () => {
  const library = await startLibrary(onTestFinished);
  const { db } = library;
  await library.addUser('anna', 'EGD_LIB');
  const changedBy = {
    access: new AccessLog({ db, now: Date.now, config: library.config }),
    by: 'admin',
  };
  const change = { add: ['EGD_LIB', 'EGD_LIB_EDIT'], remove: [] };
  await changeRoles(db, 'ANNA', change, changedBy);
  await changeRoles(db, 'anna', { add: [], remove: ['EGD_LIB'] }, changedBy);
  await disableUser(db, 'anna', new Date(), changedBy);
  expect(await linesOf(library)).toEqual([
    'role_given | anna | admin |  | EGD_LIB_EDIT',
    'role_taken | anna | admin |  | EGD_LIB',
    'account_disabled | anna | admin |  | ',
  ]);
});

test('documents are recorded only with ACCESS_AUDIT=all: an opening once, a download each time', async () => {
  for (const [ACCESS_AUDIT, lines] of [
    ['off', []],
    ['signins', ['signed_in | reader']],
    [
      'all',
      [
        'signed_in | reader',
        'document_opened | reader',
        'document_downloaded | reader',
        'document_downloaded | reader',
      ],
    ],
  ] as const) {
    const library = await startReading(onTestFinished, { ...withPdf, env: { ACCESS_AUDIT } });
    for (const [url, headers] of [
      [pdf, {}],
      [pdf, { range: 'bytes=0-3' }],
      [pdf, { range: 'bytes=4-7' }],
      [`${pdf}?download`, {}],
      [`${pdf}?download`, {}],
    ] as const) {
      expect((await library.get(url, headers)).statusCode).toBeLessThan(300);
    }
    await expect
      .poll(async () => (await linesOf(library)).map((line) => line.split(' | ', 2).join(' | ')))
      .toEqual(lines);
  }
});

test('users sign in and read even if the access log cannot be written', async () => {
  const library = await startReading(onTestFinished, { ...withPdf, env: { ACCESS_AUDIT: 'all' } });
  await library.db.schema.dropTable('access_audit').execute();
  expect((await signIn(library, 'reader', password)).statusCode).toBe(200);
  expect((await signIn(library, 'reader', 'a wrong password')).statusCode).toBe(401);
  const read = await library.get(pdf);
  expect([read.statusCode, read.body]).toEqual([200, '%PDF-1.7 some bytes']);
});

test('lines are deleted after ACCESS_AUDIT_DAYS, and never changed', async () => {
  const library = await startLibrary(onTestFinished, { env: { ACCESS_AUDIT_DAYS: '30' } });
  const { db, config } = library;
  let nowMs = Date.parse('2026-01-01T00:00:00Z');
  const access = new AccessLog({ db, now: () => nowMs, config });
  const old = { at: new Date(nowMs).toISOString(), action: 'signed_in', user: 'old' } as const;
  await db
    .insertInto('access_audit')
    .values(Array.from({ length: 1201 }, () => old))
    .execute();
  nowMs += 30 * 86_400_000;
  await access.note({ action: 'signed_in', user: 'new' });
  await access.purge();
  expect(await linesOf(library)).toHaveLength(1202);
  nowMs += 1;
  await access.purge();
  expect(await linesOf(library)).toEqual(['signed_in | new |  |  | ']);
  const update = db.updateTable('access_audit').set({ user: 'nobody' });
  await expect(update.execute()).rejects.toThrow('never changed');
});

test('the export has every line, the newest first, and no cell that runs as a formula', async () => {
  const library = await startLibrary(onTestFinished);
  const { db, config } = library;
  const access = new AccessLog({ db, now: () => 0, config });
  const line = { at: new Date(0).toISOString(), action: 'signed_in', user: 'anna' } as const;
  await db
    .insertInto('access_audit')
    .values(Array.from({ length: 501 }, () => line))
    .execute();
  await access.note({ action: 'signed_in', user: '=1+1', address: '10.0.0.7' });
  const file = path.join(config.dataDir, 'access.csv');
  await writeSpreadsheet(file, accessSheet(db));
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(503);
  expect(lines.slice(0, 3)).toEqual([
    '\uFEFFid,at,action,user,by,address,detail',
    "502,1970-01-01T00:00:00.000Z,signed_in,'=1+1,,10.0.0.7,",
    '501,1970-01-01T00:00:00.000Z,signed_in,anna,,,',
  ]);
});
