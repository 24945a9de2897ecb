import nodeFs from 'node:fs';
import type { Config } from '../config.ts';
import type { Db } from '../db/schema.ts';
import { openSqlite } from '../db/sqlite.ts';
import { PdfReaders } from '../pdf/reader-processes.ts';
import { inspect } from './inspect.ts';
import { Intake, type Scan } from './scan.ts';
import type { IntakeMessage, IntakeOrder } from './scan-process.ts';
import { readFiles } from './read-files.ts';
import { holdLease, leaveLease } from './scan-state.ts';

// Scans the folder for as long as the server lives. A process of its own: it waits for the share
// without a thread to spare, and a share that hangs hangs this process only.

const soonMs = 5000;
const renewLeaseMs = 8000;
const signOfLifeMs = 1000;

const ending = new AbortController();
/** Rung when somebody wants a look now; remembered until somebody listens. */
const bell = { isRung: false, onRing: () => {} };

process.on('message', (order: IntakeOrder) => {
  if (order === 'wake') ring();
  else run(order.config, order.holder).catch(fail);
});
process.on('SIGINT', () => {}); // for the whole group of the terminal; the server ends us
process.once('SIGTERM', end);
process.once('disconnect', end);

function ring(): void {
  bell.isRung = true;
  bell.onRing();
}

function end(): void {
  ending.abort();
  ring();
}

function fail(error: unknown): void {
  tell({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  process.exit(1);
}

function tell(message: IntakeMessage): void {
  if (process.connected) process.send?.(message, () => {}); // a parent that is gone needs none
}

async function run(config: Config, holder: string): Promise<void> {
  const db = await openSqlite(config.databaseFile);
  const readers = new PdfReaders();
  const lease = new Lease(db, holder);
  const living = setInterval(() => {
    tell('alive');
    lease.keep().catch(fail);
  }, signOfLifeMs);
  const onProgress = async () => tell('alive');
  const intake = new Intake({ db, root: config.shareDir, fs: nodeFs, inspect, onProgress });
  const goesOn = () => lease.isOurs && !ending.signal.aborted;
  let reading: Promise<unknown> | null = null;
  while (!ending.signal.aborted) {
    await lease.keep();
    const waitMs = lease.isOurs ? await scan(intake, config) : soonMs;
    reading ??= readFiles({ db, root: config.shareDir, readers, goesOn })
      .catch(fail)
      .finally(() => (reading = null));
    await pauseOrBell(waitMs);
  }
  clearInterval(living);
  await readers.close();
  await leaveLease(db, holder);
  await db.destroy();
  process.exit(0);
}

/** The right to scan, renewed well before it runs out. */
class Lease {
  readonly #db: Db;
  readonly #holder: string;
  #renewMs = 0;
  isOurs = false;

  constructor(db: Db, holder: string) {
    this.#db = db;
    this.#holder = holder;
  }

  async keep(): Promise<void> {
    if (Date.now() < this.#renewMs) return;
    this.#renewMs = Date.now() + renewLeaseMs;
    this.isOurs = await holdLease(this.#db, this.#holder, Date.now());
    if (!this.isOurs) this.#renewMs = 0;
  }
}

/** One scan; gives how long to wait for the next. */
async function scan(intake: Intake, { scanEverySeconds }: Config): Promise<number> {
  const scanned: Scan = await intake.scan();
  tell({ scanned });
  const everyMs = scanEverySeconds * 1000;
  const isSoon = scanned.state === 'done' && scanned.unsettled > 0;
  return isSoon ? Math.min(soonMs, everyMs) : everyMs;
}

async function pauseOrBell(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  bell.onRing = resolve;
  if (!bell.isRung) await promise;
  clearTimeout(timer);
  bell.isRung = false;
}
