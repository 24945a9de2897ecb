import { changeLibrary } from '../../server/changes/change.ts';
import { saveEntries } from '../../server/catalogue/entries.ts';
import { openLibrary } from '../../server/library.ts';
import { entryOf } from '../harness.ts';
import { sqliteAt } from '../databases.ts';

// Writes entry after entry and sends the number of each after its commit, until it is killed.

const [file = '', round = ''] = process.argv.slice(2);
const library = await openLibrary({ database: sqliteAt(file) });
for (let i = 0; ; i++) {
  const entry = entryOf({ doc_num: `${round}-${i}`, doc_desc: 'first step' });
  await changeLibrary(library, { user: 'jsmith' }, async (tx, change) => {
    await saveEntries(tx, [entry], change);
    await saveEntries(tx, [{ ...entry, doc_desc: 'second step' }], change);
  });
  process.send?.(entry.doc_num);
}
