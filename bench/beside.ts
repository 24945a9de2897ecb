import { readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { listDocuments } from '#contract/catalogue.ts';
import {
  exportAudit,
  exportCatalogue,
  importCatalogue,
  readImportJob,
} from '#contract/console-calls.ts';
import type { ImportJob } from '#contract/jobs.ts';
import { addUser } from '../server/auth/accounts.ts';
import { memoryOf } from './children.ts';
import { type Corpus, databaseIn, openCorpus, prepareCorpus } from './corpus.ts';
import { corpusSize } from './corpus-entries.ts';
import { type LibraryServer, startServer } from './load/server.ts';
import { circumstances, keepResults, say, table } from './table.ts';

// What we want while others work: the lists' slowest hundredth at most twice as slow as without them,
// a sign-in within a second, and no process that takes more than this.
const mostTimesIdle = 2;
const longestSignInMs = 1000;
const mostMb = 300;

const readers = 4;
const idleSeconds = 10;
const importedRows = 50_000;

type Beside = { name: string; seconds: number; p99Ms: number; signInMs: number; peakMb: number };

/** How exports and an import slow down readers. */
export async function benchBeside(dir: string): Promise<boolean> {
  const about = circumstances();
  const corpus = await copyOf(await prepareCorpus(), dir);
  const librarian = await addLibrarian(corpus);
  const server = await startServer({ DATA_DIR: corpus.dataDir }, '0,1');
  const cookie = await server.signIn(librarian);
  const get = (url: string) => read(`${server.url}${url}`, cookie);
  const lists = corpus.customers
    .slice(10, 200)
    .map((customer) => `${listDocuments.url}?customer=${encodeURIComponent(customer)}`);
  for (const list of lists) await server.get(list); // made before they are measured

  const beside = async (name: string, work: () => Promise<unknown>): Promise<Beside> => {
    say(name);
    const measured = await measureBeside(server, lists, librarian, work);
    return { name, ...measured };
  };
  const measured = [
    await beside('nothing', () => pause(idleSeconds * 1000)),
    await beside('export to XLSX', () => get(`${exportCatalogue.url}?format=xlsx`)),
    await beside('export to CSV', () => get(`${exportCatalogue.url}?format=csv`)),
    await beside(`import of ${importedRows} rows`, () => importSheet(server.url, cookie)),
    await beside('history to XLSX', () => get(`${exportAudit.url}?format=xlsx`)),
  ];
  await server.stop();
  const file = await keepResults('beside', { circumstances: about, measured });
  const idleMs = measured[0]?.p99Ms ?? 0;
  console.log(`\nLists beside other work, ${corpusSize.entries} entries, ${readers} readers`);
  const columns = ['beside', 'p99 ms', 'of idle', 'wanted', 'sign-in ms', 'peak MB', 's', 'met'];
  console.log(
    table(
      columns,
      measured.map((one) => asRow(one, idleMs)),
    ),
  );
  console.log(`Kept in ${file}`);
  return measured.every((one) => isMet(one, idleMs));
}

function isMet({ p99Ms, signInMs, peakMb }: Beside, idleMs: number): boolean {
  return p99Ms <= idleMs * mostTimesIdle && signInMs <= longestSignInMs && peakMb <= mostMb;
}

function asRow(one: Beside, idleMs: number): string[] {
  const numbers = [one.p99Ms.toFixed(1), (one.p99Ms / idleMs).toFixed(2), `≤ ${mostTimesIdle}`];
  const rest = [one.signInMs.toFixed(0), one.peakMb.toFixed(0), one.seconds.toFixed(0)];
  return [one.name, ...numbers, ...rest, isMet(one, idleMs) ? 'yes' : 'NO'];
}

async function measureBeside(
  server: LibraryServer,
  lists: readonly string[],
  librarian: Account,
  work: () => Promise<unknown>,
): Promise<Omit<Beside, 'name'>> {
  const startedMs = performance.now();
  const [timesMs, signInsMs]: [number[], number[]] = [[], []];
  const over = new AbortController();
  let peakMb = 0;
  const reader = async (first: number) => {
    for (let at = first; !over.signal.aborted; at += readers) {
      const fromMs = performance.now();
      await server.get(lists[at % lists.length] ?? '');
      timesMs.push(performance.now() - fromMs);
      await pause(10);
    }
  };
  const watcher = async () => {
    while (!over.signal.aborted) {
      for (const pid of childrenOf(server.pid)) peakMb = Math.max(peakMb, peakOf(pid));
      await pause(200);
    }
  };
  const arriving = async () => {
    while (!over.signal.aborted) {
      const fromMs = performance.now();
      await server.signIn(librarian);
      signInsMs.push(performance.now() - fromMs);
      await pause(2000);
    }
  };
  const others = [
    ...Array.from({ length: readers }, (_, first) => reader(first)),
    watcher(),
    arriving(),
  ];
  await work();
  const seconds = (performance.now() - startedMs) / 1000;
  over.abort();
  await Promise.all(others);
  const sorted = timesMs.toSorted((a, b) => a - b);
  const p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  return { seconds, p99Ms, signInMs: Math.max(...signInsMs), peakMb };
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

function peakOf(pid: number): number {
  try {
    return memoryOf(pid).peakMb || 0; // a process that ends has no memory any more
  } catch {
    return 0; // it has ended
  }
}

type Account = { name: string; password: string };

async function addLibrarian(corpus: Corpus): Promise<Account> {
  const librarian = { name: 'bench-librarian', password: 'a bench needs no secret' };
  const db = await openCorpus(corpus);
  await addUser(db, { ...librarian, roles: ['EGD_LIB', 'EGD_LIB_EDIT'] }, new Date());
  await db.destroy();
  return librarian;
}

/** A library of its own, which may be changed. */
async function copyOf(corpus: Corpus, dir: string): Promise<Corpus> {
  await mkdir(`${dir}/documents`);
  await copyFile(databaseIn(corpus.dataDir), databaseIn(dir));
  return { ...corpus, dataDir: dir };
}

/** Reads and discards all bytes. */
async function read(url: string, cookie: string): Promise<void> {
  const answer = await fetch(url, { headers: { cookie } });
  if (!answer.ok || answer.body === null) throw new Error(`${url} answers ${answer.status}.`);
  await answer.body.pipeTo(new WritableStream());
}

async function importSheet(url: string, cookie: string): Promise<void> {
  const rows = Array.from(
    { length: importedRows },
    (_, at) => `Imported ${at % 50},IMP-${at},Zinc plating of steel parts,1,EN`,
  );
  const body = ['customer,doc_num,doc_desc,doc_rev,language', ...rows].join('\n');
  const headers = { cookie, 'content-type': 'application/octet-stream', origin: url };
  const sent = await fetch(`${url}${importCatalogue.url}?format=csv`, {
    method: 'POST',
    headers,
    body,
  });
  let { job } = (await sent.json()) as { job: ImportJob };
  while (job.finished_at === null) {
    await pause(500);
    const asked = await fetch(`${url}${readImportJob.url}?id=${job.id}`, { headers: { cookie } });
    ({ job } = (await asked.json()) as { job: ImportJob });
  }
  if (job.state !== 'done') throw new Error(`The import is ${job.state}: ${job.fault}`);
}
