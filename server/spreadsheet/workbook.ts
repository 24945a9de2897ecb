import { LibraryError } from '#contract/errors.ts';
import { Zip, ZipDeflate } from 'fflate';

// A workbook with one sheet of text, written row by row: a million rows need no more memory than a
// thousand. (ECMA-376, part 1; a string is in its cell instead of in a table of strings.)

export const mostSheetRows = 1_048_576;
/** What a cell of Excel holds. */
const mostLetters = 32_767;

/** What the cells below a heading are: `2026-11-14` as a day, `12` as a number. Others stay text. */
export type CellKind = 'text' | 'day' | 'number';
export type Sheet = {
  name: string;
  pages: AsyncIterable<string[][]>;
  /** By column; without, all are text. */
  kinds?: readonly CellKind[];
};

/** The bytes of an .xlsx file with these sheets; the first row of each stays in view, with a filter. */
export function workbookBytes(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  const files = sheets.map((_, at) => `worksheets/sheet${at + 1}.xml`);
  const parts = [
    { name: '[Content_Types].xml', parts: [contentTypes(files)] },
    { name: '_rels/.rels', parts: [relations('officeDocument', 'xl/workbook.xml')] },
    { name: 'xl/workbook.xml', parts: [workbook(sheets)] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      parts: [relations(...files.flatMap((file) => ['worksheet', file]), 'styles', 'styles.xml')],
    },
    { name: 'xl/styles.xml', parts: [styles] },
    ...sheets.map((sheet, at) => ({ name: `xl/${files[at] ?? ''}`, parts: sheetParts(sheet) })),
  ];
  return zipBytes(parts);
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const ofPackage = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheetMl = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function contentTypes(files: readonly string[]): string {
  const sheets = files.map(
    (file) => `<Override PartName="/xl/${file}" ContentType="${spreadsheetMl}.worksheet+xml"/>`,
  );
  return `${xml}<Types xmlns="${ofPackage}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheetMl}.sheet.main+xml"/>${sheets.join('')}<Override PartName="/xl/styles.xml" ContentType="${spreadsheetMl}.styles+xml"/></Types>`;
}

function workbook(sheets: readonly Sheet[]): string {
  const named = sheets.map(
    ({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return `${xml}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${named.join('')}</sheets></workbook>`;
}

// Style 1 is Excel's format *Text*: it leaves 01 and 1E10 as they are, also where somebody types them.
const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;
const textStyle = 1;
const dayStyle = 2;

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

async function* sheetParts({ pages, kinds = [] }: Sheet): AsyncGenerator<string> {
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
    yield rows.map((cells) => rowXml(++row, cells, kinds)).join('');
  }
  const filter = `<autoFilter ref="A1:${columnName(columns - 1)}${row}"/>`;
  yield row === 0 ? '<sheetData/></worksheet>' : `</sheetData>${filter}</worksheet>`;
}

export function tooManyRows(): LibraryError {
  return new LibraryError(
    'bad_request',
    'A sheet is limited to 1,048,576 rows. Export to .csv instead.',
  );
}

function rowXml(row: number, cells: readonly string[], kinds: readonly CellKind[]): string {
  const written = cells.map((text, at) => {
    if (text === '') return '';
    const value = row === 1 ? null : valueOf(text, kinds[at]);
    return value === null
      ? `<c r="${columnName(at)}${row}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
      : `<c r="${columnName(at)}${row}" s="${value.style}"><v>${value.number}</v></c>`;
  });
  return `<row r="${row}">${written.join('')}</row>`;
}

/** Null: it is no such value, and stays text. */
function valueOf(text: string, kind: CellKind = 'text'): { number: number; style: number } | null {
  if (kind === 'number' && /^-?\d{1,15}$/.test(text)) return { number: Number(text), style: 0 };
  if (kind !== 'day' || !/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  return { number: (Date.parse(text) - dayZero) / 86_400_000, style: dayStyle };
}

/** Excel counts the days from here. */
const dayZero = Date.parse('1899-12-30');

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

type ZipFile = { name: string; parts: AsyncIterable<string> | Iterable<string> };

const level = 4;
/** The first day that ZIP knows: the same rows give the same bytes. */
const mtime = new Date(1980, 0, 1);
// A longer one needs ZIP64, which not every spreadsheet program reads.
const longest = 0xffff_ffff;

/** The bytes of an archive with these files, whose parts are read as the bytes are taken. */
async function* zipBytes(files: readonly ZipFile[]): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    made.push(bytes);
  });
  for (const { name, parts } of files) {
    const file = new ZipDeflate(name, { level });
    file.mtime = mtime;
    zip.add(file);
    let length = 0;
    for await (const part of parts) {
      const bytes = Buffer.from(part);
      length += bytes.length;
      if (length > longest)
        throw new Error('The export is larger than 4 GB. Export to .csv instead.');
      file.push(bytes);
      yield* made.splice(0);
    }
    file.push(new Uint8Array(0), true);
  }
  zip.end();
  yield* made;
}
