import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importRows } from '../../server/imports/import.ts';
import { readSpreadsheet } from '../../server/spreadsheet/spreadsheet.ts';
import { jobs } from '../../server/jobs/table.ts';
import { startLibrary, temporaryFolder } from '../harness.ts';
import { times } from '../times.ts';

async function sheetOf(length: number): Promise<string> {
  const file = path.join(await temporaryFolder(onTestFinished), 'list.csv');
  const rows = Array.from({ length }, (_, i) => `C ${i % 7},N-${i},Description,${i % 5},EN`);
  await writeFile(file, ['customer,doc_num,doc_desc,doc_rev,language', ...rows].join('\n'));
  return file;
}

const many = times({ short: 5000, full: 50_000 });

test('a large sheet goes in as one', async () => {
  const { library } = await startLibrary(onTestFinished);
  const file = await sheetOf(many);
  const sheet = await readSpreadsheet(file);
  const report = await importRows(library, sheet, { user: 'librarian' });
  expect(report).toMatchObject({ added: many, written: true });
  const again = await importRows(library, sheet, { user: 'librarian' });
  expect(again).toMatchObject({ unchanged: many, added: 0, changed: 0 });
});

test('200,000 rows are read and compared in less than 256 MB', async () => {
  const file = await sheetOf(200_000);
  const library = path.join(path.dirname(file), 'library.sqlite');
  const importer = path.join(import.meta.dirname, 'slow-importer.ts');
  const child = fork(importer, [library, file], { execArgv: jobs.import.flags });
  const megabytes = await new Promise<number>((resolve, reject) => {
    child.on('message', (now: { state: string; megabytes: number }) => {
      if (now.state === 'checking') resolve(now.megabytes);
    });
    child.once('exit', () => reject(new Error('It ended before it checked a row.')));
  });
  child.kill('SIGKILL');
  expect(megabytes).toBeLessThan(256);
});
