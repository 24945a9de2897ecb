import { mkdir, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startLibrary } from '../test/harness.ts';
import { ownMark } from './processes/alive.ts';

const own = ownMark();
const ended = own.replace(`-${process.pid}-`, '-4294967295-'); // no process has this id
const restarted = own.replace(/[0-9a-f]{8}$/, '00000000'); // in a container ids come again
const running = own.replace(`-${process.pid}-`, `-${process.ppid}-`);
const elsewhere = ended.replace(/^[0-9a-f]{8}/, '00000000');

test('a start removes what a killed process left, and nothing that is in use', async () => {
  const library = await startLibrary(onTestFinished);
  const random = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
  for (const mark of [own, ended, restarted, running, elsewhere]) {
    await library.write(`.incoming-${mark}-${random}.part`, 'half a PDF');
    const folder = path.join(os.tmpdir(), `egd-library-work-${mark}-x`);
    await mkdir(folder);
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
  }
  const left = [own, running, elsewhere].toSorted();
  await library.listen();
  await expect
    .poll(async () => (await readdir(library.config.shareDir)).toSorted(), { timeout: 30_000 })
    .toEqual(left.map((mark) => `.incoming-${mark}-${random}.part`));
  await expect
    .poll(async () => {
      const names = await readdir(os.tmpdir());
      return names.filter((name) => /^egd-library-work-.+-x$/.test(name)).toSorted();
    })
    .toEqual(left.map((mark) => `egd-library-work-${mark}-x`));
});
