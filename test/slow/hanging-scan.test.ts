import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { smallPdf } from '../small-pdf.ts';
import { startLibrary } from '../harness.ts';
import { scanStateOf } from '../../server/scan/scan-state.ts';

// A process that is stopped gives no sign of life, as one that waits for a dead share.
test.skipIf(process.platform !== 'linux')(
  'a scan that hangs is reported, ended, and started again until it succeeds',
  async () => {
    const library = await startLibrary(onTestFinished, {
      env: { SCAN_EVERY_SECONDS: '1' },
      entries: [{}],
      steps: ['scan'],
      silentMs: 10_000,
    });
    const { config, db } = library;
    await writeFile(path.join(config.shareDir, 'AM-1_EN_1.pdf'), await smallPdf({ pages: 1 }));
    await library.listen();
    const until = async (isSo: (state: string, fault: string | null) => boolean) => {
      for (;;) {
        const { state, fault } = await scanStateOf(db, config, Date.now());
        if (isSo(state, fault)) return fault;
        await pause(20);
      }
    };
    await until((state) => state === 'ok');
    for (const pid of childrenOf(process.pid)) process.kill(pid, 'SIGSTOP');
    expect(await until((state) => state === 'stopped')).toMatch(/^The scan gives no sign of life/);
    expect(await until((state) => state === 'ok')).toBeNull();
  },
);

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children
    .split(' ')
    .filter((one) => one !== '')
    .map(Number);
}
