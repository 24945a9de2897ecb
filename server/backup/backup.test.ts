import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { allRows } from '../../test/all-rows.ts';
import { envOf, isOnPostgres, newDatabaseEnv } from '../../test/databases.ts';
import { entryOf, startLibrary, temporaryFolder, type TestLibrary } from '../../test/harness.ts';
import { fillNotes } from '../../test/noting.ts';
import { linkedPdf } from '../../test/pdfs.ts';
import { type Config, readConfig } from '../config/config.ts';
import { openLibrary } from '../library.ts';
import { backupLibrary } from './backup.ts';
import { measure, oneText } from './container.ts';
import type { Manifest } from './manifest.ts';
import { checkBackup, restoreLibrary } from './restore.ts';
import { settingsWithoutSecrets } from './settings.ts';
import { verifyBackup } from './verify.ts';

const longName = `${'Überlange-Nummer-'.repeat(6)}9`;

/** A library with everything: texts, pictures, accounts, notes, replaced files, subfolders. */
async function startFilled(): Promise<TestLibrary> {
  const library = await startLibrary(onTestFinished, {
    entries: [{}, { doc_num: 'AM-2' }, { doc_num: longName }],
    files: { 'AM-1_EN_1.pdf': await linkedPdf(), [`${longName}_EN_1.pdf`]: '%PDF-1.7\n%%EOF' },
  });
  await mkdir(path.join(library.config.shareDir, '.superseded'));
  await library.write('.superseded/2026_AM-1_EN_1.pdf', '%PDF-1.4 the one before');
  await library.scan();
  await library.addUser('reader', 'EGD_LIB');
  await fillNotes(library, 'reader', await library.signIn('reader'));
  return library;
}

const whole = (target: string) => verifyBackup({ target }, async ({ manifest }) => manifest);

async function blankConfig(database: 'sqlite' | 'postgres'): Promise<Config> {
  const folder = await temporaryFolder(onTestFinished);
  const env = database === 'sqlite' ? {} : await newDatabaseEnv(onTestFinished);
  return readConfig({ DATA_DIR: path.join(folder, 'new'), ...env });
}

async function bytesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const all = files.map(async ({ parentPath, name }) => {
    const at = path.join(parentPath, name);
    return [path.relative(folder, at), (await readFile(at)).toString('base64')] as const;
  });
  return Object.fromEntries((await Promise.all(all)).toSorted());
}

/** The rows that a restore does not change; a restored file has another inode and time. */
function lasting(rows: Record<string, string[]>) {
  const { sessions: _, versions: counted, files, entry_files, ...rest } = rows;
  const stripped = [...(files ?? []), ...(entry_files ?? [])].map((row) =>
    row.replaceAll(/\["(?:inode|modified_ns|seq)",[^\]]*\],?/g, ''),
  );
  const counts = (counted ?? []).filter((row) => !row.includes('"files"'));
  return { ...rest, stripped, counts };
}

const drills = [
  ['a folder', 'backup', 'sqlite'],
  ...(isOnPostgres ? ([['a folder', 'backup', 'postgres']] as const) : []),
] as const;

test.each(drills)(
  'the drill: a library backed up to %s (%s) and restored to %s in a new folder is the same, row by row and byte by byte',
  async (_, name, database) => {
    const library = await startFilled();
    const target = path.join(await temporaryFolder(onTestFinished), name);
    const before = await allRows(library.db);
    const { saved } = await backupLibrary({ config: library.config, target, withFiles: 'copy' });
    expect(saved).toMatchObject({ listed: 3, kept: 3, gone: [], changed: [] });
    expect((await whole(target)).tables).toMatchObject({
      documents: 3,
      notes: 1,
      note_comments: 1,
      note_pictures: 1,
      note_signatures: 1,
    });
    expect((await stat(target)).mode & 0o077).toBe(0);

    const config = await blankConfig(database);
    await mkdir(config.dataDir);
    await writeFile(path.join(config.dataDir, 'search.sqlite'), 'an index of something else');
    await restoreLibrary({ config, target });
    expect(await bytesBelow(config.shareDir)).toEqual(await bytesBelow(library.config.shareDir));
    expect(await readdir(config.dataDir)).not.toContain('search.sqlite');
    const restored = await openLibrary(config);
    onTestFinished(() => restored.db.destroy());
    const after = await allRows(restored.db);
    expect(lasting(after)).toEqual(lasting(before));
    expect([before['sessions']?.length, after['sessions']]).toEqual([1, []]);
  },
);

test('a restored library serves its PDFs at once to users who sign in again', async () => {
  const library = await startFilled();
  const target = path.join(await temporaryFolder(onTestFinished), 'backup');
  await backupLibrary({ config: library.config, target, withFiles: 'copy' });
  const config = await blankConfig(library.config.database.kind);
  await mkdir(config.shareDir, { recursive: true });
  await chmod(config.shareDir, 0o755);
  await restoreLibrary({ config, target });
  // A web server that reads the folder can send the file.
  expect((await stat(path.join(config.shareDir, 'AM-1_EN_1.pdf'))).mode & 0o777).toBe(0o644);
  const restored = await startLibrary(onTestFinished, {
    env: { DATA_DIR: config.dataDir, ...envOf(config.database) },
  });
  const cookie = await restored.signIn('reader');
  const url = '/document/egd-lib/AM-1_EN_1.pdf';
  const answer = await restored.app.inject({ url, headers: { cookie } });
  expect([answer.statusCode, answer.rawPayload.equals(await linkedPdf())]).toEqual([200, true]);
});

test('a backup made while others write is a consistent snapshot', async () => {
  const library = await startFilled();
  const target = path.join(await temporaryFolder(onTestFinished), 'backup');
  let saved = 0;
  const over = new AbortController();
  const writing = (async () => {
    while (!over.signal.aborted) {
      saved += 1;
      await library.add({ doc_num: `PAIR-${saved}-A` }, { doc_num: `PAIR-${saved}-B` });
      await setImmediate(); // SQLite answers at once: the others would never have a turn
    }
  })();
  await expect.poll(() => saved).toBeGreaterThan(3);
  const before = saved;
  await backupLibrary({ config: library.config, target, withFiles: 'reference' });
  await expect.poll(() => saved).toBeGreaterThan(before + 1);
  over.abort();
  await writing;
  await verifyBackup({ target }, async ({ database }) => {
    const copy = new DatabaseSync(database, { readOnly: true });
    const one = (query: string) => Object.values(copy.prepare(query).get() ?? {})[0];
    const pairs = Number(one("select count(*) from documents where doc_num like 'PAIR-%'"));
    expect(pairs % 2).toBe(0);
    expect(pairs / 2).toBeGreaterThanOrEqual(before - 1);
    expect(one("select value from versions where name = 'audit'")).toBe(
      one('select max(id) from audit'),
    );
    copy.close();
  });
});

const killedBackup = path.join(import.meta.dirname, '..', '..', 'test', 'killed-backup.ts');

test.skipIf(isOnPostgres)(
  'a backup killed at any point is never complete, and the next one succeeds',
  async () => {
    const library = await startFilled();
    const env = {
      ...process.env,
      DATA_DIR: library.config.dataDir,
      ...envOf(library.config.database),
    };
    const kills = ['1', 'database', 'files', 'manifest', 'complete'];
    for (const step of kills) {
      const folder = await temporaryFolder(onTestFinished);
      const target = path.join(folder, 'backup');
      const killed = spawnSync(process.execPath, [killedBackup, target, step], { env });
      expect([killed.signal, String(killed.stderr)]).toEqual(['SIGKILL', '']);
      await expect(whole(target)).rejects.toThrow('No backup found at');
      const [left = ''] = await readdir(folder);
      expect(left).toMatch(/unfinished-backup-\d+$/);
      // The rest of a killed backup is refused; if it is complete, it only lacks its name.
      const taken = await whole(path.join(folder, left)).then(
        () => 'whole',
        (error: unknown) => String(error),
      );
      expect(taken).toMatch(step === 'complete' ? /^whole$/ : /is not a complete backup/);
      await backupLibrary({ config: library.config, target, withFiles: 'copy' });
      expect((await whole(target)).files.kept).toBe(3);
      expect(await readdir(folder)).toEqual(['backup']);
    }
  },
);

test.skipIf(isOnPostgres)('every damaged, missing or added byte is reported', async () => {
  const library = await startFilled();
  const folder = await temporaryFolder(onTestFinished);
  const target = path.join(folder, 'backup');
  const settings = { PORT: '3000' };
  await backupLibrary({ config: library.config, target, withFiles: 'copy', settings });
  const parts = Object.keys(await bytesBelow(target));
  expect(parts).toHaveLength(8);
  for (const part of parts) {
    const at = path.join(target, part);
    const bytes = await readFile(at);
    const flipped = Buffer.from(bytes);
    flipped[Math.floor(bytes.length / 2)]! ^= 1;
    for (const damaged of [flipped, bytes.subarray(0, -2), Buffer.concat([bytes, bytes])]) {
      await writeFile(at, damaged);
      await expect(whole(target)).rejects.toMatchObject({ code: 'backup_refused' });
    }
    await writeFile(at, bytes);
  }
  expect((await whole(target)).tables['documents']).toBe(3);
});

test.skipIf(isOnPostgres)(
  'a tar file is no backup of ours any more: what an older version packed is restored after tar x',
  async () => {
    const library = await startFilled();
    const folder = await temporaryFolder(onTestFinished);
    const [target, packed] = [path.join(folder, 'backup'), path.join(folder, 'backup.tar')];
    await expect(
      backupLibrary({ config: library.config, target: packed, withFiles: 'copy' }),
    ).rejects.toThrow('A backup is a folder. Name a folder, and pack it afterwards with tar.');
    await backupLibrary({ config: library.config, target, withFiles: 'copy' });
    const tar = (...words: string[]) => expect(spawnSync('tar', words).status).toBe(0);
    tar('-cf', packed, '-C', target, ...(await readdir(target)));
    await expect(whole(packed)).rejects.toThrow(
      `${packed} is not a folder. Unpack a tar file first: tar -xf ${packed} -C FOLDER, and name that folder.`,
    );
    const unpacked = path.join(folder, 'unpacked');
    await mkdir(unpacked);
    tar('-xf', packed, '-C', unpacked);
    expect((await whole(unpacked)).files.kept).toBe(3);
  },
);

test('a backup is restored onto empty only', async () => {
  const library = await startFilled();
  const target = path.join(await temporaryFolder(onTestFinished), 'backup');
  await backupLibrary({ config: library.config, target, withFiles: 'copy' });
  await expect(restoreLibrary({ config: library.config, target })).rejects.toThrow(
    'The target database is not empty. Nothing was restored.',
  );
  const config = await blankConfig('sqlite');
  await mkdir(config.shareDir, { recursive: true });
  await writeFile(path.join(config.shareDir, 'other.pdf'), 'of somebody');
  await expect(restoreLibrary({ config, target })).rejects.toThrow('is not empty (other.pdf)');
  expect(await readdir(config.shareDir)).toEqual(['other.pdf']);
  await expect(
    backupLibrary({ config: library.config, target, withFiles: 'copy' }),
  ).rejects.toThrow('already exists');
});

test('an interrupted restore resumes when it is run again', async () => {
  const library = await startFilled();
  const target = path.join(await temporaryFolder(onTestFinished), 'backup');
  await backupLibrary({ config: library.config, target, withFiles: 'copy' });
  const config = await blankConfig(library.config.database.kind);
  for (const cutAt of ['files', 'rows']) {
    const cutShort = restoreLibrary({
      config,
      target,
      onProgress(_done, _of, what) {
        if (what === cutAt) throw new Error('the power is gone');
      },
    });
    await expect(cutShort).rejects.toThrow('the power is gone');
  }
  await expect(openLibrary(config)).rejects.toThrow('is unfinished');
  await restoreLibrary({ config, target });
  const restored = await openLibrary(config);
  onTestFinished(() => restored.db.destroy());
  expect(lasting(await allRows(restored.db))).toEqual(lasting(await allRows(library.db)));
});

test.skipIf(isOnPostgres)('a backup of a newer version is refused', async () => {
  const library = await startFilled();
  const target = path.join(await temporaryFolder(onTestFinished), 'backup');
  await backupLibrary({ config: library.config, target, withFiles: 'reference' });
  const manifest = path.join(target, 'manifest.json');
  const text = (await readFile(manifest, 'utf8')).replace(/("schema": \[\n)/, '$1"9999_later",\n');
  await writeFile(manifest, text);
  await writeFile(path.join(target, 'COMPLETE'), (await measure('', oneText(text))).sha256);
  await expect(restoreLibrary({ config: await blankConfig('sqlite'), target })).rejects.toThrow(
    /made by a newer version of EGD Library \(.*9999_later\)/,
  );
});

test('a library that a newer version made is not backed up by this one', async () => {
  const library = await startLibrary(onTestFinished);
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(
    library.db,
  );
  const folder = await temporaryFolder(onTestFinished);
  const target = path.join(folder, 'backup');
  await expect(
    backupLibrary({ config: library.config, target, withFiles: 'reference' }),
  ).rejects.toThrow('This database was made by a newer version of EGD Library');
  expect(await readdir(folder)).toEqual([]);
});

test.skipIf(isOnPostgres)(
  'PDFs are backed up as hard links, or by their hashes alone',
  async () => {
    const library = await startFilled();
    const folder = await temporaryFolder(onTestFinished);
    const { config } = library;
    const linked = path.join(folder, 'linked');
    await backupLibrary({ config, target: linked, withFiles: 'link' });
    const [ours, theirs] = await Promise.all([
      stat(path.join(config.shareDir, 'AM-1_EN_1.pdf')),
      stat(path.join(linked, 'documents', 'AM-1_EN_1.pdf')),
    ]);
    expect(theirs.ino).toBe(ours.ino);
    expect((await whole(linked)).files.kept).toBe(3);

    const target = path.join(folder, 'referred');
    await backupLibrary({ config, target, withFiles: 'reference' });
    const againstShare = () =>
      verifyBackup({ target, shareDir: config.shareDir }, async ({ files }) => files.length);
    expect(await againstShare()).toBe(2);
    await library.write('AM-1_EN_1.pdf', 'something else');
    await expect(againstShare()).rejects.toThrow(
      'The file AM-1_EN_1.pdf is damaged or was replaced',
    );
  },
);

test.skipIf(isOnPostgres)(
  'missing and changed files are reported, and changed ones backed up as they are',
  async () => {
    const library = await startFilled();
    const target = path.join(await temporaryFolder(onTestFinished), 'backup');
    await library.add(entryOf({ doc_num: 'AM-9' }));
    await library.put('AM-9_EN_1.pdf', 'soon gone');
    await rm(path.join(library.config.shareDir, 'AM-9_EN_1.pdf'));
    await library.write('AM-1_EN_1.pdf', 'another one');
    const { saved } = await backupLibrary({ config: library.config, target, withFiles: 'copy' });
    expect(saved).toMatchObject({
      listed: 4,
      kept: 3,
      gone: ['AM-9_EN_1.pdf'],
      changed: ['AM-1_EN_1.pdf'],
    });
    expect((await whole(target)).files).toMatchObject({ listed: 4, kept: 3 });
  },
);

test.skipIf(isOnPostgres)('PDFs that no scan has seen yet are backed up too', async () => {
  const library = await startFilled();
  const target = path.join(await temporaryFolder(onTestFinished), 'backup');
  await mkdir(path.join(library.config.shareDir, 'new'));
  await library.write('new/AM-2_EN_1.pdf', '%PDF of this minute');
  await library.write('notes.txt', 'not a PDF');
  const { saved } = await backupLibrary({ config: library.config, target, withFiles: 'copy' });
  expect(saved).toMatchObject({ listed: 4, kept: 4, gone: [], changed: [], unreadable: [] });
  const config = await blankConfig('sqlite');
  await restoreLibrary({ config, target });
  const restored = path.join(config.shareDir, 'new', 'AM-2_EN_1.pdf');
  expect(await readFile(restored, 'utf8')).toBe('%PDF of this minute');
});

test.skipIf(isOnPostgres)('a backup is written only into an existing folder', async () => {
  const library = await startLibrary(onTestFinished);
  const folder = await temporaryFolder(onTestFinished);
  const target = path.join(folder, 'not mounted', 'backup');
  await expect(
    backupLibrary({ config: library.config, target, withFiles: 'reference' }),
  ).rejects.toThrow(`The folder ${path.dirname(target)} is missing or unreadable`);
  expect(await readdir(folder)).toEqual([]);
});

/** Changes a part of a backup so that all of its hashes fit again. */
async function forge(target: string, part: string, change: (at: string) => Promise<void>) {
  const at = path.join(target, part);
  await change(at);
  const manifestAt = path.join(target, 'manifest.json');
  const manifest = JSON.parse(await readFile(manifestAt, 'utf8')) as Manifest;
  const found = await measure(part, createReadStream(at));
  const parts = manifest.parts.map((one) => (one.name === part ? found : one));
  const text = JSON.stringify({ ...manifest, parts });
  await writeFile(manifestAt, text);
  await writeFile(path.join(target, 'COMPLETE'), (await measure('', oneText(text))).sha256);
}

test.skipIf(isOnPostgres)('verify refuses what a restore refuses', async () => {
  const library = await startFilled();
  const folder = await temporaryFolder(onTestFinished);
  const lists = (text: (lines: string) => string) => async (at: string) =>
    writeFile(at, text(await readFile(at, 'utf8')));
  const inDatabase = (statement: string) => async (at: string) => {
    const database = new DatabaseSync(at);
    database.exec(`pragma foreign_keys = off; ${statement}`);
    database.close();
  };
  const forgeries = {
    'a time that is none': ['files.jsonl', lists((lines) => lines.replace(/"\d{19}"/, '"soon"'))],
    'a file without its hash': [
      'files.jsonl',
      lists((lines) => lines.replace(/"sha256":"\w+"/, '"sha256":null')),
    ],
    'a row of nobody': [
      'library.sqlite',
      inDatabase('update documents set customer_id = 99 where id = 1'),
    ],
  } as const;
  for (const [what, [part, change]] of Object.entries(forgeries)) {
    const target = path.join(folder, what);
    await backupLibrary({ config: library.config, target, withFiles: 'copy' });
    expect((await checkBackup({ target })).files.kept).toBe(3);
    await forge(target, part, change);
    const faultOf = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: unknown) => String(error),
      );
    const restored = await faultOf(restoreLibrary({ config: await blankConfig('sqlite'), target }));
    expect([what, restored]).toEqual([what, expect.any(String)]);
    expect([what, await faultOf(checkBackup({ target }))]).toEqual([what, restored]);
  }
});

test.skipIf(isOnPostgres)('settings are backed up without their secrets', () => {
  const settings = settingsWithoutSecrets({
    PATH: '/bin',
    PORT: '4000',
    METRICS_TOKEN: 'very secret indeed',
    PGPASSWORD: 'secret',
    DATABASE_URL: 'postgres://library:secret@localhost/library',
    PUBLIC_URL: 'https://library.example',
  });
  expect(JSON.stringify(settings)).not.toContain('very secret');
  expect(settings).toEqual({
    DATABASE_URL: 'postgres://library@localhost/library',
    METRICS_TOKEN: '(secret: not in the backup)',
    PGPASSWORD: '(secret: not in the backup)',
    PORT: '4000',
    PUBLIC_URL: 'https://library.example',
  });
});
