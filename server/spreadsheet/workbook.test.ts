import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import fc from 'fast-check';
import readWorkbook from 'read-excel-file/node';
import { expect, onTestFinished, test } from 'vitest';
import { entryFaults, tidyEntry } from '#contract/entry.ts';
import { temporaryFolder } from '../../test/harness.ts';
import { readSpreadsheet, sheetsBytes, spreadsheetBytes, writeSpreadsheet } from './spreadsheet.ts';

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

test('every text that an entry can have comes back from a file as it was', async () => {
  const part = fc.constantFrom(
    ...'\'=+-@#_x005F0041 \u00a0\u2007\u200b\u2028,;\t"\\é漢𝄞&<>E'.split(''),
  );
  const any = fc.array(fc.oneof(part, fc.string({ unit: 'grapheme', maxLength: 3 })), {
    maxLength: 8,
  });
  const kept = fc.sample(any, { numRuns: 3000, seed: 7 }).flatMap((parts) => {
    const doc_desc = parts.join('');
    const entry = tidyEntry({ customer: 'A', doc_num: 'N', doc_rev: '1', language: '', doc_desc });
    return entryFaults(entry).length > 0 || entry.doc_desc === '' ? [] : [entry.doc_desc];
  });
  expect(kept.length).toBeGreaterThan(1000);
  for (const name of ['list.xlsx', 'list.csv']) {
    const file = path.join(await temporaryFolder(onTestFinished), name);
    await writeSpreadsheet(
      file,
      inPages([['one', 'two', 'three'], ...kept.map((text) => [text, 'b', 'c'])]),
    );
    const read = (await readSpreadsheet(file)).slice(1).map(({ cells }) => cells[0]);
    expect(read).toEqual(kept);
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

test('every cell is Text to Excel, also below the last row, and the header filters', async () => {
  const pages = inPages([
    ['doc_num', 'doc_rev'],
    ['1E10', '01'],
  ]);
  const parts = unzipSync(Buffer.concat(await Array.fromAsync(spreadsheetBytes('xlsx', pages))));
  const part = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
  const sheet = part('xl/worksheets/sheet1.xml');
  const styles = [...part('xl/styles.xml').matchAll(/<cellXfs.*<\/cellXfs>/g)].join('');
  // Number format 49 is Text (ECMA-376, part 1, 18.8.30); a cell names its style by place.
  expect(styles).toBe(
    '<cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs>',
  );
  expect(sheet).toContain('<cols><col min="1" max="2" width="18" style="1"/></cols>');
  expect(sheet.match(/<c [^>]*>/g)).toEqual(
    ['A1', 'B1', 'A2', 'B2'].map((cell) => `<c r="${cell}" s="1" t="inlineStr">`),
  );
  expect(sheet).toMatch(/<\/sheetData><autoFilter ref="A1:B2"\/><\/worksheet>$/);
});

test('what begins like an escape of Excel is written so that Excel shows it as it is', async () => {
  const pages = inPages([['_x0041_7']]);
  const parts = unzipSync(Buffer.concat(await Array.fromAsync(spreadsheetBytes('xlsx', pages))));
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet).toContain('>_x005F_x0041_7</t>');
});

test('a workbook has several sheets, whose days are days, and whose numbers are numbers', async () => {
  const file = path.join(await temporaryFolder(onTestFinished), 'report.xlsx');
  const days = [
    ['Day', 'Line', 'Text'],
    ['2026-11-14', '7', '2026-11-14'],
    ['not known', '1.5', '7'],
  ];
  const sheets = [
    { name: 'Cases', pages: inPages([['Case'], ['AM-1']]) },
    { name: 'Lines & days', pages: inPages(days), kinds: ['day', 'number', 'text'] as const },
  ];
  await writeFile(file, sheetsBytes(sheets));
  const read = await readWorkbook(await readFile(file));
  expect(read).toEqual([
    { sheet: 'Cases', data: [['Case'], ['AM-1']] },
    {
      sheet: 'Lines & days',
      data: [
        ['Day', 'Line', 'Text'],
        [new Date('2026-11-14'), 7, '2026-11-14'],
        ['not known', '1.5', '7'],
      ],
    },
  ]);
});
