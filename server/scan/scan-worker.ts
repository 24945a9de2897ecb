import { LibraryError } from '#contract/errors.ts';
import type { Config } from '../config/config.ts';
import { openDatabase } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import { storeIn } from '../pdf/picture-store.ts';
import { PdfReaders } from '../pdf/reader-processes.ts';
import type { ChildLife } from '../processes/in-child.ts';
import { FirstPages } from './draw-first-pages.ts';
import { Lease, releaseLease } from './lease.ts';
import { askForScan, ScanRequests } from './requests.ts';
import { placeOf } from './place.ts';
import { readFiles } from './read-files.ts';
import { Scanner, type ScanResult } from './scan.ts';
import type { ScanMessage, ScanOrder } from './scan-process.ts';
import type { ScanOptions } from './folder-scan.ts';

const soonMs = 5000;
const signOfLifeMs = 1000;
const lowestPriority = 19;

type Life = ChildLife<ScanMessage>;

/**
 * Scans the folder and reads what is new, for as long as the server runs. It has a process of its own because its
 * file calls block: a share that hangs hangs this process only.
 */
export async function scanFolder(life: Life, { config, holder }: ScanOrder): Promise<void> {
  const waitOrFail = (error: unknown) => sayThatItWaits(life, error);
  const db = await openWhenFree(life, config);
  const readers = new PdfReaders();
  const drawers = new PdfReaders({ processes: 1, priority: lowestPriority });
  const lease = new Lease(db, holder);
  const requests = new ScanRequests(db);
  const mayGoOn = () => lease.isHeld && !life.isEnding;
  const living = setInterval(() => {
    void life.send('alive');
    lease.renew().catch(waitOrFail);
    if (mayGoOn()) requests.areThere().then((there) => there && life.wake(), waitOrFail);
  }, signOfLifeMs);
  const onProgress = async () => void life.send('alive');
  const scanner = new Scanner({ db, place: placeOf(config), onProgress });
  const firstPages = firstPagesOf({ config, db, drawers, mayGoOn });
  let reading: Promise<unknown> | null = null;
  let drawing: Promise<unknown> | null = null;
  const startDrawing = () => {
    drawing ??= firstPages()
      .then(() => life.send({ drawn: 'all' }))
      .catch(waitOrFail)
      .finally(() => (drawing = null));
  };
  let isWanted = false;
  const fullScans = new FullScans(config.fullScanEveryMinutes);
  while (!life.isEnding) {
    const options = fullScans.next(isWanted, performance.now());
    const scan = async () => {
      const scanned = await scanner.scan(options);
      if (scanned.state === 'done') fullScans.ended(options, performance.now());
      return scanned;
    };
    const waitMs = await scanInTurn(life, lease, scan, config).catch((error: unknown) => {
      waitOrFail(error);
      return soonMs;
    });
    reading ??= readFiles({ db, root: config.shareDir, readers, mayGoOn })
      .then(() => {
        startDrawing();
        return life.send({ read: 'all' });
      })
      .catch(waitOrFail)
      .finally(() => (reading = null));
    if (isWanted && !lease.isHeld) await askForScan(db).catch(waitOrFail);
    isWanted = await life.rest(waitMs);
  }
  clearInterval(living);
  await Promise.all([readers.close(), drawers.close()]);
  await releaseLease(db, holder).catch(waitOrFail); // it expires
  await db.destroy();
}

/** Draws the first pages of what was read; nothing where there are no pictures. */
function firstPagesOf({
  config,
  db,
  drawers,
  mayGoOn,
}: {
  config: Config;
  db: Db;
  drawers: PdfReaders;
  mayGoOn: () => boolean;
}): () => Promise<unknown> {
  const store = storeIn(config, () => {}); // the server logs why it cannot write there either
  const deps = { db, root: config.shareDir, readers: drawers, store, mayGoOn };
  const firstPages = new FirstPages(deps);
  return async () => (store.mostBytes === 0 ? 0 : firstPages.draw());
}

/** A database that is busy or full is no fault of the scan: it waits for its next turn. */
function sayThatItWaits(life: Life, error: unknown): void {
  const isDatabase =
    error instanceof LibraryError && ['busy', 'database_unavailable'].includes(error.code);
  if (isDatabase) void life.send({ waits: error.message });
  else life.fail(error);
}

/** Opens the database; one that is busy or full is waited for. */
async function openWhenFree(life: Life, config: Config): Promise<Db> {
  for (;;) {
    try {
      return await openDatabase(config);
    } catch (error) {
      sayThatItWaits(life, error);
      await life.rest(soonMs);
      if (life.isEnding) process.exit(0);
    }
  }
}

/** One scan where it is ours to make; gives how long to wait for the next. */
async function scanInTurn(
  life: Life,
  lease: Lease,
  scan: () => Promise<ScanResult>,
  { scanEverySeconds }: Config,
): Promise<number> {
  await lease.renew();
  if (!lease.isHeld) return soonMs;
  const scanned = await scan();
  void life.send({ scanned });
  const everyMs = scanEverySeconds * 1000;
  const isSoon = scanned.state === 'done' && scanned.unsettled > 0;
  return isSoon ? Math.min(soonMs, everyMs) : everyMs;
}

type Options = Pick<ScanOptions, 'quick'>;

/** Decides which scans are full and which are quick (FULL_SCAN_EVERY_MINUTES; 0: all are full). */
export class FullScans {
  readonly #everyMs: number;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(everyMinutes: number) {
    this.#everyMs = everyMinutes * 60_000;
  }

  /** The next scan. What is wanted now may be a file that was found rewritten in place when it was opened. */
  next(isWanted: boolean, nowMs: number): Options {
    if (this.#everyMs === 0) return {};
    return { quick: !isWanted && nowMs - this.#lastMs < this.#everyMs };
  }

  /** A scan that read all it wanted. */
  ended({ quick = false }: Options, nowMs: number): void {
    if (!quick) this.#lastMs = nowMs;
  }
}
