import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { changeLibrary } from '../../server/changes/change.ts';
import { addUser } from '../../server/auth/accounts.ts';
import { saveEntries } from '../../server/catalogue/entries.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { Db } from '../../server/db/schema.ts';
import { openLibrary } from '../../server/library.ts';
import type { CleanUp } from '../clean-up.ts';
import { entryOf, password, temporaryFolder } from '../harness.ts';
import { type Drill, type Findings, noFindings, randomFrom } from './drill.ts';
import { ServerProcess } from './server-process.ts';
import { sqliteAt } from '../databases.ts';

/** The server is killed while it saves, imports, uploads, renames and scans. */
export const killsDrill: Drill = {
  what: 'kills during saves, imports, uploads, renames, scans',
  times: { full: 500, short: 6 },
  run: killAgainAndAgain,
};

const importedAtOnce = 100;
const uploadTo = { id: 1, file: 'UP-1_EN_1.pdf' };
/** One file goes back and forth between the names of two entries. */
const renamed = { file: 1, documents: [2, 3], names: ['RN-1_EN_1.pdf', 'RN-2_EN_1.pdf'] };

/** What the server has acknowledged, and what was under way when it was killed. */
type Work = {
  saved: string[];
  imported: string[];
  uploaded: { content: string; isAcknowledged: boolean }[];
  renames: { name: string; isAcknowledged: boolean }[];
};

async function killAgainAndAgain(times: number, cleanUp: CleanUp): Promise<Findings> {
  const dir = await temporaryFolder(cleanUp);
  await fillLibrary(dir);
  const db = await openDatabase({ database: sqliteAt(path.join(dir, 'library.sqlite')) });
  cleanUp(() => db.destroy());
  const findings = noFindings();
  const random = randomFrom(1);
  const work: Work = { saved: [], imported: [], uploaded: [], renames: [] };
  let server = await ServerProcess.start(cleanUp, dir, { SCAN_EVERY_SECONDS: '1' });
  const cookie = await server.signIn('librarian');
  await untilScanned(db);
  for (let round = 0; round < times; round++) {
    const over = new AbortController();
    const workers = startWork({ url: server.url, cookie, round, work, signal: over.signal, dir });
    await pause(50 + random(1500));
    await server.kill();
    over.abort();
    await workers;
    const killedAt = performance.now();
    server = await ServerProcess.start(cleanUp, dir, { SCAN_EVERY_SECONDS: '1' });
    await untilSettled(db, dir);
    findings.recoveryMs.push(performance.now() - killedAt);
    findings.tried += 1;
    findings.lost.push(...(await whatIsLost(db, dir, work)).map((what) => `${round}: ${what}`));
  }
  await server.stop();
  findings.notes.push(
    `${work.saved.length} saves, ${work.imported.length} imports, ` +
      `${acknowledged(work.uploaded)} uploads, ${acknowledged(work.renames)} renames acknowledged`,
  );
  return findings;
}

function acknowledged(steps: { isAcknowledged: boolean }[]): number {
  return steps.filter((step) => step.isAcknowledged).length;
}

type Round = {
  url: string;
  cookie: string;
  round: number;
  work: Work;
  signal: AbortSignal;
  dir: string;
};

/** All kinds of work side by side, until the server is gone. */
async function startWork({ url, cookie, round, work, signal, dir }: Round): Promise<void> {
  const call = async (method: string, at: string, type: string, body: string) => {
    const answer = await fetch(`${url}/vue-egd-lib/api/manage/${at}`, {
      method,
      headers: { cookie, 'content-type': type },
      body,
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${at}: ${answer.status} ${text}`);
    // The calls of the console answer in JSON.
    return JSON.parse(text) as { results?: { outcome?: string; refused?: string | null }[] };
  };
  const json = (at: string, body: object) =>
    call('POST', at, 'application/json', JSON.stringify(body));

  const repeat = async (once: (at: number) => Promise<void>) => {
    // A call that the kill cut short is no fault.
    for (let at = 0; !signal.aborted; at++) await once(at).catch(() => pause(5));
  };
  await Promise.all([
    repeat(async (at) => {
      const entry = entryOf({ doc_num: `S-${round}-${at}` });
      const { results } = await json('documents/save', {
        rows: [{ id: null, version: null, ...entry }],
      });
      if (results?.[0]?.outcome === 'saved') work.saved.push(entry.doc_num);
    }),
    repeat(async (at) => {
      const batch = `I-${round}-${at}`;
      const rows = Array.from(
        { length: importedAtOnce },
        (_, row) => `Aurora Motors,${batch}-${row},Zinc,1,EN`,
      );
      const sheet = ['customer,doc_num,doc_desc,doc_rev,language', ...rows].join('\n');
      await call('POST', 'import?format=csv', 'application/octet-stream', sheet);
      work.imported.push(batch);
    }),
    repeat(async (at) => {
      const step = { content: pdfOf(`${round}-${at}`), isAcknowledged: false };
      work.uploaded.push(step);
      const to = `documents/${uploadTo.id}/file?replace=yes`;
      await call('PUT', to, 'application/pdf', step.content);
      step.isAcknowledged = true;
    }),
    repeat(async (at) => {
      const which = at % 2;
      const step = { name: renamed.names[which] ?? '', isAcknowledged: false };
      work.renames.push(step);
      const row = { file_id: renamed.file, document_id: renamed.documents[which] };
      const { results } = await json('files/rename', { rows: [row] });
      step.isAcknowledged = results?.[0]?.refused === null;
    }),
    repeat(async (at) => {
      // Something for the scans to find.
      await writeFile(path.join(dir, 'documents', `N-${round}-${at}_EN_1.pdf`), pdfOf('new'));
      await pause(100);
    }),
  ]);
}

function pdfOf(text: string): string {
  return `%PDF-1.7\n% ${text} ${'.'.repeat(20_000)}\n%%EOF\n`;
}

async function whatIsLost(db: Db, dir: string, work: Work): Promise<string[]> {
  const lost: string[] = [];
  const rows = await db.selectFrom('documents').select('doc_num').execute();
  const numbers = new Set(rows.map((row) => row.doc_num));
  lost.push(...work.saved.filter((number) => !numbers.has(number)).map((n) => `save of ${n}`));

  const imported = new Map<string, number>();
  for (const number of numbers) {
    const batch = /^(I-\d+-\d+)-\d+$/.exec(number)?.[1];
    if (batch !== undefined) imported.set(batch, (imported.get(batch) ?? 0) + 1);
  }
  for (const [batch, count] of imported) {
    if (count !== importedAtOnce) lost.push(`${importedAtOnce - count} rows of import ${batch}`);
  }
  lost.push(...work.imported.filter((batch) => !imported.has(batch)).map((b) => `import ${b}`));

  lost.push(...(await lostUploads(db, dir, work)), ...(await lostRenames(db, dir, work)));
  const { rows: faults } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
    db,
  );
  if (faults[0]?.integrity_check !== 'ok') lost.push('the integrity of the database');
  return lost;
}

/** The file is the last one acknowledged, or one that was under way; each has its line. */
async function lostUploads(db: Db, dir: string, { uploaded }: Work): Promise<string[]> {
  const at = path.join(dir, 'documents', uploadTo.file);
  const there = await readFile(at, 'utf8').catch(() => null);
  const last = uploaded.findLastIndex((step) => step.isAcknowledged);
  if (last === -1 && there === null) return [];
  const found = uploaded.findIndex((step) => step.content === there);
  const lost = found === -1 || found < last ? ['an upload'] : [];
  for (const step of uploaded) if (step.content === there) step.isAcknowledged = true;
  const published = acknowledged(uploaded);
  const lines = await linesOf(db, uploadTo.id, ['uploaded', 'replaced']);
  if (lines !== published) lost.push(`${published} uploads have ${lines} lines`);
  return lost;
}

async function lostRenames(db: Db, dir: string, { renames }: Work): Promise<string[]> {
  const names = (await readdir(path.join(dir, 'documents'))).filter((one) => one.startsWith('RN-'));
  if (names.length !== 1) return [`the renamed file has the names ${names.join(', ') || 'none'}`];
  const row = await db
    .selectFrom('files')
    .select('path')
    .where('id', '=', renamed.file)
    .executeTakeFirst();
  if (row?.path !== names[0]) return [`the file is ${names[0]}, the library says ${row?.path}`];
  const last = renames.findLastIndex((step) => step.isAcknowledged);
  const underWay = renames.slice(last + 1).some((step) => step.name === names[0]);
  const isLost = last >= 0 && renames[last]?.name !== names[0] && !underWay;
  return isLost ? [`the rename to ${renames[last]?.name}`] : [];
}

async function linesOf(db: Db, document: number, actions: ('uploaded' | 'replaced')[]) {
  const { count } = await db
    .selectFrom('audit')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('document_id', '=', document)
    .where('action', 'in', actions)
    .executeTakeFirstOrThrow();
  return count;
}

const longestMs = 20_000;

/** Until what the killed server left is finished or undone. */
async function untilSettled(db: Db, dir: string): Promise<void> {
  await until('what was cut short was not settled', async () => {
    const open = await db.selectFrom('file_changes').select('id').execute();
    const names = await readdir(path.join(dir, 'documents'));
    return open.length === 0 && !names.some((name) => name.endsWith('.part'));
  });
}

async function untilScanned(db: Db): Promise<void> {
  await until('the folder was not scanned', async () => {
    const found = await db
      .selectFrom('files')
      .select('id')
      .where('id', '=', renamed.file)
      .execute();
    return found.length === 1;
  });
}

async function until(otherwise: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + longestMs;
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error(`After ${longestMs} ms ${otherwise}.`);
    await pause(20);
  }
}

async function fillLibrary(dir: string): Promise<void> {
  const library = await openLibrary({ database: sqliteAt(path.join(dir, 'library.sqlite')) });
  const roles = ['EGD_LIB', 'EGD_LIB_EDIT'];
  const user = { name: 'librarian', password, roles, display_name: 'Librarian' };
  await addUser(library.db, user, new Date());
  const entries = ['UP-1', 'RN-1', 'RN-2'].map((doc_num) => entryOf({ doc_num }));
  await changeLibrary(library, { user: 'jsmith' }, (tx, change) =>
    saveEntries(tx, entries, change),
  );
  await library.db.destroy();
  await mkdir(path.join(dir, 'documents'));
  await writeFile(path.join(dir, 'documents', 'RN-2_EN_1.pdf'), pdfOf('renamed'));
}
