import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/harness.ts';
import { carryLibatomic } from './carry-libatomic.js';

const maps = 'console.log(fs.readFileSync("/proc/self/maps", "utf8"))';
const again = `process.execve(process.execPath, [process.execPath, "-e", '${maps}'], {})`;

test.runIf(process.platform === 'linux')(
  'Node finds libatomic.so.1 beside itself: without an environment, by prlimit and when it starts itself again',
  async () => {
    const folder = await temporaryFolder(onTestFinished);
    const program = path.join(folder, 'node');
    copyFileSync(process.execPath, program);
    carryLibatomic(program, process.arch);
    const library = path.join(folder, 'libatomic.so.1');
    for (const [command = '', ...words] of [
      [program, '-e', maps],
      ['/usr/bin/prlimit', '--as=16000000000', program, '-e', maps],
      [program, '-e', again],
    ]) {
      const { stdout } = spawnSync(command, words, { env: {}, cwd: '/', encoding: 'utf8' });
      expect(stdout).toContain(library);
    }
    // Besides its text and its entry nothing of Node changes, and it is added once.
    const [before, after] = [readFileSync(process.execPath), readFileSync(program)];
    let changed = 0;
    for (let at = 0; at < before.length; at++) if (after[at] !== before[at]) changed++;
    expect([after.length, changed <= 24]).toEqual([before.length, true]);
    carryLibatomic(program, process.arch);
    expect(readFileSync(program).equals(after)).toBe(true);
  },
);
