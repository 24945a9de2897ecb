import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/harness.ts';
import { readSpreadsheet, spreadsheetBytes, writeSpreadsheet } from './spreadsheet.ts';

async function* inPages(rows: string[][]): AsyncGenerator<string[][]> {
  for (const row of rows) yield [row];
}

test('whatever text a cell holds is read back as it was written', async () => {
  const rows = [
    ['heading', 'another'],
    ['a < b & c > "d"', "l'été"],
    ['=1+1', "'=1+1"],
    ['two\nlines', 'a  b'],
    ['漢字 𝄞', ''],
    ['0012', '1E+10'],
  ];
  for (const name of ['list.xlsx', 'list.csv']) {
    const file = path.join(await temporaryFolder(onTestFinished), name);
    await writeSpreadsheet(file, inPages(rows));
    const read = await readSpreadsheet(file);
    // A workbook has no cell where there is nothing.
    expect(read.map(({ cells }) => cells.filter((cell) => cell !== ''))).toEqual(
      rows.map((cells) => cells.filter((cell) => cell !== '')),
    );
  }
});

test('what XML cannot hold is left out, and a workbook still opens', async () => {
  const file = path.join(await temporaryFolder(onTestFinished), 'list.xlsx');
  await writeSpreadsheet(file, inPages([['a\u0000b\u001fc\ud800d']]));
  expect((await readSpreadsheet(file))[0]?.cells).toEqual(['abcd']);
});

test('a spreadsheet is made as it is taken', async () => {
  let made = 0;
  async function* endless(): AsyncGenerator<string[][]> {
    for (;;) yield Array.from({ length: 100 }, () => [String(Math.random()), String(made++)]);
  }
  for (const format of ['csv', 'xlsx'] as const) {
    let taken = 0;
    for await (const bytes of spreadsheetBytes(format, endless())) {
      taken += bytes.length;
      if (taken > 1_000_000) break; // it has no end, so it cannot have been made whole
    }
  }
  expect(made).toBeGreaterThan(0);
});

test('a formula that failed is read as what its cell shows', async () => {
  const file = path.join(await temporaryFolder(onTestFinished), 'list.xlsx');
  await writeSpreadsheet(
    file,
    inPages([
      ['AM-1', 'Zinc plating'],
      ['AM-2', 'sought'],
    ]),
  );
  const parts = unzipSync(await readFile(file));
  const sheet = 'xl/worksheets/sheet1.xml';
  const failed = '<c r="B2" t="e"><f>VLOOKUP(A2,C:D,2,0)</f><v>#N/A</v></c>';
  const xml = strFromU8(parts[sheet] ?? new Uint8Array());
  const changed = xml.replace(/<c(?:(?!<c)[^])*sought[^]*?<\/c>/, failed);
  expect(changed).not.toBe(xml);
  await writeFile(file, zipSync({ ...parts, [sheet]: strToU8(changed) }));
  expect((await readSpreadsheet(file)).map(({ cells }) => cells)).toEqual([
    ['AM-1', 'Zinc plating'],
    ['AM-2', '#N/A'],
  ]);
});
