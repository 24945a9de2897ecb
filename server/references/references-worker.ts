import type { Config } from '../config/config.ts';
import { openDatabase } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import { workers } from '../jobs/registry.ts';
import { type ChildLife, wordsOf } from '../processes/in-child.ts';
import { ReferencesKeeper } from './references-keeper.ts';

type Order = { config: Config; holder: string };

/** Finds the numbers that texts cite, while its server is the one that scans. */
export async function findReferences(
  life: ChildLife<never>,
  { config, holder }: Order,
  holdsLease: (db: Db, holder: string) => Promise<boolean>,
): Promise<void> {
  const db = await openDatabase(config);
  let isOurs = false;
  const keeper = new ReferencesKeeper({ db, mayGoOn: () => isOurs && !life.isEnding });
  while (!life.isEnding) {
    try {
      isOurs = await holdsLease(db, holder);
      await keeper.follow();
      await life.send('worked');
    } catch (error) {
      await life.send({ waits: wordsOf(error) });
    }
    await life.rest(workers.references.pauseMs);
  }
  await db.destroy();
}
