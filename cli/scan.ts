import nodeFs from 'node:fs';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { verdicts } from '#contract/upload-status.ts';
import type { Db } from '../server/db/schema.ts';
import { PdfReaders } from '../server/pdf/reader-processes.ts';
import { inspect } from '../server/scan/inspect.ts';
import { Intake, type Scan } from '../server/scan/scan.ts';
import { readFiles } from '../server/scan/read-files.ts';
import { holdLease, leaveLease, scanStateOf } from '../server/scan/scan-state.ts';
import { type Command, parseWords } from './command.ts';
import { progressLine } from './terminal.ts';

const longestWaitSeconds = 5;

export const scan: Command = {
  usage: 'scan [--accept-empty]',
  does: 'Looks at the shared folder once and reads what is new; --accept-empty: it is meant to be empty.',
  async run({ args, open }) {
    const options = { 'accept-empty': { type: 'boolean', default: false } } as const;
    const acceptEmpty = parseWords(args, options, 0).values['accept-empty'];
    const { config, db } = await open();
    const holder = `command line ${randomUUID()}`;
    const isOurs = await holdLease(db, holder, Date.now());
    if (!isOurs && !acceptEmpty) {
      console.log('The server scans this folder. As of its last scan:');
      const { fault } = await scanStateOf(db, config, Date.now());
      return report(db, fault);
    }
    const looking = { db, root: config.shareDir, fs: nodeFs, inspect };
    const keeping = setInterval(() => void holdLease(db, holder, Date.now()), 8000);
    try {
      const waitSeconds = Math.min(longestWaitSeconds, config.scanEverySeconds);
      const scanned = await scanWhole(new Intake(looking), { acceptEmpty, waitSeconds });
      if (scanned.state === 'done') await readAll(db, config.shareDir);
      return await report(db, scanned.state === 'stopped' ? scanned.fault : null);
    } finally {
      clearInterval(keeping);
      await leaveLease(db, holder);
    }
  },
};

/** A look, and a second one where a file could still be growing. */
async function scanWhole(
  intake: Intake,
  { acceptEmpty, waitSeconds }: { acceptEmpty: boolean; waitSeconds: number },
): Promise<Scan> {
  const first = await intake.scan({ acceptEmpty });
  if (first.state === 'stopped' || first.unsettled === 0) return first;
  console.log(`${first.unsettled} files are new or changed: looking again in ${waitSeconds} s.`);
  await pause(waitSeconds * 1000);
  return intake.scan({ acceptEmpty });
}

async function readAll(db: Db, root: string): Promise<void> {
  const readers = new PdfReaders();
  const progress = progressLine('files read');
  try {
    await readFiles({ db, root, readers, onRead: (read) => progress.show(read, null) });
  } finally {
    progress.end();
    await readers.close();
  }
}

async function report(db: Db, fault: string | null): Promise<number> {
  const files = await db
    .selectFrom('files')
    .select(['path', 'verdict', 'fault'])
    .where('gone_at', 'is', null)
    .orderBy('path')
    .execute();
  for (const { path, verdict, fault } of files) {
    if (verdict === 'matched') continue;
    console.log(`${verdict.padEnd(12)}  ${path}  ${fault ?? ''}`.trim());
  }
  const counts = verdicts
    .map((verdict) => ({ verdict, count: files.filter((one) => one.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${count} ${verdict}`);
  console.log(`${files.length} files${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`);
  if (fault === null) return 0;
  console.error(`The scan stopped, and changed nothing: ${fault}`);
  return 1;
}
