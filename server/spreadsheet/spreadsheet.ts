import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import type { SpreadsheetFormat } from '#contract/editing.ts';
import { LibraryError } from '#contract/errors.ts';
import { explainError } from '../config/explain-error.ts';
import { askOnce } from '../processes/asked.ts';
import { firstGiven, startConfined } from '../processes/confined.ts';
import { PackedList } from './packed-list.ts';
import { type Sheet, workbookBytes } from './workbook.ts';

/** A row of the file; the header is row 1. A cell that is not text says so. */
export type SheetRow = { row: number; cells: SheetCell[] };
type SheetCell = string | { not: 'text'; because: string; day?: string };

const largestFileBytes = 256 * 1024 * 1024;
const readingChild = path.join(import.meta.dirname, 'read-child.ts');
const readWithinMs = 120_000;

/** A worksheet; the one sheet of a CSV file has no name. */
export type Worksheet = { name: string; rows: PackedList<SheetRow> };

/** Every row of a CSV file, or of the first XLSX worksheet that has rows; the header first. */
export async function readSpreadsheet(file: string, limits?: Limits): Promise<SheetRow[]> {
  const [first] = await readWorksheets(file, limits);
  return [...(first?.rows ?? [])];
}

type Limits = {
  megabytes?: number;
  child?: string;
  /** How many rows are read so far. */
  onRead?: (rows: number) => void;
};

/** The worksheets that have rows; at least one. */
export async function readWorksheets(
  file: string,
  { megabytes = 1024, child = readingChild, onRead = () => {} }: Limits = {},
): Promise<Worksheet[]> {
  const kind = kindOf(file);
  const opened = await open(file).catch((cause: unknown) => {
    throw new LibraryError('not_found', explainError(cause), { cause });
  });
  try {
    const found = await opened.stat();
    if (found.isDirectory()) throw unreadable(file, 'it is a folder');
    const { size } = found;
    if (size === 0) throw isEmpty(file);
    if (size > largestFileBytes) throw unreadable(file, 'it is larger than 256 MB');
    const { sheets, fault } = await readSheets(opened, child, [kind, String(megabytes)], onRead);
    if (fault !== null) throw unreadable(file, fault);
    const filled = sheets.filter(({ rows }) => rows.length > 0);
    if (filled.length === 0) throw isEmpty(file);
    return filled;
  } finally {
    await opened.close();
  }
}

/** Writes rows under a temporary name first, so that a half-written file never replaces the old one. */
export async function writeSpreadsheet(
  file: string,
  pages: AsyncIterable<string[][]>,
): Promise<void> {
  const format = kindOf(file) === '.csv' ? 'csv' : 'xlsx';
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await pipeline(spreadsheetBytes(format, pages), createWriteStream(temporary));
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** The bytes of a spreadsheet, generated as they are read. */
export function spreadsheetBytes(
  format: SpreadsheetFormat,
  pages: AsyncIterable<string[][]>,
): AsyncGenerator<Uint8Array> {
  return format === 'csv' ? csvBytes(pages) : sheetsBytes([{ name: 'Sheet1', pages }]);
}

/** The bytes of a workbook with several sheets. */
export function sheetsBytes(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  return workbookBytes(sheets.map((sheet) => ({ ...sheet, pages: harmless(sheet.pages) })));
}

async function* csvBytes(pages: AsyncIterable<string[][]>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('\uFEFF'); // makes Excel read it as UTF-8
  for await (const rows of harmless(pages)) {
    yield Buffer.from(stringify(rows, { record_delimiter: '\r\n' }));
  }
}

async function* harmless(pages: AsyncIterable<string[][]>): AsyncGenerator<string[][]> {
  for await (const rows of pages) yield rows.map((cells) => cells.map(toCell));
}

function kindOf(file: string): '.csv' | '.xlsx' {
  const kind = path.extname(file).toLowerCase();
  if (kind === '.csv' || kind === '.xlsx') return kind;
  throw new LibraryError('bad_request', `${file} is neither a .csv nor an .xlsx file.`);
}

/** A cell's value in the file. */
export type RawCell = string | number | boolean | Date | null;

// A 2 MB workbook can unpack to gigabytes, and a long list would block the event loop: it is read in a
// separate process with limits of memory and time.
async function readSheets(
  { fd }: FileHandle,
  script: string,
  args: string[],
  onRead: (rows: number) => void,
): Promise<{ sheets: Worksheet[]; fault: string | null }> {
  const sheets: Worksheet[] = [];
  let row = 0;
  let read = 0;
  const receive = (message: SheetMessage) => {
    if ('sheet' in message) {
      sheets.push({ name: message.sheet, rows: new PackedList() });
      row = 0;
    } else if ('rows' in message) {
      for (const raw of message.rows) {
        const cells = raw.map(fromCell);
        row += 1;
        if (cells.some((cell) => cell !== '')) sheets.at(-1)?.rows.push({ row, cells });
      }
      read += message.rows.length;
      onRead(read);
    } else return message;
    return undefined;
  };
  try {
    const { fault } = await askOnce({
      what: 'reading the file',
      start: () =>
        startConfined(script, [...args, String(firstGiven)], {
          gets: [fd],
          options: ['--max-old-space-size=2048'],
        }),
      answerOf: receive,
      withinMs: readWithinMs,
    });
    return { sheets, fault };
  } catch (error) {
    if (error instanceof LibraryError) throw error; // not the file's fault
    return { sheets, fault: 'it needs more memory or time than a list of standards may' };
  }
}

/** The messages of the reading process: for each sheet its name and its rows by the thousand; at the end the fault, or null. */
export type SheetMessage = { sheet: string } | { rows: RawCell[][] } | { fault: string | null };

// A spreadsheet program would run a cell that begins like a formula: a `'` in front makes it text.
// Reading removes it again.
function toCell(text: string): string {
  return /^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function fromCell(cell: RawCell): SheetCell {
  if (cell === null) return '';
  if (typeof cell === 'string') return /^'+[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell;
  if (typeof cell === 'number' && Math.abs(cell) < 1e15) return String(cell);
  const kind = cell instanceof Date ? 'a date' : `the ${typeof cell} ${String(cell)}`;
  const because = `is ${kind} in the spreadsheet; format the cell as text`;
  const isDay = cell instanceof Date && !Number.isNaN(cell.getTime());
  return { not: 'text', because, ...(isDay ? { day: cell.toISOString().slice(0, 10) } : {}) };
}

function isEmpty(file: string): LibraryError {
  return new LibraryError('bad_request', `${path.basename(file)} is empty. Choose another file.`);
}

function unreadable(file: string, why: string): LibraryError {
  return new LibraryError('bad_request', `${path.basename(file)} cannot be read: ${why}.`);
}
