import { startChange } from '../../server/audit/audit.ts';
import { saveEntries } from '../../server/catalogue/entries.ts';
import { openSqlite } from '../../server/db/sqlite.ts';
import { entryOf } from '../harness.ts';

// Writes entry after entry and tells each one's number once it is committed, until it is killed.

const [file = '', round = ''] = process.argv.slice(2);
const db = await openSqlite(file);
const change = startChange('jsmith');
for (let i = 0; ; i++) {
  const entry = entryOf({ doc_num: `${round}-${i}`, doc_desc: 'first step' });
  await db.transaction().execute(async (tx) => {
    await saveEntries(tx, [entry], change);
    await saveEntries(tx, [{ ...entry, doc_desc: 'second step' }], change);
  });
  process.send?.(entry.doc_num);
}
