import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { smallPdf } from '../small-pdf.ts';
import type { Db } from '../../server/db/schema.ts';
import { startLibrary } from '../harness.ts';
import { times } from '../times.ts';

// The real server is killed with SIGKILL at every stage of a scan, in turn alone and together with
// the processes that it started. Each time the database must be consistent, and no process may stay
// behind. On Linux only, where /proc lists the processes.

const rounds = times({ short: 6, full: 50 });
/** A scan of two new files makes about 12 changes; a short run kills it at every second one. */
const changes = 12;
const stride = Math.max(1, Math.floor(changes / rounds));
const main = path.join(import.meta.dirname, '..', '..', 'server', 'main.js');

test.skipIf(process.platform !== 'linux')(
  'the server killed at every stage of a scan leaves a library that holds together, and no process',
  async () => {
    const library = await startLibrary(onTestFinished, {
      entries: Array.from({ length: rounds * 2 }, (_, at) => ({ doc_num: `AM-${at}` })),
    });
    const { db, config } = library;
    let running: number | null = null;
    onTestFinished(() => void (running !== null && process.kill(-running, 'SIGKILL')));
    for (let round = 0; round < rounds; round++) {
      for (const at of [round * 2, round * 2 + 1]) {
        const pdf = await smallPdf({ pages: 3, title: `AM-${at}` });
        await writeFile(path.join(config.shareDir, `AM-${at}_EN_1.pdf`), pdf);
      }
      const killAt = (await filesVersion(db)) + 1 + ((round * stride) % changes);
      const server = startServer(config.dataDir);
      running = server;
      // A scan may have nothing left to do some changes before `killAt`.
      const isOver = async () =>
        (await filesVersion(db)) >= killAt || (await countMatched(db)) === 2 * (round + 1);
      while (!(await isOver())) await pause(2);
      const started = descendantsOf(server);
      expect(started).not.toEqual([]);
      process.kill(round % 2 === 0 ? server : -server, 'SIGKILL');
      while ([server, ...started].some(isRunning)) await pause(5);
      running = null;
      expect(await faultsOf(db)).toEqual([]);
      await db.updateTable('scan_state').set({ held_until_ms: 0 }).execute(); // as if the lease had expired
    }
    await library.scan();
    const verdicts = await db.selectFrom('files').select('verdict').execute();
    expect(verdicts).toEqual(Array.from({ length: rounds * 2 }, () => ({ verdict: 'matched' })));
    expect(await faultsOf(db)).toEqual([]);
  },
);

/** Starts the server in a process group of its own, and gives its pid. */
function startServer(dir: string): number {
  const { pid } = spawn(process.execPath, [main], {
    cwd: dir,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dir,
      PORT: '0',
      SCAN_EVERY_SECONDS: '1',
      SEARCH: 'off', // its process has a test of its own
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  if (pid === undefined) throw new Error('the server does not start');
  return pid;
}

async function filesVersion(db: Db): Promise<number> {
  const { value } = await db
    .selectFrom('versions')
    .select('value')
    .where('name', '=', 'files')
    .executeTakeFirstOrThrow();
  return value;
}

async function countMatched(db: Db): Promise<number> {
  const { files } = await db
    .selectFrom('files')
    .select((select) => select.fn.countAll<number>().as('files'))
    .where('verdict', '=', 'matched')
    .executeTakeFirstOrThrow();
  return files;
}

/** Everything in the database that must never be there. */
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

function descendantsOf(pid: number): number[] {
  const children = inProc(`${pid}/task/${pid}/children`) ?? '';
  const pids = children.split(' ').filter((one) => one !== '');
  return pids.map(Number).flatMap((child) => [child, ...descendantsOf(child)]);
}

function isRunning(pid: number): boolean {
  const stat = inProc(`${pid}/stat`);
  return stat !== null && !/\) [ZX] /.test(stat);
}

function inProc(file: string): string | null {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return null; // the process has ended
  }
}
