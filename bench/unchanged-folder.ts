import { spawn } from 'node:child_process';
import { once } from 'node:events';
import nodeFs from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../server/db/open.ts';
import { FolderScanner } from '../server/scan/folder-scan.ts';
import { folderPlace } from '../server/scan/place.ts';
import { median } from './median.ts';
import { say } from './table.ts';
import { sqliteAt } from '../test/databases.ts';

export const unchangedFiles = 100_000;
const filesAFolder = 5000;
const rounds = 5;
const newFiles = 10;

type Seconds = { ours: number; listing: number; quick: number };

/** Seconds of a scan of a folder in which nothing changed, of `ls -lR` there, and of a quick scan that finds ten new files; medians. */
export async function scanUnchanged(dir: string): Promise<Seconds> {
  const root = path.join(dir, 'unchanged');
  for (let at = 0; at < unchangedFiles; at++) {
    const folder = path.join(root, String(Math.floor(at / filesAFolder)));
    if (at % filesAFolder === 0) nodeFs.mkdirSync(folder, { recursive: true });
    nodeFs.writeFileSync(path.join(folder, `AM-${at}_EN_1.pdf`), '');
  }
  const db = await openDatabase({ database: sqliteAt(path.join(dir, 'unchanged.sqlite')) });
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const scanner = new FolderScanner({
    db,
    place: { ...folderPlace(root), inspect: (files) => files.map(() => 'whole') },
    now,
  });
  say(`a first scan of ${unchangedFiles} files`);
  await scanner.scan({ settleAtOnce: true });
  await scanner.scan();
  const [ours, listing]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    listing.push(await secondsOf(() => list(root)));
    ours.push(await secondsOf(() => scanner.scan()));
  }
  const quick: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let settled = 0; settled < 3; settled++) {
      await scanner.scan({ quick: true });
      ahead += 60_000;
    }
    for (let at = 0; at < newFiles; at++)
      nodeFs.writeFileSync(path.join(root, '0', `NEW-${round}-${at}_EN_1.pdf`), '');
    quick.push(await secondsOf(() => scanner.scan({ quick: true })));
  }
  await db.destroy();
  return { ours: median(ours), listing: median(listing), quick: median(quick) };
}

async function list(root: string): Promise<void> {
  await once(spawn('ls', ['-lR', root], { stdio: 'ignore' }), 'close');
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}
