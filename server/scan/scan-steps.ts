import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/schema.ts';
import type { Slice, WorkerStep, Steps } from '../jobs/steps.ts';
import { storeIn } from '../pdf/draw/picture-store.ts';
import { PdfReaders } from '../pdf/reader/reader-processes.ts';
import { FirstPages } from './draw-first-pages.ts';
import type { ScanOptions } from './folder-scan.ts';
import { Lease, releaseLease } from './lease.ts';
import { placeOf } from './place.ts';
import { readFiles } from './read-files.ts';
import { askForScan, ScanRequests } from './requests.ts';
import { Scanner, type ScanResult } from './scan.ts';
import { recordFault } from './scan-state.ts';

const soonMs = 5000;
const shareAnswersWithinMs = 20_000;
const lowestPriority = 19;

/** Scans the folder now, after a change to it, instead of at the next interval. */
export type ScanTrigger = { scanNow: () => void };

type Deps = { config: Config; db: Db; steps: Steps; holder: string };

/** The steps that the holder of the lease does: scan the folder, read what is new, draw its first pages. */
export class ScanSteps {
  readonly all: WorkerStep[];
  readonly #deps: Deps;
  readonly #lease: Lease;
  readonly #requests: ScanRequests;
  readonly #fullScans: FullScans;
  #scanner: Scanner;
  #probe: Promise<unknown> | null = null;
  #fault: string | null = null;
  #warning: string | null = null;

  constructor(deps: Deps) {
    const { config, db, steps, holder } = deps;
    this.#deps = deps;
    this.#lease = new Lease(db, holder);
    this.#requests = new ScanRequests(db);
    this.#fullScans = new FullScans(config.fullScanEveryMinutes);
    this.#scanner = this.#newScanner();
    const readers = new PdfReaders();
    const drawers = new PdfReaders({ processes: 1, priority: lowestPriority });
    const mayGoOn = () => this.mayGoOn;
    const store = storeIn(config, () => {}); // the server logs why it cannot write there either
    const root = config.shareDir;
    const firstPages = new FirstPages({ db, root, readers: drawers, store, mayGoOn });
    this.all = [
      {
        name: 'scan',
        work: (isWoken) => this.#scan(isWoken),
        close: () => releaseLease(db, holder).catch(() => {}), // it expires
      },
      {
        name: 'reading',
        work: async () => {
          await readFiles({ db, root, readers, mayGoOn });
          steps.wake('pictures');
          return {};
        },
      },
      {
        name: 'pictures',
        work: async () => {
          if (store.mostBytes > 0) await firstPages.draw();
          return {};
        },
      },
    ];
    steps.onEnding = () => Promise.all([readers.close(), drawers.close()]);
  }

  /** Whether this server has the right to scan. */
  get mayGoOn(): boolean {
    return this.#lease.isHeld && this.#deps.steps.mayGoOn;
  }

  /** To be called every second: keeps the lease, and sees what other nodes ask for. */
  async keepLease(): Promise<void> {
    await this.#lease.renew();
    if (this.mayGoOn && (await this.#requests.areThere())) this.#deps.steps.wake('scan');
  }

  async #scan(isWanted: boolean): Promise<Slice> {
    const { config, db, steps } = this.#deps;
    await this.#lease.renew();
    if (!this.#lease.isHeld) {
      if (isWanted) await askForScan(db);
      return { restMs: soonMs };
    }
    const options = this.#fullScans.next(isWanted, performance.now());
    const scanned = await this.#scanned(options);
    this.#log(scanned);
    const everyMs = config.scanEverySeconds * 1000;
    if (scanned.state === 'stopped') return { restMs: everyMs, fault: scanned.fault };
    this.#fullScans.ended(options, performance.now());
    steps.wake('reading');
    return { restMs: scanned.unsettled > 0 ? Math.min(soonMs, everyMs) : everyMs };
  }

  async #scanned(options: ScanOptions): Promise<ScanResult> {
    if (!(await this.#shareAnswers())) {
      const fault = 'The shared folder is not answering.';
      await recordFault(this.#deps.db, fault, Date.now());
      return { state: 'stopped', fault };
    }
    try {
      return await this.#scanner.scan(options);
    } catch (error) {
      this.#scanner = this.#newScanner(); // what it remembers of the files may be half of it
      throw error;
    }
  }

  /** A dead share holds a call for ever, and a scan's calls the whole worker: one that holds a thread only is made first. */
  async #shareAnswers(): Promise<boolean> {
    this.#probe ??= stat(this.#deps.config.shareDir)
      .catch(() => {}) // the scan says what is wrong
      .finally(() => (this.#probe = null));
    const late = new AbortController();
    const answered = this.#probe.then(() => true);
    const isLate = pause(shareAnswersWithinMs, false, late).catch(() => false);
    return Promise.race([answered, isLate]).finally(() => late.abort());
  }

  /** One line when scans stop, one when they succeed again, and one for each other warning. */
  #log(scanned: ScanResult): void {
    const { steps } = this.#deps;
    const fault = scanned.state === 'stopped' ? scanned.fault : null;
    if (fault !== this.#fault) {
      this.#fault = fault;
      if (fault === null) steps.log('info', { event: 'scan_resumed' }, 'scans succeed again');
      else {
        const words = 'the scan stopped; nothing was changed';
        steps.log('error', { event: 'scan_stopped', fault }, words);
      }
    }
    if (scanned.state === 'stopped' || scanned.warning === this.#warning) return;
    const { warning } = scanned;
    this.#warning = warning;
    if (warning === null) return;
    steps.log('warn', { event: 'scan_incomplete', warning }, warning);
  }

  #newScanner(): Scanner {
    const { config, db } = this.#deps;
    return new Scanner({ db, place: placeOf(config) });
  }
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
