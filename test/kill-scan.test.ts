import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { smallPdf } from '../sample/small-pdf.ts';
import type { Db } from '../server/db/schema.ts';
import type { IntakeMessage } from '../server/ingest/intake-process.ts';
import { startLibrary, temporaryFolder } from './harness.ts';

// The process that scans is killed with SIGKILL at every stage of its work, while files are put
// into the folder. What is in the database must hold together each time.

const rounds = 50;
const server = path.join(import.meta.dirname, '..', 'server');

test(
  'a scan killed 50 times leaves a library that holds together, and loses no file',
  { timeout: 300_000 },
  async () => {
    const library = await startLibrary(onTestFinished, {
      env: { SCAN_EVERY_SECONDS: '1' },
      entries: Array.from({ length: rounds * 2 }, (_, at) => ({ doc_num: `AM-${at}` })),
    });
    const { db, config } = library;
    for (let round = 0; round < rounds; round++) {
      for (const at of [round * 2, round * 2 + 1]) {
        const pdf = await smallPdf({ pages: 3, title: `AM-${at}` });
        await writeFile(path.join(config.shareDir, `AM-${at}_EN_1.pdf`), pdf);
      }
      const before = await filesVersion(db);
      const child = fork(path.join(server, 'ingest', 'intake-child.ts'));
      onTestFinished(() => void child.kill('SIGKILL'));
      // Looks follow each other at once.
      child.on('message', (message: IntakeMessage) => {
        if (typeof message === 'object' && 'scanned' in message) child.send('wake', () => {});
      });
      child.send({ config });
      const killAt = before + 1 + (round % 12);
      while ((await filesVersion(db)) < killAt) await pause(2);
      child.kill('SIGKILL');
      await once(child, 'close');
      expect(await faultsOf(db)).toEqual([]);
      await db.updateTable('scan_state').set({ held_until_ms: 0 }).execute(); // as 30 s later
    }
    await library.scan();
    const verdicts = await db.selectFrom('files').select('verdict').execute();
    expect(verdicts).toEqual(Array.from({ length: rounds * 2 }, () => ({ verdict: 'matched' })));
    expect(await faultsOf(db)).toEqual([]);
  },
);

test.skipIf(process.platform !== 'linux')(
  'when the server is killed, the process that scans and its readers end by themselves',
  async () => {
    const folder = await temporaryFolder(onTestFinished);
    await mkdir(path.join(folder, 'documents'));
    await writeFile(path.join(folder, 'documents', 'AM-1_EN_1.pdf'), await smallPdf({ pages: 1 }));
    const child = spawn(process.execPath, [path.join(server, 'main.js')], {
      cwd: folder,
      env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0', SCAN_EVERY_SECONDS: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    for await (const line of createInterface(child.stdout)) if (line.includes('listening')) break;
    let scanning: string[] = [];
    while (scanning.length === 0) scanning = childrenOf(child.pid ?? 0);
    child.kill('SIGKILL');
    while (scanning.some(isRunning)) await pause(20);
    expect(scanning.filter(isRunning)).toEqual([]);
  },
);

async function filesVersion(db: Db): Promise<number> {
  const { value } = await db
    .selectFrom('versions')
    .select('value')
    .where('name', '=', 'files')
    .executeTakeFirstOrThrow();
  return value;
}

/** Everything in the database that should never be. */
async function faultsOf(db: Db): Promise<unknown[]> {
  const faults = await Promise.all([
    sql`select quick_check from pragma_quick_check where quick_check <> 'ok'`.execute(db),
    sql`select * from pragma_foreign_key_check`.execute(db),
    sql`select path from files where (verdict = 'matched') and (hash is null or settled_at is null)`.execute(
      db,
    ),
    sql`select hash from contents where state = 'readable' and (pages <>
      (select count(*) from page_texts where page_texts.hash = contents.hash)
      or hash not in (select hash from pictures))`.execute(db),
    sql`select path from files where verdict = 'duplicate' and twin_id is null`.execute(db),
  ]);
  return faults.flatMap(({ rows }) => rows);
}

function childrenOf(pid: number): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter((one) => one !== '');
}

function isRunning(pid: string): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
