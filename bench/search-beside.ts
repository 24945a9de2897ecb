import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listCustomers } from '#contract/catalogue.ts';
import { memoryOf } from './children.ts';
import { type LibraryServer, startServer } from './load/server.ts';
import type { LibraryAsked } from './search-library.ts';
import { circumstances, keepResults, say, table } from './table.ts';

// Goals: readers' p99 beside this many searches a second, relative to readers alone; the longest hold of the
// event loop by searches alone; and the memory that searches add.
const searchesASecond = 50;
const mostTimesIdle = 2.5;
const longestHoldMs = 5;
const mostMb = 200;

const readers = 4;
// By turns, so that what else the machine does meets both alike.
const rounds = 6;
const secondsOfRound = 5;

/** How searches slow down readers of lists, in a library of this size. */
export async function benchBesideSearches(dir: string, entries: number): Promise<boolean> {
  const about = circumstances();
  const queries = makeLibrary({ dir, entries });
  const server = await startServer({ DATA_DIR: dir, SEARCH: 'on' }, '0,1');
  await untilIndexed(server);
  const before = memoryOf(server.pid).nowMb;
  // Once each before, as on a server that has run for a while.
  for (const q of queries) await server.get(searchAddress(q)).catch(() => null);
  const reads = { idle: [] as Round[], beside: [] as Round[] };
  for (let round = 0; round < rounds; round++) {
    reads.idle.push(await readBeside(server, () => pause(secondsOfRound * 1000)));
    reads.beside.push(await readBeside(server, () => searchAll(server, queries)));
  }
  const [idle, beside] = [allOf(reads.idle), allOf(reads.beside)];
  const alone = await server.watchLoop(() => searchAll(server, queries));
  const mb = memoryOf(server.pid).nowMb - before;
  await server.stop();
  const isMet =
    beside.p99Ms <= idle.p99Ms * mostTimesIdle && alone.holdMs <= longestHoldMs && mb <= mostMb;
  const file = await keepResults('beside-searches', {
    circumstances: about,
    entries,
    idle,
    beside,
    alone,
    mb,
  });
  console.log(`\nLists beside ${searchesASecond} searches a second, ${entries} entries and pages`);
  console.log(
    table(
      ['', 'p99 ms', 'of idle', 'longest hold ms', 'more MB'],
      [
        ['readers alone', idle.p99Ms.toFixed(1), '1', idle.holdMs.toFixed(1), ''],
        [
          'beside searches',
          beside.p99Ms.toFixed(1),
          (beside.p99Ms / idle.p99Ms).toFixed(2),
          beside.holdMs.toFixed(1),
          String(mb),
        ],
        ['searches alone', '', '', alone.holdMs.toFixed(1), ''],
      ],
    ),
  );
  console.log(`Kept in ${file}: ${isMet ? 'met' : 'NOT MET'}`);
  return isMet;
}

type Round = { timesMs: number[]; holdMs: number };

function allOf(some: readonly Round[]) {
  const sorted = some.flatMap(({ timesMs }) => timesMs).sort((a, b) => a - b);
  const p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  return { p99Ms, holdMs: Math.max(...some.map(({ holdMs }) => holdMs)), read: sorted.length };
}

async function readBeside(server: LibraryServer, work: () => Promise<unknown>): Promise<Round> {
  const timesMs: number[] = [];
  const over = new AbortController();
  const reading = async () => {
    while (!over.signal.aborted) {
      const fromMs = performance.now();
      await server.get(listCustomers.url);
      timesMs.push(performance.now() - fromMs);
      await pause(10);
    }
  };
  const { holdMs } = await server.watchLoop(async () => {
    const all = Array.from({ length: readers }, reading);
    await work();
    over.abort();
    await Promise.all(all);
  });
  return { timesMs, holdMs };
}

/** A fixed number per second, whether or not earlier ones are answered. */
async function searchAll(server: LibraryServer, queries: readonly string[]): Promise<void> {
  const asked: Promise<unknown>[] = [];
  for (let at = 0; at < searchesASecond * secondsOfRound; at++) {
    const q = queries[at % queries.length] ?? '';
    asked.push(server.get(searchAddress(q)).catch(() => null)); // a refusal is an answer, too
    await pause(1000 / searchesASecond);
  }
  await Promise.all(asked);
}

function searchAddress(q: string): string {
  return `/vue-egd-lib/api/search?${new URLSearchParams({ q })}`;
}

async function untilIndexed(server: LibraryServer): Promise<void> {
  say('waits for the index');
  for (;;) {
    const isThere = await server.get(searchAddress('zinc')).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await pause(1000);
  }
}

/** In a separate process: this one measures, and should not collect garbage of texts meanwhile. */
function makeLibrary(asked: LibraryAsked): string[] {
  say(`makes a library of ${asked.entries} entries`);
  const script = path.join(import.meta.dirname, 'search-library.ts');
  return JSON.parse(
    execFileSync(process.execPath, [script], { input: JSON.stringify(asked), encoding: 'utf8' }),
  ) as string[]; // bench/search-library.ts
}
