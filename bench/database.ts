import { once } from 'node:events';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listDocuments } from '#contract/catalogue.ts';
import { pdfAddress } from '#contract/file-name.ts';
import { saveDocuments, viewDocuments } from '#contract/console-calls.ts';
import { addUser } from '../server/auth/accounts.ts';
import { type DatabaseSettings, readConfig } from '../server/config/config.ts';
import { moveLibrary } from '../server/db/moving/move.ts';
import { openDatabase } from '../server/db/open.ts';
import { randomNumbersFrom } from '../test/random.ts';
import { entryOf } from '../test/harness.ts';
import { sqliteAt } from '../test/databases.ts';
import { TemporaryPostgres } from '../test/postgres/server.ts';
import { serverCore, startOn } from './children.ts';
import { type Corpus, largeFileBytes, librarian, prepareCorpus } from './corpus.ts';
import { corpusSize } from './corpus-entries.ts';
import { median } from './median.ts';
import { type LibraryServer, startServer } from './load/server.ts';
import { type LoadRequest, load } from './load/wrk.ts';
import { circumstances, keepResults, say, table } from './table.ts';

const rounds = 3;
const secondsAMeasure = 5;
const warmUpSeconds = 3;
const coldLists = 15;
const saves = 100;
const importedRows = 50_000;
const rangeBytes = 64 * 1024;

type Database = {
  name: 'SQLite' | 'PostgreSQL';
  env: Record<string, string>;
  server: LibraryServer;
};
/** `least`: a share of SQLite's rate; `most`: a multiple of its time. */
type Wanted = { least: number } | { most: number } | null;
type Row = { what: string; unit: string; sqlite: number; postgres: number; wanted: Wanted };

/** The same work on SQLite and on PostgreSQL, over the same 1,000,000 entries. */
export async function benchDatabase(dir: string): Promise<boolean> {
  const about = circumstances();
  const undos: (() => Promise<void>)[] = [];
  try {
    const corpus = await prepareCorpus();
    const pair = await startBoth(dir, corpus, (undo) => undos.push(undo));
    const rows: Row[] = [];
    const keep = (row: Row) => {
      say(`${row.what}: ${ratioOf(row).toFixed(2)} of SQLite`);
      rows.push(row);
    };
    keep(await compareRates('lists, cached', pair, dir, cachedLists(corpus)));
    keep(await compareRates('64 KiB ranges', pair, dir, randomRanges(corpus)));
    keep(await compareTimes('list, cold', pair, { most: 3 }, (one) => coldList(one, corpus)));
    keep(await compareTimes('save of a row', pair, null, (one) => saveRows(one, corpus)));
    keep(
      await compareTimes(`import of ${importedRows} rows`, pair, { most: 2.5 }, (one) =>
        importRows(dir, one),
      ),
    );
    keep(await compareTimes('filter of the console', pair, null, filterConsole));

    const file = await keepResults('database', { circumstances: about, rows });
    console.log(
      `\n${corpusSize.entries} entries; the server on one core, the load on the other, PostgreSQL on both`,
    );
    console.log(
      table(
        ['what', 'unit', 'SQLite', 'PostgreSQL', 'of SQLite', 'wanted', 'met'],
        rows.map(asCells),
      ),
    );
    console.log('Two nodes are not measured here: two cores hold one node and its load.');
    console.log(`Kept in ${file}`);
    return rows.every((row) => isMet(row) !== false);
  } finally {
    for (const undo of undos.toReversed()) await undo();
  }
}

/** A copy of the corpus as it is, and the same moved to PostgreSQL, each with its server. */
async function startBoth(
  dir: string,
  corpus: Corpus,
  cleanUp: (undo: () => Promise<void>) => void,
): Promise<Database[]> {
  const file = path.join(dir, 'library.sqlite');
  await copyFile(path.join(corpus.dataDir, 'library.sqlite'), file);
  const db = await openDatabase({ database: sqliteAt(file) });
  await addUser(db, { ...librarian, roles: ['EGD_LIB', 'EGD_LIB_EDIT'] }, new Date());
  await db.destroy();
  const postgres = await TemporaryPostgres.start(cleanUp, { shared_buffers: '512MB' });
  await postgres.ask('create database library');
  const share = { SHARE_DIR: path.join(corpus.dataDir, 'documents'), SCAN_EVERY_SECONDS: '3600' };
  const both = [
    { name: 'SQLite', env: { ...share, DATA_DIR: dir } },
    {
      name: 'PostgreSQL',
      env: { ...share, DATA_DIR: path.join(dir, 'node'), DATABASE_URL: postgres.url('library') },
    },
  ] as const;
  await mkdir(both[1].env.DATA_DIR);
  await timedMove(sqliteAt(file), readConfig(both[1].env).database);
  await postgres.ask('vacuum analyze', 'library');
  return Promise.all(both.map(async (one) => ({ ...one, server: await startServer(one.env) })));
}

async function timedMove(from: DatabaseSettings, to: DatabaseSettings): Promise<void> {
  const startedAt = performance.now();
  const counts = await moveLibrary({ from, to });
  const rows = counts.values().reduce((sum, count) => sum + count, 0);
  const seconds = (performance.now() - startedAt) / 1000;
  say(`moved ${rows} rows to PostgreSQL in ${seconds.toFixed(0)} s`);
}

/** Requests a second, in turn, three times. */
async function compareRates(
  what: string,
  pair: readonly Database[],
  dir: string,
  requests: readonly LoadRequest[],
): Promise<Row> {
  const rates: Record<Database['name'], number[]> = { SQLite: [], PostgreSQL: [] };
  for (const { server } of pair) await load(dir, server, requests, warmUpSeconds);
  for (let round = 0; round < rounds; round++) {
    for (const { name, server } of pair) {
      rates[name].push((await load(dir, server, requests, secondsAMeasure)).perSecond);
    }
  }
  return rowOf(what, 'a second', rates, { least: 0.9 });
}

/** Milliseconds, in turn, three times. */
async function compareTimes(
  what: string,
  pair: readonly Database[],
  wanted: Wanted,
  measure: (database: Database) => Promise<number>,
): Promise<Row> {
  const times: Record<Database['name'], number[]> = { SQLite: [], PostgreSQL: [] };
  for (let round = 0; round < rounds; round++) {
    for (const one of pair) times[one.name].push(await measure(one));
  }
  return rowOf(what, 'ms', times, wanted);
}

function rowOf(
  what: string,
  unit: string,
  { SQLite, PostgreSQL }: Record<Database['name'], number[]>,
  wanted: Wanted,
): Row {
  return { what, unit, sqlite: median(SQLite), postgres: median(PostgreSQL), wanted };
}

function cachedLists({ customers }: Corpus): LoadRequest[] {
  return customers.slice(0, 200).map((customer) => ({ path: listOf(customer) }));
}

function randomRanges({ largeFile }: Corpus): LoadRequest[] {
  const random = randomNumbersFrom(2);
  return Array.from({ length: 10_000 }, () => {
    const first = Math.floor(random() * (largeFileBytes - rangeBytes));
    return { path: pdfAddress(largeFile), range: `bytes=${first}-${first + rangeBytes - 1}` };
  });
}

function listOf(customer: string): string {
  return `${listDocuments.url}?customer=${encodeURIComponent(customer)}`;
}

let nextCold = 300;

/** The median time of lists that are not cached yet. */
async function coldList({ server }: Database, { customers }: Corpus): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < coldLists; at++) {
    const startedAt = performance.now();
    await server.get(listOf(customers[nextCold++] ?? ''));
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

let nextSaved = 0;

async function saveRows({ server }: Database, { customers }: Corpus): Promise<number> {
  const cookie = await server.signIn(librarian);
  const times: number[] = [];
  for (let at = 0; at < saves; at++) {
    const entry = entryOf({ customer: customers[0] ?? '', doc_num: `SAVED-${nextSaved++}` });
    const startedAt = performance.now();
    const answer = await fetch(`${server.url}${saveDocuments.url}`, {
      method: saveDocuments.method,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ rows: [{ id: null, version: null, ...entry }] }),
    });
    if (!(await answer.text()).includes('"saved"')) throw new Error('A row was not saved.');
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

const queries = ['zinc', '4417', 'bolt rev', 'de 50', 'plating', 'am-1', 'torque', '99', 'kupfer'];
let nextSought = 0;

/** The first window of rows for new queries, once the sheet is in memory. */
async function filterConsole({ server }: Database): Promise<number> {
  const cookie = await server.signIn(librarian);
  const times: number[] = [];
  for (const search of ['', ...queries]) {
    const words = search === '' ? '' : `${search} ${nextSought++ % 10}`;
    const startedAt = performance.now();
    const answer = await fetch(`${server.url}${viewDocuments.url}`, {
      method: viewDocuments.method,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({
        arrangement: { sort: null, filters: {}, search: words },
        zone: 'UTC',
        view: null,
        from: 0,
        count: 50,
        customer_id: null,
      }),
    });
    if (!answer.ok) throw new Error(`No view: ${await answer.text()}`);
    await answer.arrayBuffer();
    if (search !== '') times.push(performance.now() - startedAt);
  }
  return median(times);
}

let nextImport = 0;

/** As an operator imports: by the command line. */
async function importRows(dir: string, { env }: Database): Promise<number> {
  const batch = nextImport++;
  const sheet = path.join(dir, `import-${batch}.csv`);
  const rows = Array.from(
    { length: importedRows },
    (_, at) => `Bench Imports,IMP-${batch}-${at},Zinc plating of fasteners ${at},A,EN`,
  );
  await writeFile(sheet, ['customer,doc_num,doc_desc,doc_rev,language', ...rows].join('\n'));
  const program = path.join(import.meta.dirname, '..', 'cli', 'main.js');
  const startedAt = performance.now();
  const child = startOn(serverCore, [process.execPath, program, 'import', sheet], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 2],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
  return performance.now() - startedAt;
}

function ratioOf({ sqlite, postgres }: Row): number {
  return postgres / sqlite;
}

function isMet(row: Row): boolean | null {
  if (row.wanted === null) return null;
  return 'least' in row.wanted ? ratioOf(row) >= row.wanted.least : ratioOf(row) <= row.wanted.most;
}

function asCells(row: Row): string[] {
  const { what, unit, sqlite, postgres, wanted } = row;
  const met = { true: 'yes', false: 'NO', null: '' }[
    String(isMet(row)) as 'true' | 'false' | 'null'
  ];
  const bound = wanted === null ? '' : 'least' in wanted ? `≥ ${wanted.least}` : `≤ ${wanted.most}`;
  const figure = (value: number) => value.toFixed(value < 100 ? 1 : 0);
  return [what, unit, figure(sqlite), figure(postgres), ratioOf(row).toFixed(2), bound, met];
}
