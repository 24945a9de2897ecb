import type { Config } from '../server/config/config.ts';
import type { Db } from '../server/db/schema.ts';
import { countScans } from '../server/ocr/queue.ts';
import { findTesseract } from '../server/ocr/tesseract.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Whether OCR is on, and its progress. */
export async function ocrFinding(config: Config, db: Db): Promise<Finding> {
  if (config.ocr === 'off')
    return note('OCR is off (OCR=off): scans without text cannot be searched');
  const { fault, languages, missing } = findTesseract(config.ocrLanguages);
  if (fault !== null)
    return wrong(`OCR is switched on, but ${fault}`, 'install it, or set OCR=off.');
  const { waiting, done, failed, pages } = await countScans(db);
  const words =
    `OCR in ${languages.join(', ')} has read ${done} scans with ${pages} pages; ` +
    `${waiting} are waiting, ${failed} are unreadable`;
  if (missing.length === 0) return ok(words);
  return note(`${words}; tesseract does not have ${missing.join(', ')}`);
}
