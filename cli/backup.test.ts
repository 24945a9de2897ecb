import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { envOf } from '../test/databases.ts';
import { startLibrary, temporaryFolder } from '../test/harness.ts';
import { runCommand } from './library.ts';

test('backup, verify and restore say what they did, and what is wrong', async () => {
  const { app, config } = await startLibrary(onTestFinished, {
    entries: [{}, { doc_num: 'AM-2' }],
    files: { 'AM-1_EN_1.pdf': '%PDF-1.7\n%%EOF' },
  });
  const folder = await temporaryFolder(onTestFinished);
  const said: string[] = [];
  const spies = (['log', 'error'] as const).map((how) =>
    vi.spyOn(console, how).mockImplementation((text) => void said.push(String(text))),
  );
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  const run = async (env: Record<string, string>, ...words: string[]) => {
    said.length = 0;
    const code = await runCommand(words, { folder, env, readPassword: async () => '' });
    return { code, said: said.join('\n') };
  };
  const env = { DATA_DIR: config.dataDir, ...envOf(config.database) };
  const target = path.join(folder, 'kept');

  const made = await run(env, 'backup', target, '--with-files', 'copy');
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining(`Written to ${target}.`) });
  expect(made.said).toMatch(/2 entries, .* 1 files listed, 1 of them kept/);
  expect(await run(env, 'verify', target)).toMatchObject({
    code: 0,
    said: expect.stringContaining('The backup is complete.'),
  });
  expect(await run(env, 'restore', target)).toEqual({
    code: 1,
    said: 'The target database is not empty. Nothing was restored.',
  });
  expect(await run({ DATA_DIR: path.join(folder, 'new') }, 'restore', target)).toMatchObject({
    code: 0,
    said: expect.stringContaining('Restored and compared row by row.'),
  });
  await rm(path.join(config.shareDir, 'AM-1_EN_1.pdf'));
  expect(
    await run(env, 'backup', path.join(folder, 'later'), '--with-files', 'copy'),
  ).toMatchObject({
    code: 1,
    said: expect.stringContaining(
      '1 files are NOT in the backup: the shared folder no longer has them: AM-1_EN_1.pdf',
    ),
  });
  expect(await run(env, 'backup', target, '--with-files', 'all')).toMatchObject({ code: 2 });

  const metrics = async () => {
    const { body } = await app.inject({ url: '/metrics' });
    return (name: string) => Number(new RegExp(`^library_last_${name} (.*)$`, 'm').exec(body)?.[1]);
  };
  const mistyped = path.join(folder, 'nothing');
  expect(await run(env, 'verify', mistyped)).toEqual({
    code: 1,
    said: `No backup found at ${mistyped}.`,
  });
  expect((await metrics())('verify_failed')).toBe(0); // of the last backup that was verified
  await mkdir(mistyped);
  expect(await run(env, 'verify', mistyped)).toMatchObject({ code: 1 });
  const failed = await metrics();
  expect(failed('backup_failed')).toBe(1);
  expect(failed('verify_failed')).toBe(1);
  const succeededAt = failed('backup_timestamp_seconds'); // of the first, which stays
  expect(succeededAt).toBeGreaterThan(Date.now() / 1000 - 600);
  const doctor = await run(env, 'doctor');
  expect(doctor.said).toMatch(
    /WRONG the last backup \(\S+Z\) failed: 1 files are NOT in the backup: the shared folder no longer has them\n/,
  );

  const many = path.join(folder, 'many');
  await mkdir(many);
  expect(await run(env, 'verify', '--in', many)).toEqual({
    code: 1,
    said: `No complete backup found in ${many}.`,
  });
  expect(await run(env, 'backup', path.join(many, 'early'), '--keep', '7d')).toMatchObject({
    code: 0,
  });
  expect(await run(env, 'backup', '--in', many, '--keep', '7d,4w')).toMatchObject({
    code: 0,
    said: expect.stringContaining('\n1 older backups are deleted, 1 are kept: early'),
  });
  expect(await run(env, 'verify', '--in', many)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/library-\d{8}T\d{6}Z:\n[^]*The backup is complete\.$/),
  });
  const well = await metrics();
  expect([well('backup_failed'), well('verify_failed')]).toEqual([0, 0]);
  expect(well('backup_timestamp_seconds')).toBeGreaterThan(succeededAt);
  expect(well('backup_bytes')).toBeGreaterThan(100_000);
  expect(well('verify_bytes')).toBe(well('backup_bytes'));
  expect((await run(env, 'doctor')).said).toMatch(/ok {4}the last backup was at \S+Z\n/);
  expect(await run(env, 'backup', '--in', many, '--keep', 'all')).toMatchObject({
    code: 2,
    said: expect.stringContaining('such as 7d,4w,12m'),
  });
});
