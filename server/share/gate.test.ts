import nodeFs from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { startReading } from '../../test/harness.ts';
import { scannedPdf } from '../../test/redline-pdfs.ts';
import type { ShareFs } from './shared-folder.ts';

test('PDFs, pictures of pages, redlines and copies all read the share through the gate', async () => {
  const names = new Map<number, string>();
  const readFrom = new Set<string>();
  const shareFs = {
    ...nodeFs,
    open: (at: string, flags: number, done: (error: Error | null, fd: number) => void) =>
      nodeFs.open(at, flags, (error, fd) => {
        names.set(fd, at.slice(-5));
        done(error, fd);
      }),
    read: (...args: Parameters<typeof nodeFs.read>) => {
      readFrom.add(names.get(args[0]) ?? '');
      return nodeFs.read(...args);
    },
  } as unknown as ShareFs;
  const entries = [{ doc_rev: '1' }, { doc_rev: '2' }];
  const library = await startReading(onTestFinished, { entries, shareFs });
  await library.write('AM-1_EN_1.pdf', await scannedPdf([{ seed: 'a' }]));
  await library.write('AM-1_EN_2.pdf', await scannedPdf([{ seed: 'b' }]));
  await library.scan();
  const api = '/vue-egd-lib/api';
  const sides = { from: 'AM-1_EN_1.pdf', to: 'AM-1_EN_2.pdf' };
  const redline = `${api}/redline?${new URLSearchParams(sides)}`;
  const calls = {
    '/document/egd-lib/AM-1_EN_1.pdf': ['1.pdf'],
    [`${api}/pages/AM-1_EN_1.pdf/1`]: ['1.pdf'],
    [redline]: ['1.pdf', '2.pdf'],
    [`${api}/notes/export?name=AM-1_EN_2.pdf&as=pdf`]: ['2.pdf'],
  };
  for (const [call, files] of Object.entries(calls)) {
    readFrom.clear();
    if (call === redline) {
      const headers = { cookie: library.cookie };
      const url = `${api}/redline`;
      await library.app.inject({ method: 'POST', url, headers, payload: sides });
    }
    await expect
      .poll(async () => (await library.get(call)).statusCode, { timeout: 60_000 })
      .toBe(200);
    expect([call, ...[...readFrom].toSorted()]).toEqual([call, ...files]);
  }
});
