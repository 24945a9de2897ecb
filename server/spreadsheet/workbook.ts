import { LibraryError } from '#contract/errors.ts';
import { zipBytes } from './zip.ts';

// A workbook with one sheet of text, written row by row: a million rows need no more memory than a
// thousand. (ECMA-376, part 1; a string is in its cell instead of in a table of strings.)

export const mostSheetRows = 1_048_576;
/** What a cell of Excel holds. */
const mostLetters = 32_767;

/** The bytes of an .xlsx file with these rows; the first one stays in view. */
export function workbookBytes(pages: AsyncIterable<string[][]>): AsyncGenerator<Uint8Array> {
  const parts = [
    { name: '[Content_Types].xml', parts: [contentTypes] },
    { name: '_rels/.rels', parts: [relations('officeDocument', 'xl/workbook.xml')] },
    { name: 'xl/workbook.xml', parts: [workbook] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      parts: [relations('worksheet', 'worksheets/sheet1.xml', 'styles', 'styles.xml')],
    },
    { name: 'xl/styles.xml', parts: [styles] },
    { name: 'xl/worksheets/sheet1.xml', parts: sheetParts(pages) },
  ];
  return zipBytes(parts);
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const ofPackage = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheetMl = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = `${xml}<Types xmlns="${ofPackage}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheetMl}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheetMl}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheetMl}.styles+xml"/></Types>`;
const workbook = `${xml}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`;

// Style 1 is Excel's format *Text*: it leaves 01 and 1E10 as they are, also where somebody types them.
const styles = `${xml}<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`;
const textStyle = 1;

/** Types and targets in turn. */
function relations(...named: string[]): string {
  const each = named.flatMap((type, at) =>
    at % 2 === 1
      ? []
      : `<Relationship Id="rId${at / 2 + 1}" Type="${relationships}/${type}" Target="${named[at + 1]}"/>`,
  );
  return `${xml}<Relationships xmlns="${ofPackage}/relationships">${each.join('')}</Relationships>`;
}

const firstRowStays =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

async function* sheetParts(pages: AsyncIterable<string[][]>): AsyncGenerator<string> {
  yield `${xml}<worksheet xmlns="${main}">${firstRowStays}`;
  let row = 0;
  let columns = 0;
  for await (const rows of pages) {
    if (row + rows.length > mostSheetRows) throw tooManyRows();
    if (row === 0) {
      columns = Math.max(1, rows[0]?.length ?? 0);
      // The whole columns, so that rows that are added below are text, too.
      yield `<cols><col min="1" max="${columns}" width="18" style="${textStyle}"/></cols><sheetData>`;
    }
    yield rows.map((cells) => rowXml(++row, cells)).join('');
  }
  const filter = `<autoFilter ref="A1:${columnName(columns - 1)}${row}"/>`;
  yield row === 0 ? '<sheetData/></worksheet>' : `</sheetData>${filter}</worksheet>`;
}

export function tooManyRows(): LibraryError {
  return new LibraryError('bad_request', 'A sheet holds 1,048,576 rows: export to .csv instead.');
}

function rowXml(row: number, cells: readonly string[]): string {
  const written = cells.map((text, at) =>
    text === ''
      ? ''
      : `<c r="${columnName(at)}${row}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`,
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

/** What begins like Excel's own escape of a character, such as `_x000D_`. */
const escaped = /_(?=x[0-9a-f]{4}_)/gi;

function escapeXml(text: string): string {
  const written = text.length > mostLetters ? text.slice(0, mostLetters) : text;
  return written
    .replace(unwritable, '')
    .replace(escaped, '_x005F_') // Excel would read it as the character that it names
    .replace(/[&<>]/g, (sign) => entities[sign] ?? sign)
    .replaceAll('\r', '&#13;'); // a reader of XML would make a line end of it
}
