import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { smallPdf } from '../test/small-pdf.ts';
import { sqliteAt } from '../test/databases.ts';
import { openLibrary } from '../server/library.ts';
import { PdfReaders } from '../server/pdf/reader-processes.ts';
import { folderPlace } from '../server/scan/place.ts';
import { Scanner } from '../server/scan/scan.ts';
import { readFiles } from '../server/scan/read-files.ts';
import { familyCpuSeconds } from './children.ts';
import { say } from './table.ts';

/** Enough that the start of the readers hardly counts. */
export const firstFiles = 20_000;

/** Processor time that the first reading of a small file takes: finding it, reading it, writing it down. */
export async function measureFirstReading(
  dir: string,
): Promise<{ scanMs: number; readMs: number; seconds: number }> {
  const root = path.join(dir, 'first');
  await mkdir(root);
  say(`a first reading of ${firstFiles} files`);
  for (let at = 0; at < firstFiles; at++) {
    const text = `Standard ${at}. The coating shall be tested before delivery.`;
    await writeFile(path.join(root, `AM-${at}_EN_1.pdf`), await smallPdf({ pages: [text] }));
  }
  const library = await openLibrary({ database: sqliteAt(path.join(dir, 'first.sqlite')) });
  const { db } = library;
  const started = { cpu: familyCpuSeconds(), ms: performance.now() };
  const scanner = new Scanner({ db, place: folderPlace(root) });
  await scanner.scan();
  await scanner.scan();
  const scanned = familyCpuSeconds();
  const readers = new PdfReaders();
  await readFiles({ db, root, readers });
  const read = familyCpuSeconds();
  await readers.close();
  await db.destroy();
  return {
    scanMs: ((scanned - started.cpu) * 1000) / firstFiles,
    readMs: ((read - scanned) * 1000) / firstFiles,
    seconds: (performance.now() - started.ms) / 1000,
  };
}
