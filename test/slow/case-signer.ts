import { requireCase } from '../../server/cases/case-rows.ts';
import { moveCase } from '../../server/cases/moves.ts';
import { changeLibrary } from '../../server/changes/change.ts';
import { readConfig } from '../../server/config/config.ts';
import { openLibrary } from '../../server/library.ts';

// Signs the review of a case, and says how far it is. Once it wrote, it waits for the kill if it is to.

const [id = '', killAt = ''] = process.argv.slice(2);
setInterval(() => {}, 60_000); // it ends by the kill alone
const library = await openLibrary(readConfig(process.env));
process.send?.('begun');
await changeLibrary(library, { user: 'rita' }, async (tx, change) => {
  const row = await requireCase(tx, Number(id));
  await moveCase(tx, row, 'sign', { version: row.version, verdict: 'no_impact' }, change);
  process.send?.('written');
  if (killAt === 'written') await Promise.withResolvers<void>().promise;
});
process.send?.('signed');
