import { countMisplaced, countUnsure } from '../server/catalogue/standards/check.ts';
import { standardsFollower } from '../server/catalogue/standards/follower.ts';
import type { Db } from '../server/db/schema.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Whether the library knows the latest revision of each standard. */
export async function* standardFindings(db: Db): AsyncGenerator<Finding> {
  const misplaced = await countMisplaced(db);
  yield misplaced === 0
    ? ok('every entry belongs to the revision of a standard')
    : wrong(
        `${misplaced} entries are missing in the revisions of their standard`,
        `delete the row '${standardsFollower.name}' of the table feed_cursors; the next start rebuilds it.`,
      );
  const unsure = await countUnsure(db);
  if (unsure === 1) yield note('one standard has revisions in unsure order');
  if (unsure > 1) yield note(`${unsure} standards have revisions in unsure order`);
  if (unsure > 0) yield note('a librarian can set it in the console, under Standard Number');
}
