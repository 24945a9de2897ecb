import { spawn } from 'node:child_process';
import { once } from 'node:events';
import nodeFs from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../server/db/open.ts';
import { FolderScanner } from '../server/scan/folder-scan.ts';
import { median } from './median.ts';
import { say } from './table.ts';
import { sqliteAt } from '../test/databases.ts';

export const unchangedFiles = 100_000;
const filesAFolder = 5000;
const rounds = 5;

/** Seconds of a scan of a folder in which nothing changed, and of `ls -lR` there; medians. */
export async function scanUnchanged(dir: string): Promise<{ ours: number; listing: number }> {
  const root = path.join(dir, 'unchanged');
  for (let at = 0; at < unchangedFiles; at++) {
    const folder = path.join(root, String(Math.floor(at / filesAFolder)));
    if (at % filesAFolder === 0) nodeFs.mkdirSync(folder, { recursive: true });
    nodeFs.writeFileSync(path.join(folder, `AM-${at}_EN_1.pdf`), '');
  }
  const db = await openDatabase({ database: sqliteAt(path.join(dir, 'unchanged.sqlite')) });
  const scanner = new FolderScanner({ db, root, fs: nodeFs, inspect: () => 'whole' });
  say(`a first scan of ${unchangedFiles} files`);
  await scanner.scan({ settleAtOnce: true });
  await scanner.scan();
  const [ours, listing]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    listing.push(await secondsOf(() => list(root)));
    ours.push(await secondsOf(() => scanner.scan()));
  }
  await db.destroy();
  return { ours: median(ours), listing: median(listing) };
}

async function list(root: string): Promise<void> {
  await once(spawn('ls', ['-lR', root], { stdio: 'ignore' }), 'close');
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}
