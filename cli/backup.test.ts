import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { envOf } from '../test/databases.ts';
import { startLibrary, temporaryFolder } from '../test/harness.ts';
import { runCommand } from './library.ts';

test('backup, verify and restore say what they did, and what is wrong', async () => {
  const { config } = await startLibrary(onTestFinished, {
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
    said: expect.stringContaining('The backup is whole.'),
  });
  expect(await run(env, 'restore', target)).toEqual({
    code: 1,
    said: 'The database to restore to is not empty, so nothing was restored.',
  });
  expect(await run({ DATA_DIR: path.join(folder, 'new') }, 'restore', target)).toMatchObject({
    code: 0,
    said: expect.stringContaining('Restored; every row was compared.'),
  });
  await rm(path.join(config.shareDir, 'AM-1_EN_1.pdf'));
  expect(
    await run(env, 'backup', path.join(folder, 'later'), '--with-files', 'copy'),
  ).toMatchObject({
    code: 1,
    said: expect.stringContaining(
      '1 files are NOT in the backup: they are missing in the shared folder: AM-1_EN_1.pdf',
    ),
  });
  expect(await run(env, 'verify', path.join(folder, 'nothing'))).toMatchObject({ code: 1 });
  expect(await run(env, 'backup', target, '--with-files', 'all')).toMatchObject({ code: 2 });
});
