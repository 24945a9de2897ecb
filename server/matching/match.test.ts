import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/harness.ts';
import { computedPaths, Stage, step, storedPaths } from '../../test/match-model.ts';
import type { Db } from '../db/schema.ts';
import { openLibrary } from '../library.ts';
import { matchingFollower } from './follower.ts';
import { isOnPostgres, newDatabase } from '../../test/databases.ts';

test('after any changes of catalogue and folder, the stored match is the one computed from both', async () => {
  const dir = await temporaryFolder(onTestFinished);
  let round = 0;
  const steps = fc.array(step, { minLength: 5, maxLength: 40 });
  const property = fc.asyncProperty(steps, async (steps) => {
    const root = path.join(dir, `folder-${++round}`);
    await mkdir(root);
    const library = await openLibrary({ database: await newDatabase(onTestFinished, root) });
    try {
      const stage = new Stage(library, root);
      for (const step of steps) {
        await stage.take(step);
        expect(await storedPaths(library.db)).toEqual(await computedPaths(library.db));
      }
      const before = await verdictsIn(library.db);
      await library.db.transaction().execute((tx) => matchingFollower.rebuild(tx));
      expect(await verdictsIn(library.db)).toEqual(before);
    } finally {
      await library.db.destroy();
    }
  });
  await fc.assert(property, { numRuns: isOnPostgres ? 12 : 40 });
});

test('of several files of an entry the one nearest the top counts, then the first by its path', async () => {
  const root = await temporaryFolder(onTestFinished);
  const library = await openLibrary({ database: await newDatabase(onTestFinished, root) });
  onTestFinished(() => library.db.destroy());
  const stage = new Stage(library, root);
  const of = { doc_num: 'A-1', language: 'EN', doc_rev: '1' };
  await stage.take({ does: 'add', customer: 'Aurora Motors', of });
  const best = ['A-1_EN_1.pdf', 'b/A-1_EN_1.pdf', 'c/A-1_EN_1.pdf', 'a/deeper/A-1_EN_1.pdf'];
  for (const name of best.toReversed()) {
    await stage.take({ does: 'write file', name, content: '%PDF-1.7 some text %%EOF' });
    await stage.take({ does: 'scan', settleAtOnce: true });
    expect(Object.values(await storedPaths(library.db))).toEqual([name]);
  }
});

function verdictsIn(db: Db) {
  return db.selectFrom('files').select(['path', 'verdict', 'twin_id']).orderBy('id').execute();
}
