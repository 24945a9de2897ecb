import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { zipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { readSpreadsheet } from '../../server/spreadsheet/spreadsheet.ts';
import { temporaryFolder } from '../harness.ts';

test('a workbook that unfolds beyond its limit costs the process that reads it, not ours', async () => {
  const row = (_: unknown, i: number) =>
    `<row r="${i + 1}"><c r="A${i + 1}" t="inlineStr"><is><t>bomb</t></is></c></row>`;
  const rows = Array.from({ length: 100_000 }, row).join('');
  const sheet = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  const parts = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="s" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
  };
  const zipped = zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, Buffer.from(part)])),
    { level: 1 },
  );
  const file = path.join(await temporaryFolder(onTestFinished), 'bomb.xlsx');
  await writeFile(file, zipped);
  expect(await readSpreadsheet(file)).toHaveLength(100_000);
  await expect(readSpreadsheet(file, { megabytes: 1 })).rejects.toThrow(
    'bomb.xlsx cannot be read: it needs more memory or time than a list of standards may.',
  );
});
