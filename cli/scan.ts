import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sharedTime } from '../server/db/clock.ts';
import type { Config } from '../server/config/config.ts';
import type { Db } from '../server/db/schema.ts';
import { PdfReaders } from '../server/pdf/reader/reader-processes.ts';
import { placeOf } from '../server/scan/place.ts';
import { Scanner, type ScanResult } from '../server/scan/scan.ts';
import { readFiles } from '../server/scan/read-files.ts';
import { releaseLease, renewEveryMs, takeLease } from '../server/scan/lease.ts';
import { askForScan } from '../server/scan/requests.ts';
import { countUnread, scanStateOf } from '../server/scan/scan-state.ts';
import { type CliCommand, parseWords } from './command.ts';
import { printFiles } from './scan-report.ts';
import { progressLine } from './terminal.ts';

const longestWaitSeconds = 5;

export const scan: CliCommand = {
  usage: 'scan [--accept-loss] [--strict]',
  does: 'Scans the shared folder once, reads new files, and lists each faulty file with its remedy.',
  more: [
    '--accept-loss: the missing files were removed on purpose.',
    '--strict: exits with 1 if a file is faulty.',
  ],
  async run({ args, open }) {
    const options = {
      'accept-loss': { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      'accept-empty': { type: 'boolean', default: false }, // the former name
    } as const;
    const { values } = parseWords(args, options, 0);
    const acceptLoss = values['accept-loss'] || values['accept-empty'];
    const { config, library } = await open();
    const { db } = library;
    const holder = `command line ${randomUUID()}`;
    const take = async () => takeLease(db, holder, await sharedTime(db, Date.now));
    if (!acceptLoss && !(await take()) && (await isScannedByServer(db, take))) {
      const { fault } = await scanStateOf(db, config, Date.now());
      return report(db, fault, values.strict);
    }
    const deps = { db, place: placeOf(config) };
    const renewing = setInterval(() => void take().catch(() => {}), renewEveryMs);
    try {
      const waitSeconds = Math.min(longestWaitSeconds, config.scanEverySeconds);
      const scanned = await scanWhole(new Scanner(deps), { acceptLoss, waitSeconds });
      if (scanned.state === 'done') await readAll(db, config);
      if (scanned.state === 'done' && scanned.warning !== null) console.warn(scanned.warning);
      const fault = scanned.state === 'stopped' ? scanned.fault : null;
      return await report(db, fault, values.strict);
    } finally {
      clearInterval(renewing);
      await releaseLease(db, holder);
    }
  },
};

/** Waits for a scan of the server that begins after this; false once the scan is ours to make, as the server ended. */
async function isScannedByServer(db: Db, take: () => Promise<boolean>): Promise<boolean> {
  const readState = () =>
    db.selectFrom('scan_state').select(['started_at', 'ended_at']).executeTakeFirstOrThrow();
  const before = await readState();
  console.log('The server scans this folder. Waiting for its next scan.');
  await askForScan(db);
  for (;;) {
    const { started_at, ended_at } = await readState();
    const isNext = started_at !== null && started_at !== before.started_at;
    if (isNext && ended_at !== null && ended_at >= started_at) return true;
    if (await take()) return false;
    await pause(200);
  }
}

/** Scans, and scans again if a file could still be growing. */
async function scanWhole(
  scanner: Scanner,
  { acceptLoss, waitSeconds }: { acceptLoss: boolean; waitSeconds: number },
): Promise<ScanResult> {
  const first = await scanner.scan({ acceptLoss });
  if (first.state === 'stopped' || first.unsettled === 0) return first;
  console.log(`${first.unsettled} files are new or changed: scanning again in ${waitSeconds} s.`);
  await pause(waitSeconds * 1000);
  return scanner.scan({ acceptLoss });
}

async function readAll(db: Db, config: Config): Promise<void> {
  const readers = new PdfReaders();
  const progress = progressLine('files');
  const total = await countUnread(db);
  try {
    await readFiles({
      db,
      root: config.shareDir,
      readers,
      onRead: (read) => progress.show(read, Math.max(read, total), 'read'),
    });
  } finally {
    progress.end();
    await readers.close();
  }
}

async function report(db: Db, fault: string | null, strict: boolean): Promise<number> {
  const faulty = await printFiles(db);
  if (fault !== null) {
    console.error(`The scan stopped without a change: ${fault}`);
    return 1;
  }
  return strict && faulty > 0 ? 1 : 0;
}
