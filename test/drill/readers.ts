import { setTimeout as pause } from 'node:timers/promises';
import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { redlineName } from '#contract/file-name.ts';
import { addUser } from '../../server/auth/accounts.ts';
import { changeLibrary, type Library } from '../../server/changes/change.ts';
import { saveEntries } from '../../server/catalogue/entries.ts';
import { readConfig } from '../../server/config/config.ts';
import { openLibrary } from '../../server/library.ts';
import { table } from '../../bench/table.ts';
import type { CleanUp } from '../clean-up.ts';
import { entryOf, password, temporaryFolder } from '../harness.ts';
import { findPostgres, TemporaryPostgres } from '../postgres/server.ts';
import { settingPdf, standardParagraphs } from '../redline-pdfs.ts';
import { type Drill, type Findings, noFindings, randomFrom } from './drill.ts';
import { type Load, loadBelow, loadOf } from './process-load.ts';
import { ServerProcess } from './server-process.ts';

const readers = 300;
const customers = 5;
const documents = 2000;
const files = 20;
const fileBytes = 8 * 1024 * 1024;
const rangeBytes = 64 * 1024;
/** Standards with text in two revisions, to search and to compare. */
const texts = 5;
const clauses = 30;
const words = ['coating', 'marking', 'delivery', 'testing', 'materials'];

/**
 * 300 people sign in, open, page, search and compare for this number of seconds, on PostgreSQL where it is installed.
 * What is wanted of the memory is in ADR 0014.
 */
export const readersDrill: Drill = {
  what: '300 readers, seconds',
  times: { full: 600, short: 5 },
  run: readFor,
};

async function readFor(seconds: number, cleanUp: CleanUp): Promise<Findings> {
  const dir = await temporaryFolder(cleanUp);
  const postgres = findPostgres() === null ? null : await TemporaryPostgres.start(cleanUp);
  await postgres?.ask('create database library');
  const env: Record<string, string> =
    postgres === null ? {} : { DATABASE_URL: postgres.url('library') };
  // A sign-in is 0.1 s of a core: in short, several readers share one.
  const accounts = seconds < 60 ? readers / 10 : readers;
  await fillLibrary({ DATA_DIR: dir, ...env }, accounts);
  const server = await ServerProcess.start(cleanUp, dir, {
    ...env,
    CONNECTIONS_PER_ADDRESS: '1024',
  });
  const findings = noFindings();
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  cleanUp(async () => agent.destroy());
  const crowd: Crowd = { server, agent, findings, waited: 0 };
  await untilSearched(crowd, await signIn(crowd, 0));
  const measured = new Measured(server, postgres);
  const idle = server.residentMegabytes;

  const signInsFrom = performance.now();
  const cookies = await Promise.all(Array.from({ length: accounts }, (_, at) => signIn(crowd, at)));
  const signInSeconds = (performance.now() - signInsFrom) / 1000;
  findings.notes.push(
    `${accounts} signed in at once within ${signInSeconds.toFixed(1)} s; ${crowd.waited} times one had to wait and ask again`,
  );
  crowd.waited = 0;
  const until = Date.now() + seconds * 1000;
  const sampling = setInterval(() => measured.sample(), 1000);
  await Promise.all(
    Array.from({ length: readers }, (_, at) =>
      read({ crowd, cookie: cookies[at % accounts] ?? '', seed: at, until }),
    ),
  );
  clearInterval(sampling);
  await measured.end();
  findings.notes.push(
    ...measured.notes(findings.tried),
    `${crowd.waited} times one had to wait and ask again`,
  );
  agent.destroy();
  await pause(Math.min(seconds, 20) * 1000);
  findings.notes.push(
    `the server: idle ${mb(idle)}, ${mb(server.residentMegabytes)} when all have gone`,
  );
  await server.stop();
  return findings;
}

type Part = { name: string; load: () => Load };

/** What the parts of the library take, from its making on. */
class Measured {
  readonly #server: ServerProcess;
  readonly #postgres: TemporaryPostgres | null;
  readonly #parts: Part[];
  readonly #before: Load[];
  readonly #from = performance.now();
  readonly #samples: { loads: Load[]; connections: number }[] = [];
  #databaseConnections = 0;

  constructor(server: ServerProcess, postgres: TemporaryPostgres | null) {
    this.#server = server;
    this.#postgres = postgres;
    const database = { name: 'PostgreSQL', load: () => loadBelow(postgres?.pid ?? 0) };
    this.#parts = [
      { name: 'server', load: () => loadOf(server.pid) },
      { name: 'its processes', load: () => loadBelow(server.pid) },
      ...(postgres === null ? [] : [database]),
    ];
    this.#before = this.#parts.map(({ load }) => load());
  }

  sample(): void {
    const loads = this.#parts.map(({ load }) => load());
    this.#samples.push({ loads, connections: this.#server.connections });
  }

  /** The pool keeps the connections that it opened for a while: those of the end are the most. */
  async end(): Promise<void> {
    this.sample();
    const statement = "select count(*)::int from pg_stat_activity where datname = 'library'";
    const [row] = (await this.#postgres?.ask(statement)) ?? [];
    this.#databaseConnections = (row as { count: number } | undefined)?.count ?? 0;
  }

  notes(requests: number): string[] {
    const seconds = (performance.now() - this.#from) / 1000;
    const last = this.#samples.at(-1)?.loads ?? [];
    const used = this.#parts.map(
      (_, at) => (last[at]?.seconds ?? 0) - (this.#before[at]?.seconds ?? 0),
    );
    const most = (at: number) =>
      Math.max(...this.#samples.map(({ loads }) => loads[at]?.megabytes ?? 0));
    const connections = [
      Math.max(...this.#samples.map((one) => one.connections)),
      '',
      this.#databaseConnections,
    ];
    const rows = this.#parts.map(({ name }, at) => [
      name,
      `${used[at]?.toFixed(1)} s`,
      ((used[at] ?? 0) / seconds).toFixed(2),
      mb(most(at)),
      String(connections[at]),
    ]);
    const half = this.#samples
      .slice(this.#samples.length >> 1)
      .map(({ loads }) => loads[0]?.megabytes ?? 0);
    const perThousand = ((used[0] ?? 0) * 1000) / requests;
    return [
      table(['part', 'processor', 'cores', 'most memory', 'connections'], rows).replaceAll(
        '\n',
        '\n  ',
      ),
      `sign-ins included, ${seconds.toFixed(0)} s; the server took ${perThousand.toFixed(1)} s for 1,000 requests`,
      `slope of its memory over the second half ${(slopeOf(half) * 60).toFixed(2)} MB a minute`,
    ];
  }
}

function mb(value: number): string {
  return `${Math.round(value)} MB`;
}

/** Megabytes a second, by least squares. */
function slopeOf(samples: number[]): number {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, one) => sum + one, 0) / samples.length;
  const over = samples.reduce((sum, one, at) => sum + (at - middle) * (one - mean), 0);
  return over / samples.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
}

type Crowd = {
  server: ServerProcess;
  agent: Agent;
  findings: Findings;
  /** How often the library said to try again later. */
  waited: number;
};
type Reader = { crowd: Crowd; cookie: string; seed: number; until: number };

/** Signs in; where too many do, as late as the library says. */
async function signIn(crowd: Crowd, account: number): Promise<string> {
  const body = JSON.stringify({ username: `reader${account}`, password });
  for (;;) {
    const headers = { 'content-type': 'application/json' };
    const answer = await ask(crowd, 'POST', '/auth', headers, body);
    const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0];
    if (cookie !== undefined) return cookie;
    const afterSeconds = Number(answer.headers['retry-after']);
    if (!(afterSeconds > 0)) throw new Error(`reader${account} cannot sign in: ${answer.content}`);
    crowd.waited += 1;
    await pause(afterSeconds * 1000);
  }
}

/** Until the texts are read and in the index. */
async function untilSearched(crowd: Crowd, cookie: string): Promise<void> {
  for (;;) {
    const found = await ask(crowd, 'GET', searchFor(0), { cookie });
    const { total, unread, not_indexed } = JSON.parse(found.content) as Record<string, number>; // our own server's
    if (total === texts && unread === 0 && not_indexed === 0) return;
    await pause(200); // nobody is called when it is ready
  }
}

const searchFor = (at: number) =>
  `/vue-egd-lib/api/search?q=${words[at % words.length]}&latest=true`;

const answered = new Set([200, 202, 206]);

/** Chooses a document, looks whether its file is there, reads it by ranges, searches, compares; again. */
async function read({ crowd, cookie, seed, until }: Reader): Promise<void> {
  const random = randomFrom(seed);
  // Answered as late as the library says, where many wait already.
  const get = async (
    url: string,
    headers: Record<string, string> = {},
    method = 'GET',
    body?: string,
  ) => {
    for (;;) {
      const answer = await ask(crowd, method, url, { cookie, ...headers }, body);
      const afterSeconds = Number(answer.headers['retry-after'] ?? 0);
      crowd.findings.tried += 1;
      if (answered.has(answer.status)) return answer.status;
      if (afterSeconds === 0) crowd.findings.lost.push(`${method} ${url}: ${answer.content}`);
      if (afterSeconds === 0 || Date.now() > until) return answer.status;
      crowd.waited += 1;
      await pause(afterSeconds * 1000);
    }
  };
  await pause(random(2000)); // not all do the same at the same moment
  while (Date.now() < until) {
    const customer = random(customers);
    await get('/auth/check');
    await get('/vue-egd-lib/api/customers');
    const zipped = { 'accept-encoding': 'gzip' };
    await get(`/vue-egd-lib/api/documents?customer=Customer%20${customer}`, zipped);
    const pdf = `/document/egd-lib/N-${random(files)}_EN_1.pdf`;
    await get(pdf, {}, 'HEAD');
    for (let i = 0; i < 20 && Date.now() < until; i++) {
      const from = random(fileBytes / rangeBytes) * rangeBytes;
      await get(pdf, { range: `bytes=${from}-${from + rangeBytes - 1}` });
      await pause(random(200));
    }
    await get(searchFor(random(words.length)));
    const compared = comparisonOf(random(texts));
    const json = { 'content-type': 'application/json' };
    const start = () => get(redlineAddress, json, 'POST', compared);
    while (Date.now() < until && (await start()) === 202) await pause(500); // as the page does
  }
}

const redlineAddress = '/vue-egd-lib/api/redline';

function comparisonOf(at: number): string {
  const [from, to] = ['1', '2'].map((doc_rev) => redlineName(textEntry(at, doc_rev)));
  return JSON.stringify({ from, to });
}

type Answer = { status: number; headers: IncomingHttpHeaders; content: string };

function ask(
  { server, agent }: Crowd,
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    send(`${server.url}${url}`, { agent, method, headers }, (answer) => {
      const { statusCode: status = 0, headers: given } = answer;
      text(answer).then((content) => resolve({ status, headers: given, content }), reject);
    })
      .on('error', reject)
      .end(body);
  });
}

const textEntry = (at: number, doc_rev: string) =>
  entryOf({ customer: `Customer ${at}`, doc_num: `T-${at}`, doc_rev });

async function fillLibrary(env: Record<string, string>, accounts: number): Promise<void> {
  const config = readConfig(env);
  const library = await openLibrary(config);
  await addReaders(library, accounts);
  const filled = Array.from({ length: documents }, (_, at) =>
    entryOf({ customer: `Customer ${at % customers}`, doc_num: `N-${at}` }),
  );
  const searched = Array.from({ length: texts }, (_, at) => [
    textEntry(at, '1'),
    textEntry(at, '2'),
  ]);
  await changeLibrary(library, { user: 'jsmith' }, (tx, change) =>
    saveEntries(tx, [...filled, ...searched.flat()], change),
  );
  await library.db.destroy();
  await mkdir(config.shareDir, { recursive: true });
  const pdf = Buffer.alloc(fileBytes, '% filling\n');
  pdf.write('%PDF-1.7\n');
  pdf.write('%%EOF\n', fileBytes - 6);
  const save = (name: string, bytes: Buffer) => writeFile(path.join(config.shareDir, name), bytes);
  for (let at = 0; at < files; at++) await save(`N-${at}_EN_1.pdf`, pdf);
  for (let at = 0; at < texts; at++) {
    const paragraphs = standardParagraphs(clauses, `T-${at}`);
    await save(`T-${at}_EN_1.pdf`, await settingPdf({ paragraphs }));
    const changed = paragraphs.map((one, line) =>
      line % 10 === 1 ? `${one} At least 720 h.` : one,
    );
    await save(`T-${at}_EN_2.pdf`, await settingPdf({ paragraphs: changed }));
  }
}

/** One is added as people are; the others have its hash of the password, which takes time to make. */
async function addReaders({ db }: Library, accounts: number): Promise<void> {
  await addUser(db, { name: 'reader0', password, roles: ['EGD_LIB'] }, new Date());
  const first = db
    .selectFrom('users')
    .select(['password_hash', 'created_at'])
    .where('name', '=', 'reader0');
  const same = await first.executeTakeFirstOrThrow();
  for (let at = 1; at < accounts; at++) {
    const name = `reader${at}`;
    const row = { name, name_key: name, display_name: name, ...same };
    const { id } = await db
      .insertInto('users')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('user_roles').values({ user_id: id, role_name: 'EGD_LIB' }).execute();
  }
}
