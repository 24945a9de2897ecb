import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addUser } from '../../server/auth/accounts.ts';
import { changeLibrary } from '../../server/changes/change.ts';
import { saveEntries } from '../../server/catalogue/entries.ts';
import { openLibrary } from '../../server/library.ts';
import type { CleanUp } from '../clean-up.ts';
import { entryOf, password, temporaryFolder } from '../harness.ts';
import { type Drill, type Findings, noFindings, randomFrom } from './drill.ts';
import { ServerProcess } from './server-process.ts';
import { sqliteAt } from '../databases.ts';

const readers = 300;
const customers = 5;
const documents = 2000;
const files = 20;
const fileBytes = 8 * 1024 * 1024;
const rangeBytes = 64 * 1024;

/** 300 people read for this number of seconds. What is wanted of the memory is in ADR 0014. */
export const readersDrill: Drill = {
  what: '300 readers, seconds',
  times: { full: 600, short: 10 },
  run: readFor,
};

async function readFor(seconds: number, cleanUp: CleanUp): Promise<Findings> {
  const dir = await temporaryFolder(cleanUp);
  await fillLibrary(dir);
  const server = await ServerProcess.start(cleanUp, dir);
  await pause(Math.min(seconds, 15) * 1000); // until the files are scanned and read
  const idle = server.residentMegabytes;
  const findings = noFindings();
  const cookies = await Promise.all(Array.from({ length: 10 }, () => server.signIn('reader')));
  const until = Date.now() + seconds * 1000;
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  const samples: number[] = [];
  const processorBefore = server.processorSeconds;
  const sampling = setInterval(() => samples.push(server.residentMegabytes), 1000);
  await Promise.all(
    Array.from({ length: readers }, (_, at) =>
      read({
        server,
        agent,
        cookie: cookies[at % cookies.length] ?? '',
        seed: at,
        until,
        findings,
      }),
    ),
  );
  clearInterval(sampling);
  agent.destroy();
  const processor = server.processorSeconds - processorBefore;
  await pause(Math.min(seconds, 20) * 1000);
  const after = server.residentMegabytes;
  const half = samples.slice(Math.floor(samples.length / 2));
  findings.notes.push(
    `idle ${mb(idle)}, most ${mb(Math.max(...samples))}, at the end ${mb(samples.at(-1) ?? 0)}, ` +
      `${mb(after)} when all have gone; slope over the second half ` +
      `${((slopeOf(half) ?? 0) * 60).toFixed(2)} MB a minute`,
  );
  const perThousand = (processor * 1000) / findings.tried;
  findings.notes.push(
    `processor ${processor.toFixed(1)} s in ${seconds} s, ${perThousand.toFixed(1)} s for 1,000 requests`,
  );
  await server.stop();
  return findings;
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

type Reader = {
  server: ServerProcess;
  agent: Agent;
  cookie: string;
  seed: number;
  until: number;
  findings: Findings;
};

/** Chooses a customer and a document, looks whether its file is there, reads it by ranges; again. */
async function read({ server, agent, cookie, seed, until, findings }: Reader): Promise<void> {
  const random = randomFrom(seed);
  const ask = async (method: string, url: string, headers: Record<string, string> = {}) => {
    const status = await statusOf(agent, method, `${server.url}${url}`, { cookie, ...headers });
    findings.tried += 1;
    if (![200, 206, 404].includes(status)) findings.lost.push(`${method} ${url}: ${status}`);
  };
  while (Date.now() < until) {
    const customer = random(customers);
    await ask('GET', '/auth/check');
    await ask('GET', '/vue-egd-lib/api/customers');
    await ask('GET', `/vue-egd-lib/api/documents?customer=Customer%20${customer}`, {
      'accept-encoding': 'gzip',
    });
    const pdf = `/document/egd-lib/N-${random(files)}_EN_1.pdf`;
    await ask('HEAD', pdf);
    for (let i = 0; i < 20 && Date.now() < until; i++) {
      const from = random(fileBytes / rangeBytes) * rangeBytes;
      await ask('GET', pdf, { range: `bytes=${from}-${from + rangeBytes - 1}` });
      await pause(random(200));
    }
  }
}

function statusOf(
  agent: Agent,
  method: string,
  url: string,
  headers: Record<string, string>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    send(url, { agent, method, headers }, (answer) => {
      buffer(answer).then(() => resolve(answer.statusCode ?? 0), reject);
    })
      .on('error', reject)
      .end();
  });
}

async function fillLibrary(dir: string): Promise<void> {
  const library = await openLibrary({ database: sqliteAt(path.join(dir, 'library.sqlite')) });
  const roles = ['EGD_LIB'];
  await addUser(
    library.db,
    { name: 'reader', password, roles, display_name: 'Reader' },
    new Date(),
  );
  const entries = Array.from({ length: documents }, (_, at) =>
    entryOf({ customer: `Customer ${at % customers}`, doc_num: `N-${at}` }),
  );
  await changeLibrary(library, { user: 'jsmith' }, (tx, change) =>
    saveEntries(tx, entries, change),
  );
  await library.db.destroy();
  await mkdir(path.join(dir, 'documents'));
  const pdf = Buffer.alloc(fileBytes, '% filling\n');
  pdf.write('%PDF-1.7\n');
  pdf.write('%%EOF\n', fileBytes - 6);
  for (let at = 0; at < files; at++) {
    await writeFile(path.join(dir, 'documents', `N-${at}_EN_1.pdf`), pdf);
  }
}
