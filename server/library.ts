import type { Library } from './audit/change.ts';
import { catchUp } from './audit/feed.ts';
import { formerNumbersFollower } from './catalogue/former-numbers.ts';
import { standardsFollower } from './catalogue/standards/follower.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/open.ts';
import { matchingFollower } from './matching/follower.ts';

/** Opens the library for whoever reads or changes it: the server, the command line, a test. */
export async function openLibrary(
  config: Pick<Config, 'database'>,
  now: () => number = Date.now,
): Promise<Library> {
  const followers = [matchingFollower, formerNumbersFollower, standardsFollower];
  const library: Library = { db: await openDatabase(config), now, followers };
  try {
    await catchUp(library);
    return library;
  } catch (error) {
    await library.db.destroy();
    throw error;
  }
}
