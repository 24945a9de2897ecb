import type { Config } from '../config/config.ts';
import { openDatabase } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import { workers } from '../jobs/registry.ts';
import { type ChildLife, wordsOf } from '../processes/in-child.ts';
import { ReferencesKeeper } from './references-keeper.ts';

const leaseEveryMs = 5000;

type Order = { config: Config; holder: string };

/** Finds the numbers that texts cite, while its server is the one that scans. */
export async function findReferences(
  life: ChildLife<never>,
  { config, holder }: Order,
  holdsLease: (db: Db, holder: string) => Promise<boolean>,
): Promise<void> {
  const db = await openDatabase(config);
  let isOurs = false;
  const look = async () => (isOurs = await holdsLease(db, holder));
  // One pass over a large library takes minutes.
  const looking = setInterval(() => void look().catch(() => (isOurs = false)), leaseEveryMs);
  const keeper = new ReferencesKeeper({ db, mayGoOn: () => isOurs && !life.isEnding });
  while (!life.isEnding) {
    try {
      await look();
      await keeper.follow();
      await life.send(isOurs ? 'worked' : 'alive');
    } catch (error) {
      await life.send({ waits: wordsOf(error) });
    }
    await life.rest(workers.references.pauseMs);
  }
  clearInterval(looking);
  await db.destroy();
}
