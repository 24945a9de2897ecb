import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { listCustomers, listDocuments } from '#contract/catalogue.ts';
import { pdfAddress } from '#contract/file-name.ts';
import { randomNumbersFrom } from '../test/random.ts';
import { cpuSecondsOf, loadCore, memoryOf, startOn } from './children.ts';
import { corpusSize, customerName, largeFile, largeFileBytes, makeCorpus } from './corpus.ts';
import type { Loaded, LoadAsked, LoadRequest } from './load-sender.ts';
import { type LibraryServer, startServer } from './server.ts';
import { circumstances, report, type Row, say } from './table.ts';

// What we want of the server: processor time of a request, the event loop held no longer, and memory. The slowest
// hundredth says more about what else the machine does.
const most = { cpuMs: 1, holdMs: 20, restMb: 150, peakMb: 300 };

const seconds = 8;
const warmUpSeconds = 4; // until V8 has compiled the code in use
const rangeBytes = 64 * 1024;
const ofEachKind = 2000;

/** Lists of 1,000,000 entries and ranges of a PDF under load, and the memory before it. */
export async function benchLoad(dir: string): Promise<boolean> {
  const about = circumstances();
  const dataDir = path.join(dir, 'data');
  await mkdir(dataDir);
  await makeCorpus(dataDir);
  const server = await startServer({ DATA_DIR: dataDir });
  await pause(5000);
  const { nowMb } = memoryOf(server.pid);
  const rows: Row[] = [{ what: 'MB at rest', value: nowMb, most: most.restMb }];
  for (const [what, requests] of Object.entries(kinds())) {
    say(what);
    await send(server, requests, warmUpSeconds);
    rows.push(...(await measure(server, what, requests)));
  }
  rows.push({ what: 'MB at most', value: memoryOf(server.pid).peakMb, most: most.peakMb });
  await server.stop();
  return report('load', about, rows);
}

function kinds(): Record<string, LoadRequest[]> {
  const random = randomNumbersFrom(7);
  const list = (index: number) => {
    return {
      path: `${listDocuments.url}?${new URLSearchParams({ customer: customerName(index) })}`,
    };
  };
  const range = () => {
    const from = Math.floor(random() * (largeFileBytes - rangeBytes));
    return { path: pdfAddress(largeFile), range: `bytes=${from}-${from + rangeBytes - 1}` };
  };
  return {
    customers: [{ path: listCustomers.url }],
    'the largest list': [list(0)],
    'lists of many customers': Array.from({ length: ofEachKind }, () =>
      list(Math.floor(random() ** 3 * corpusSize.customers)),
    ),
    '64 KiB ranges': Array.from({ length: ofEachKind }, range),
  };
}

async function measure(
  server: LibraryServer,
  what: string,
  requests: readonly LoadRequest[],
): Promise<Row[]> {
  const before = cpuSecondsOf(server.pid);
  let sent: Loaded = { requests: 0, p99Ms: Infinity };
  const holdMs = await server.watchLoop(async () => {
    sent = await send(server, requests, seconds);
  });
  const cpuMs = ((cpuSecondsOf(server.pid) - before) * 1000) / sent.requests;
  const of = `${Math.round(sent.requests / seconds)} requests a second`;
  return [
    { what: `${what}: ms of processor time`, value: cpuMs, most: most.cpuMs, of },
    { what: `${what}: p99 ms`, value: sent.p99Ms },
    { what: `${what}: ms the event loop was held`, value: holdMs, most: most.holdMs },
  ];
}

/** From the other core. */
async function send(
  { url, headers }: LibraryServer,
  requests: readonly LoadRequest[],
  seconds: number,
): Promise<Loaded> {
  const script = path.join(import.meta.dirname, 'load-sender.ts');
  const child = startOn(loadCore, [process.execPath, script], { stdio: ['pipe', 'pipe', 2] });
  if (child.stdin === null || child.stdout === null) throw new Error('It has no pipes.');
  const ended = once(child, 'close');
  child.stdin.end(JSON.stringify({ url, headers, requests, seconds } satisfies LoadAsked));
  const printed = await text(child.stdout);
  await ended;
  return JSON.parse(printed) as Loaded; // bench/load-sender.ts
}
