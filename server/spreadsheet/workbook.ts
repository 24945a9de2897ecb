import { LibraryError } from '#contract/errors.ts';
import { zipBytes } from './zip.ts';

// A workbook with one sheet of text, written row by row: a million rows need no more memory than a
// thousand. (ECMA-376, part 1; a string stands in its cell instead of a table of strings.)

export const mostSheetRows = 1_048_576;
/** What a cell of Excel holds. */
const mostLetters = 32_767;

/** The bytes of an .xlsx file with these rows; the first one stays in view. */
export function workbookBytes(pages: AsyncIterable<string[][]>): AsyncGenerator<Buffer> {
  const parts = [
    { name: '[Content_Types].xml', parts: [contentTypes] },
    { name: '_rels/.rels', parts: [relations('officeDocument', 'xl/workbook.xml')] },
    { name: 'xl/workbook.xml', parts: [workbook] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      parts: [relations('worksheet', 'worksheets/sheet1.xml')],
    },
    { name: 'xl/worksheets/sheet1.xml', parts: sheetParts(pages) },
  ];
  return zipBytes(parts);
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const ofPackage = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheetMl = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = `${xml}<Types xmlns="${ofPackage}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheetMl}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheetMl}.worksheet+xml"/></Types>`;
const workbook = `${xml}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`;

function relations(type: string, target: string): string {
  return `${xml}<Relationships xmlns="${ofPackage}/relationships"><Relationship Id="rId1" Type="${relationships}/${type}" Target="${target}"/></Relationships>`;
}

const firstRowStays =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

async function* sheetParts(pages: AsyncIterable<string[][]>): AsyncGenerator<string> {
  yield `${xml}<worksheet xmlns="${main}">${firstRowStays}<sheetData>`;
  let row = 0;
  for await (const rows of pages) {
    if (row + rows.length > mostSheetRows) throw tooManyRows();
    yield rows.map((cells) => rowXml(++row, cells)).join('');
  }
  yield '</sheetData></worksheet>';
}

export function tooManyRows(): LibraryError {
  return new LibraryError('bad_request', 'A sheet holds 1,048,576 rows: export to .csv instead.');
}

function rowXml(row: number, cells: readonly string[]): string {
  const written = cells.map((text, at) =>
    text === ''
      ? ''
      : `<c r="${columnName(at)}${row}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`,
  );
  return `<row r="${row}">${written.join('')}</row>`;
}

/** A, B … Z, AA. */
function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
// XML cannot hold these at all.
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escapeXml(text: string): string {
  const written = text.length > mostLetters ? text.slice(0, mostLetters) : text;
  return written
    .replace(unwritable, '')
    .replace(/[&<>]/g, (sign) => entities[sign] ?? sign)
    .replaceAll('\r', '&#13;'); // a reader of XML would make a line end of it
}
