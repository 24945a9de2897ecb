import { countMisplaced, countUnsure } from '../server/catalogue/standards/check.ts';
import { standardsFollower } from '../server/catalogue/standards/follower.ts';
import type { Db } from '../server/db/schema.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Whether the library knows the latest revision of each standard. */
export async function* standardFindings(db: Db): AsyncGenerator<Finding> {
  const misplaced = await countMisplaced(db);
  yield misplaced === 0
    ? ok('each entry is known as a revision of its standard')
    : wrong(
        `${misplaced} entries are not known as the revisions that they are`,
        `delete the row '${standardsFollower.name}' of the table feed_cursors; the next start rebuilds it.`,
      );
  const unsure = await countUnsure(db);
  if (unsure === 1) yield note('the order of the revisions of one standard is unsure');
  if (unsure > 1) yield note(`the order of the revisions of ${unsure} standards is unsure`);
  if (unsure > 0) yield note('a librarian can set it in the console, under Standard Number');
}
