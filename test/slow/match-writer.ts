import fc from 'fast-check';
import { openLibrary } from '../../server/library.ts';
import { Stage, step } from '../match-model.ts';
import { sqliteAt } from '../databases.ts';

// Changes catalogue and folder at random and sends each step once it is taken, until it is killed.

const [databaseFile = '', root = '', seed = '0'] = process.argv.slice(2);
const stage = new Stage(await openLibrary({ database: sqliteAt(databaseFile) }), root);
for (const taken of fc.sample(step, { seed: Number(seed), numRuns: 100_000 })) {
  await stage.take(taken);
  process.send?.(taken.does);
}
