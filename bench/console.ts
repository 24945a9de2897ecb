import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { type Arrangement, defaultArrangement } from '#contract/arrangement.ts';
import { listCustomers } from '#contract/catalogue.ts';
import { viewDocuments } from '#contract/views.ts';
import { machineCpuSeconds } from './children.ts';
import { type Corpus, databaseIn, prepareCorpus } from './corpus.ts';
import { corpusSize } from './corpus-entries.ts';
import { type LibraryServer, startServer } from './load/server.ts';
import { load } from './load/wrk.ts';
import { median } from './median.ts';
import { circumstances, keepResults, table } from './table.ts';

// What we want of a console over a million entries.
const firstRowsMs = 500;
const filterMs = 300;
const longestHoldMs = 50;

const rounds = 5;

/** What a librarian types, and the same as a plain scan; each round searches another text. */
const filters: { name: string; ours: (text: string) => Partial<Arrangement>; peer: string }[] = [
  {
    name: 'search in all columns',
    ours: (search) => ({ search }),
    peer: `select count(*) from documents join customers on customers.id = customer_id
      where lower(name || doc_num || doc_desc || coalesce(language, '') || doc_rev || modified_at
        || modified_by_user || created_at || created_by_user) like ?`,
  },
  {
    name: 'filter of descriptions',
    ours: (doc_desc) => ({ filters: { doc_desc } }),
    peer: `select count(*) from documents where lower(doc_desc) like ?`,
  },
  {
    name: 'filter of numbers',
    ours: (doc_num) => ({ filters: { doc_num } }),
    peer: `select count(*) from documents where lower(doc_num) like ?`,
  },
];
const texts = ['zinc', 'shaft', 'am1', '-0007', 'weld'];

type Measured = { name: string; oursMs: number; wantedMs: number; peerMs: number | null };

/** The console over a million entries: first rows, filters against a plain scan, and what readers notice. */
export async function benchConsole(dir: string): Promise<boolean> {
  const about = circumstances();
  const corpus = await prepareCorpus();
  const server = await startServer({ DATA_DIR: corpus.dataDir });
  const busyBefore = machineCpuSeconds();
  const measured = [await firstRows(server)];
  const preparedMs = await timeOf(() => windowOf(server, { search: 'zinc' }));
  for (const filter of filters) measured.push(await compareFilter(server, corpus, filter));
  measured.push(await lastRows(server));
  const sorted = await sortTimes(server);
  const watched = await server.watchLoop(() => filterFor(server, 3000));
  const idle = await load(dir, server, [{ path: listCustomers.url }], 4);
  const [, beside] = await Promise.all([
    filterFor(server, 4000),
    load(dir, server, [{ path: listCustomers.url }], 4),
  ]);
  await server.stop();

  const readers = { idleP99Ms: idle.p99Ms, besideP99Ms: beside.p99Ms };
  const results = { measured, preparedMs, sorted, watched, readers };
  const cpuSeconds = machineCpuSeconds() - busyBefore;
  const file = await keepResults('console', { circumstances: about, ...results, cpuSeconds });
  console.log(`\nThe console over ${corpusSize.entries} entries, in ms`);
  console.log(table(['', 'ours', 'wanted', 'met', 'plain scan', 'ratio'], measured.map(rowOf)));
  console.log(`\nThe sheet is in memory after ${Math.round(preparedMs)} ms, once.`);
  for (const { column, firstMs, againMs } of sorted) {
    console.log(
      `Sorted by ${column}: ${Math.round(firstMs)} ms first, then ${Math.round(againMs)}.`,
    );
  }
  console.log(
    `While a librarian filters, the server's event loop is held ${watched.holdMs.toFixed(1)} ms at most,` +
      `\nand readers of the list of customers wait ${beside.p99Ms} ms (p99) instead of ${idle.p99Ms}.`,
  );
  console.log(`Kept in ${file}`);
  return measured.every(isMet) && watched.holdMs <= longestHoldMs;
}

async function firstRows(server: LibraryServer): Promise<Measured> {
  const oursMs = await timeOf(() => windowOf(server, {}));
  return { name: 'first rows', oursMs, wantedMs: firstRowsMs, peerMs: null };
}

async function lastRows(server: LibraryServer): Promise<Measured> {
  const { view } = await windowOf(server, {});
  const from = corpusSize.entries - 200;
  const oursMs = await timeOf(() => windowOf(server, {}, { view, from }));
  return { name: 'last rows of a view', oursMs, wantedMs: filterMs, peerMs: null };
}

async function compareFilter(
  server: LibraryServer,
  corpus: Corpus,
  { name, ours, peer }: (typeof filters)[number],
): Promise<Measured> {
  const db = new DatabaseSync(databaseIn(corpus.dataDir), { readOnly: true });
  const scan = db.prepare(peer);
  const times: { ours: number; peer: number }[] = [];
  for (const text of texts.slice(0, rounds)) {
    const peerMs = await timeOf(async () => scan.get(`%${text}%`));
    times.push({ ours: await timeOf(() => windowOf(server, ours(text))), peer: peerMs });
  }
  db.close();
  const oursMs = median(times.map((one) => one.ours));
  return { name, oursMs, wantedMs: filterMs, peerMs: median(times.map((one) => one.peer)) };
}

async function sortTimes(server: LibraryServer) {
  const times: { column: string; firstMs: number; againMs: number }[] = [];
  for (const column of ['customer', 'doc_num', 'doc_desc', 'modified']) {
    const sortBy = (descending: boolean) =>
      timeOf(() => windowOf(server, { sort: { column, descending } }));
    times.push({ column, firstMs: await sortBy(false), againMs: await sortBy(true) });
  }
  return times;
}

/** A librarian who never stops typing. */
async function filterFor(server: LibraryServer, ms: number): Promise<void> {
  const until = Date.now() + ms;
  for (let at = 0; Date.now() < until; at++) {
    await windowOf(server, { search: `${texts[at % texts.length]} ${at % 100}` });
    await pause(150);
  }
}

function windowOf(
  server: LibraryServer,
  arrangement: Partial<Arrangement>,
  { view = null, from = 0 }: { view?: string | null; from?: number } = {},
): Promise<{ view: string; found: number }> {
  return server.post(viewDocuments.url, {
    customer_id: null,
    arrangement: { ...defaultArrangement, ...arrangement },
    zone: 'Europe/Berlin',
    view,
    from,
    count: 200,
  });
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

const isMet = ({ oursMs, wantedMs }: Measured): boolean => oursMs <= wantedMs;

function rowOf(measured: Measured): string[] {
  const { name, oursMs, wantedMs, peerMs } = measured;
  const peer = peerMs === null ? ['', ''] : [peerMs.toFixed(0), (oursMs / peerMs).toFixed(2)];
  return [name, oursMs.toFixed(0), `≤ ${wantedMs}`, isMet(measured) ? 'yes' : 'NO', ...peer];
}
