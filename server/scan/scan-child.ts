import nodeFs from 'node:fs';
import { LibraryError } from '#contract/errors.ts';
import type { Config } from '../config/config.ts';
import { openDatabase } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import { ChildLife, wordsOf } from '../processes/in-child.ts';
import { PdfReaders } from '../pdf/reader-processes.ts';
import { ReferencesKeeper } from '../references/references-keeper.ts';
import { inspect } from './inspect.ts';
import { Lease, releaseLease } from './lease.ts';
import { askForScan, ScanRequests } from './requests.ts';
import { readFiles } from './read-files.ts';
import { Scanner } from './scan.ts';
import type { ScanMessage, ScanOrder } from './scan-process.ts';

// Scans the folder for as long as the server lives. It is a process of its own because its file calls
// block: a share that hangs hangs this process only.

const soonMs = 5000;
const signOfLifeMs = 1000;

const life = new ChildLife<ScanMessage>();

process.on('message', (order: ScanOrder) => {
  if (order === 'scan_now') life.wake();
  else run(order.config, order.holder).catch(fail);
});

function fail(error: unknown): void {
  life.send({ failed: wordsOf(error) });
  process.exit(1);
}

/** A database that is busy or full is no fault of the scan: it waits for its next turn. */
function waitOrFail(error: unknown): void {
  const isDatabase =
    error instanceof LibraryError && ['busy', 'database_unavailable'].includes(error.code);
  if (!isDatabase) return fail(error);
  return life.send({ waits: error.message });
}

async function run(config: Config, holder: string): Promise<void> {
  const db = await openWhenFree(config);
  const readers = new PdfReaders();
  const lease = new Lease(db, holder);
  const requests = new ScanRequests(db);
  const mayGoOn = () => lease.isHeld && !life.isEnding;
  const references = new ReferencesKeeper({ db, mayGoOn });
  let following: Promise<void> | null = null;
  const living = setInterval(() => {
    life.send('alive');
    lease.renew().catch(waitOrFail);
    if (!mayGoOn()) return;
    requests.areThere().then((there) => there && life.wake(), waitOrFail);
    following ??= references
      .follow()
      .catch(waitOrFail)
      .finally(() => (following = null));
  }, signOfLifeMs);
  const onProgress = async () => life.send('alive');
  const scanner = new Scanner({ db, root: config.shareDir, fs: nodeFs, inspect, onProgress });
  let reading: Promise<unknown> | null = null;
  let isWanted = false;
  while (!life.isEnding) {
    const waitMs = await scanInTurn(lease, scanner, config).catch((error: unknown) => {
      waitOrFail(error);
      return soonMs;
    });
    reading ??= readFiles({ db, root: config.shareDir, readers, mayGoOn })
      .catch(waitOrFail)
      .finally(() => (reading = null));
    if (isWanted && !lease.isHeld) await askForScan(db).catch(waitOrFail);
    isWanted = await life.rest(waitMs);
  }
  clearInterval(living);
  await readers.close();
  await following;
  await releaseLease(db, holder).catch(waitOrFail); // it runs out by itself
  await db.destroy();
  process.exit(0);
}

/** Opens the database; one that is busy or full is waited for. */
async function openWhenFree(config: Config): Promise<Db> {
  for (;;) {
    try {
      return await openDatabase(config);
    } catch (error) {
      waitOrFail(error);
      await life.rest(soonMs);
      if (life.isEnding) process.exit(0);
    }
  }
}

/** One scan where it is ours to make; gives how long to wait for the next. */
async function scanInTurn(
  lease: Lease,
  scanner: Scanner,
  { scanEverySeconds }: Config,
): Promise<number> {
  await lease.renew();
  if (!lease.isHeld) return soonMs;
  const scanned = await scanner.scan();
  life.send({ scanned });
  const everyMs = scanEverySeconds * 1000;
  const isSoon = scanned.state === 'done' && scanned.unsettled > 0;
  return isSoon ? Math.min(soonMs, everyMs) : everyMs;
}
