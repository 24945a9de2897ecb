import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { positionOf } from '../changes/changes-since.ts';
import type { Db } from '../db/schema.ts';
import type { GreyPicture } from '../pdf/draw/draw-grey.ts';
import { PdfReaders, type ReaderLimits } from '../pdf/reader/reader-processes.ts';
import { searchable } from '../pdf/text/search-text.ts';
import {
  claimScan,
  finishScan,
  holdOn,
  keepPage,
  letGo,
  pagesRead,
  type Scan,
  sortContents,
} from './queue.ts';
import { findTesseract, lowPriority, type ReadingLimits, readPicture } from './tesseract.ts';
import type { Config } from '../config/config.ts';
import type { WorkerStep, Steps } from '../jobs/steps.ts';

type Deps = { config: Config; db: Db; steps: Steps };

/** Reads scans at low priority, one page at a time; null where that is switched off, or tesseract is missing. */
export function ocrStep({ config, db, steps }: Deps): WorkerStep | null {
  if (config.ocr === 'off') return null;
  const { fault, languages, missing } = findTesseract(config.ocrLanguages);
  if (fault !== null) {
    steps.log('error', { event: 'ocr_missing', fault }, 'OCR is not running: tesseract is missing');
    return null;
  }
  if (missing.length > 0)
    steps.log('warn', { event: 'ocr_languages', missing }, 'tesseract lacks languages');
  const mayGoOn = () => steps.mayGoOn;
  const reading = { db, root: config.shareDir, languages, mayGoOn, seen: { files: -1 } };
  return {
    name: 'ocr',
    async work() {
      const read = await readScans(reading);
      if (read > 0) steps.log('info', { event: 'ocr_read', scans: read }, 'scans were read');
      return {};
    },
  };
}

export type OcrReading = {
  db: Db;
  /** The shared folder. */
  root: string;
  languages: readonly string[];
  now?: () => number;
  /** Asked before each page. */
  mayGoOn?: () => boolean;
  /** The count of files at the last look: until one changes, no content is new. */
  seen?: { files: number };
  limits?: Partial<ReadingLimits>;
  drawing?: Partial<ReaderLimits>;
};

// A4 at 300 dots an inch has 8.7 million; a drawing of A0 is read at half of that.
const dotsPerInch = 300;
const mostPixels = 36_000_000;
/** After this many unreadable pages in a row the file is at fault, and is left alone. */
const mostFailures = 3;

/** Reads all contents without text that wait, one page at a time. Gives how many contents were read. */
export async function readScans(reading: OcrReading): Promise<number> {
  const { db, now = Date.now } = reading;
  const { files } = await positionOf(db);
  if (files !== reading.seen?.files)
    while ((await sortContents(db, now())) > 0) await setImmediate();
  if (reading.seen !== undefined) reading.seen.files = files;
  const readers = new PdfReaders({ processes: 1, priority: lowPriority, ...reading.drawing });
  let read = 0;
  try {
    while (mayGoOn(reading)) {
      const scan = await claimScan(db, now);
      if (scan === null) break;
      if (await readScan(reading, readers, scan)) read += 1;
    }
  } finally {
    await readers.close();
  }
  return read;
}

function mayGoOn(reading: OcrReading): boolean {
  return reading.mayGoOn?.() !== false;
}

/** False when it was not finished: its file changed, cannot be opened now, or we are to end. */
async function readScan(reading: OcrReading, readers: PdfReaders, scan: Scan): Promise<boolean> {
  const { db, now = Date.now } = reading;
  const ended = await readPages(reading, readers, scan).catch(async (error: unknown) => {
    await letGo(db, scan.hash); // tesseract cannot be started now: it is no fault of the file
    throw error;
  });
  if (ended === 'later') {
    await letGo(db, scan.hash);
    return false;
  }
  if (ended === 'away') return false; // held for a while: the share may be back by then
  await finishScan(db, scan.hash, ended === 'read' ? null : 'OCR failed on its pages.', now());
  return true;
}

type Ended = 'read' | 'unreadable' | 'away' | 'later';

async function readPages(reading: OcrReading, readers: PdfReaders, scan: Scan): Promise<Ended> {
  const { db, languages, limits, now = Date.now } = reading;
  const { hash, pages } = scan;
  const before = await pagesRead(db, hash);
  let failures = 0;
  for (let page = 1; page <= pages; page++) {
    if (before.has(page)) continue;
    if (!mayGoOn(reading)) return 'later';
    const picture = await drawPage(readers, path.join(reading.root, scan.path), scan, page);
    if (picture === 'away') return 'away';
    const read = picture === null ? null : await readPicture(picture, languages, limits);
    if (read === null && !mayGoOn(reading)) return 'later'; // ended with us
    failures = read === null ? failures + 1 : 0;
    if (failures >= mostFailures || failures === pages) return 'unreadable';
    const { text, lines } = read ?? { text: '', lines: [] };
    await keepPage(db, hash, page, { text: searchable(text).trim(), lines });
    await holdOn(db, hash, now);
  }
  return 'read';
}

/** Null when it cannot be drawn, or not in time; 'away' when the file is not what it was, or not there. */
async function drawPage(
  readers: PdfReaders,
  at: string,
  { bytes, modified_ns }: Scan,
  page: number,
): Promise<GreyPicture | null | 'away'> {
  let drawn: GreyPicture | null = null;
  const drawing = { pages: [page - 1], dotsPerInch, mostPixels };
  const asRead = await readers.draw(at, drawing, (picture) => (drawn = picture));
  if (asRead?.bytes !== bytes || asRead.modified_ns !== modified_ns) return 'away';
  return isPicture(drawn) ? drawn : null;
}

/** What a process says that a hostile file may have taken over is looked at before it is believed. */
function isPicture(picture: GreyPicture | null): picture is GreyPicture {
  if (picture === null) return false;
  const { width, height, pixels } = picture;
  const isSize = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  return isSize && pixels instanceof Uint8Array && pixels.length === width * height;
}
