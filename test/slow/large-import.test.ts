import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importRows } from '../../server/catalogue/import.ts';
import { readSpreadsheet } from '../../server/spreadsheet/spreadsheet.ts';
import { startLibrary, temporaryFolder } from '../harness.ts';

test('50,000 rows go in as one', async () => {
  const { library } = await startLibrary(onTestFinished);
  const file = path.join(await temporaryFolder(onTestFinished), 'list.csv');
  const rows = Array.from(
    { length: 50_000 },
    (_, i) => `C ${i % 7},N-${i},Description,${i % 5},EN`,
  );
  await writeFile(file, ['customer,doc_num,doc_desc,doc_rev,language', ...rows].join('\n'));
  const sheet = await readSpreadsheet(file);
  const report = await importRows(library, sheet, { user: 'librarian' });
  expect(report).toMatchObject({ added: 50_000, written: true });
  const again = await importRows(library, sheet, { user: 'librarian' });
  expect(again).toMatchObject({ unchanged: 50_000, added: 0, changed: 0 });
});
