import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import readWorkbook, { readSheet } from 'read-excel-file/node';
import { withErrorsAsTexts } from './error-cells.ts';
import type { RawCell, SheetMessage } from './spreadsheet.ts';

// Reads a list for spreadsheet.ts, in a separate process that a hostile file may crash. It may not open
// files: it gets an open descriptor.

const rowsAtOnce = 1000;
const [kind = '', megabytes = '0', descriptor = ''] = process.argv.slice(2);
const fd = Number(descriptor);

// The parent reports a process that ends without a last message. At the limit of its heap it would
// collect garbage for minutes before it dies, so it ends itself earlier.
setInterval(() => {
  if (process.memoryUsage.rss() > Number(megabytes) * 1024 * 1024) process.exit(1);
}, 20).unref();

function send(message: SheetMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()));
}

type RawSheet = { name: string; rows: RawCell[][] };

async function readSheets(): Promise<RawSheet[]> {
  if (kind === '.csv') return [{ name: '', rows: parseCsv(readFileSync(fd)) }];
  const workbook = Buffer.from(withErrorsAsTexts(readFileSync(fd)));
  // The package cannot read a workbook with a chart sheet: then only the first sheet is read.
  const sheets = await readWorkbook(workbook).catch(async () => [
    { sheet: '', data: await readSheet(workbook) },
  ]);
  // The package's types have these kinds of cells, but `typeof Date` instead of `Date`.
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: withTexts(data as RawCell[][]) }));
}

function withTexts(rows: RawCell[][]): RawCell[][] {
  return rows.map((cells) =>
    cells.map((cell) => (typeof cell === 'string' ? unescapeExcel(cell) : cell)),
  );
}

/** A text as Excel shows it. */
function unescapeExcel(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function parseCsv(bytes: Buffer): RawCell[][] {
  const { text, delimiter } = withoutSeparatorLine(decode(bytes).replace(/^\uFEFF/, ''));
  const options = { relax_column_count: true, skip_empty_lines: false };
  return parse(text, { ...options, delimiter: delimiter ?? delimiterOf(text) });
}

// A first line `sep=;` sets the separator for Excel; it is not a row.
function withoutSeparatorLine(text: string): { text: string; delimiter: string | null } {
  const [line, delimiter] = /^"?sep=(.)"?(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  if (line === undefined || delimiter === undefined) return { text, delimiter: null };
  return { text: text.slice(line.length), delimiter };
}

// Excel writes CSV in UTF-8, in UTF-16, or in the code page of Windows in Western Europe.
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

// Where the comma is the decimal sign, Excel separates by semicolons. The header decides; a title above
// it has no columns.
function delimiterOf(text: string): string {
  const lines = text.slice(0, 20_000).split(/\r\n|\r|\n/, 20);
  const header = lines.find((line) => cellsAtMost(line).count >= 3) ?? lines[0] ?? '';
  return cellsAtMost(header).separator;
}

function cellsAtMost(line: string): { separator: string; count: number } {
  const counts = [',', ';', '\t'].map((separator) => ({
    separator,
    count: line.split(separator).length,
  }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best));
}

function faultOf(error: unknown): string {
  if (kind !== '.csv') return 'it is not an XLSX workbook, or it is damaged';
  return error instanceof Error ? error.message : 'it is damaged';
}

try {
  for (const { name, rows } of await readSheets()) {
    await send({ sheet: name });
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      await send({ rows: rows.slice(at, at + rowsAtOnce) });
    }
  }
  await send({ fault: null });
} catch (error) {
  await send({ fault: faultOf(error) });
}
process.disconnect?.();
