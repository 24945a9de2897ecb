import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../../server/library.ts';
import { temporaryFolder } from '../harness.ts';
import { computedPaths, storedPaths } from '../match-model.ts';
import { sqliteAt } from '../databases.ts';
import { times } from '../times.ts';

const kills = times({ short: 5, full: 20 });

test('killed at any moment of any change, the stored match is the one computed from what is there', async () => {
  const dir = await temporaryFolder(onTestFinished);
  const root = path.join(dir, 'documents');
  await mkdir(root);
  const databaseFile = path.join(dir, 'library.sqlite');
  let entriesWithFile = 0;
  for (let round = 1; round <= kills; round++) {
    const writer = path.join(import.meta.dirname, 'match-writer.ts');
    const child = fork(writer, [databaseFile, root, String(round)]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let taken = 0;
    // The message comes while the next step is under way, further in it each round.
    child.on('message', () => {
      taken += 1;
      if (taken === 20 + round) setTimeout(() => child.kill('SIGKILL'), round / 2);
    });
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    const { db } = await openLibrary({ database: sqliteAt(databaseFile) });
    const stored = await storedPaths(db);
    expect(stored).toEqual(await computedPaths(db));
    entriesWithFile += Object.keys(stored).length;
    await db.destroy();
  }
  expect(entriesWithFile).toBeGreaterThan(kills); // or nothing was tried
});
