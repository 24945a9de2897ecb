import { readSheet } from 'read-excel-file/node';
import type { XlsxMessage } from './spreadsheet.ts';

// Reads a workbook for spreadsheet.ts, in a process of its own that a hostile file may take down.

const rowsAtOnce = 1000;
const [file = '', megabytes = '0'] = process.argv.slice(2);

// Ending says enough. Left to the limit of its heap, it would thrash for minutes before it dies.
setInterval(() => {
  if (process.memoryUsage.rss() > Number(megabytes) * 1024 * 1024) process.exit(1);
}, 20).unref();

function tell(message: XlsxMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()));
}

try {
  // The library types its cells as the four kinds of value, but for a typeof Date.
  const rows = (await readSheet(file)) as (string | number | boolean | Date | null)[][];
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await tell({ rows: rows.slice(at, at + rowsAtOnce) });
  }
  await tell({ fault: null });
} catch {
  await tell({ fault: 'it is not an XLSX workbook, or it is damaged' });
}
process.disconnect?.();
