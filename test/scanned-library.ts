import { onTestFinished } from 'vitest';
import { type OcrReading, readScans } from '../server/ocr/read-scans.ts';
import { findTesseract } from '../server/ocr/tesseract.ts';
import { scannedPdf } from './pdfs.ts';
import { startSearching } from './searching.ts';

export const tesseract = findTesseract(['eng']);
const { languages, fault } = tesseract;

/** On a machine without tesseract; where NOTHING_SKIPPED is set, as in CI, its tests fail there. */
export const isSkipped = fault !== null && process.env['NOTHING_SKIPPED'] === undefined;

const pages = ['Interim rules for plating', 'Use lubricant on cadmium', 'Keep the parts dry'];

/** A library whose first entry is a scan of three pages, which was read as a file without text. */
export async function startWithScan() {
  const library = await startSearching(onTestFinished, {
    entries: [{ doc_num: 'AM-1' }, { doc_num: 'AM-2' }],
  });
  await library.write('AM-1_EN_1.pdf', await scannedPdf(...pages));
  await library.scan();
  const ocr = (more: Partial<OcrReading> = {}) =>
    readScans({ db: library.db, root: library.config.shareDir, languages, ...more });
  return { ...library, ocr };
}
