import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type CaseRow, requireCase } from '../../server/cases/case-rows.ts';
import { eventsOf } from '../../server/cases/cases.ts';
import { decide, typeLine } from '../../server/cases/lines.ts';
import { moveCase } from '../../server/cases/moves.ts';
import { openByHand } from '../../server/cases/open-cases.ts';
import { saveEntries } from '../../server/catalogue/entries.ts';
import { changeLibrary, type Library } from '../../server/changes/change.ts';
import { openDatabase } from '../../server/db/open.ts';
import { lastEnded, runningImport } from '../../server/jobs/jobs.ts';
import { endJobsCutShort } from '../../server/undo/portions.ts';
import { openLibrary } from '../../server/library.ts';
import { readConfig } from '../../server/config/config.ts';
import { entryOf, temporaryFolder } from '../harness.ts';
import { findPostgres, TemporaryPostgres } from '../postgres/server.ts';
import { sqliteAt } from '../databases.ts';
import { times } from '../times.ts';

// A process is killed with SIGKILL while it writes, again and again. Every write that it had
// acknowledged must be in the database afterwards.

const rounds = times({ short: 3, full: 8 });
const importedRows = times({ short: 3000, full: 20_000 });

test('every acknowledged write is there after the process is killed', async () => {
  const file = path.join(await temporaryFolder(onTestFinished), 'library.sqlite');
  const acknowledged = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const child = fork(path.join(import.meta.dirname, 'endless-writer.ts'), [file, String(round)]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const killAfter = 3 + round * 4;
    let heard = 0;
    child.on('message', (doc_num: string) => {
      acknowledged.add(doc_num);
      heard += 1;
      if (heard === killAfter) child.kill('SIGKILL');
    });
    await once(child, 'close');
    expect(heard).toBeGreaterThanOrEqual(killAfter);
  }
  const db = await openDatabase({ database: sqliteAt(file) });
  onTestFinished(() => db.destroy());
  const kept = await db.selectFrom('documents').select(['doc_num', 'doc_desc']).execute();
  const numbers = new Set(kept.map((row) => row.doc_num));
  expect([...acknowledged].filter((doc_num) => !numbers.has(doc_num))).toEqual([]);
  // Each entry is written in two steps of one transaction, so the first is never there alone.
  expect(kept.filter((row) => row.doc_desc !== 'second step')).toEqual([]);
});

test('an import killed half-way leaves the library as it was', async () => {
  const folder = await temporaryFolder(onTestFinished);
  const sheet = path.join(folder, 'large.csv');
  const rows = Array.from(
    { length: importedRows },
    (_, i) => `Aurora Motors,AM-${i},Zinc plating,1,EN`,
  );
  await writeFile(sheet, ['customer,doc_num,doc_desc,doc_rev,language', ...rows].join('\n'));
  const file = path.join(folder, 'library.sqlite');
  for (const [step, killAt] of [
    ['checking', importedRows / 4],
    ['writing', importedRows / 4],
    ['writing', importedRows],
  ] as const) {
    const child = fork(path.join(import.meta.dirname, 'slow-importer.ts'), [file, sheet]);
    onTestFinished(() => void child.kill('SIGKILL'));
    child.on('message', ({ state, rows_done }: { state: string; rows_done: number }) => {
      if (state === step && rows_done >= killAt) child.kill('SIGKILL');
    });
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    const library = await openLibrary({ database: sqliteAt(file) });
    const { db } = library;
    await endJobsCutShort(library); // as the server does at its start
    expect(await db.selectFrom('documents').select('id').limit(1).execute()).toEqual([]);
    expect(await db.selectFrom('customers').select('id').execute()).toEqual([]);
    expect(await runningImport(db)).toBeNull();
    expect(await lastEnded(db, 'import')).toMatchObject({ state: 'failed', by_user: 'jsmith' });
    await db.destroy();
  }
});

const signatures = times({ short: 3, full: 51 });

const databases = ['sqlite', ...(findPostgres() === null ? [] : ['postgres'])];

test.each(databases)('a review is signed whole or not at all on %s', async (kind) => {
  const env = {
    DATA_DIR: await temporaryFolder(onTestFinished),
    DATABASE_URL: kind === 'sqlite' ? '' : await newPostgres(),
  };
  const library = await openLibrary(readConfig(env));
  onTestFinished(() => library.db.destroy());
  const { db } = library;
  for (let round = 0; round < signatures; round++) {
    const id = await decidedCase(library, `AM-${round}`);
    const killAt = (['begun', 'written', 'signed'] as const)[round % 3] ?? 'begun';
    const signer = path.join(import.meta.dirname, 'case-signer.ts');
    const child = fork(signer, [String(id), killAt], { env: { ...process.env, ...env } });
    onTestFinished(() => void child.kill('SIGKILL'));
    child.on('message', (message) => {
      if (message === killAt) child.kill('SIGKILL');
    });
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    const row = await requireCase(db, id);
    const lines = (await eventsOf(db, id)).map(({ user, text }) => `${user}: ${text}`);
    const signed = [
      'reviewed',
      'no_impact',
      'rita',
      true,
      'rita: Review signed, verdict: No impact',
    ];
    const unsigned = ['in_review', null, null, false, 'ralf: Line 1: No impact'];
    const found = [row.state, row.verdict, row.signed_by, row.reviewed_on !== null, lines.at(-1)];
    // Killed before the first write, it may have finished before the signal came.
    const allowed = { begun: [signed, unsigned], written: [unsigned], signed: [signed] }[killAt];
    expect(allowed).toContainEqual(found);
    if (row.state === 'in_review') await sign(library, row);
  }
  const states = await db.selectFrom('cases').select('state').distinct().execute();
  expect(states).toEqual([{ state: 'reviewed' }]);
});

async function newPostgres(): Promise<string> {
  const postgres = await TemporaryPostgres.start(onTestFinished);
  await postgres.ask('create database library');
  return postgres.url('library');
}

async function sign(library: Library, row: CaseRow): Promise<void> {
  const { version } = row;
  await changeLibrary(library, { user: 'rita' }, (tx, change) =>
    moveCase(tx, row, 'sign', { version, verdict: 'no_impact' }, change),
  );
}

/** A case in review whose only line is decided. */
async function decidedCase(library: Library, doc_num: string): Promise<number> {
  const { result } = await changeLibrary(library, { user: 'ralf' }, async (tx, change) => {
    await saveEntries(tx, [entryOf({ doc_num })], change);
    const { id: document } = await tx
      .selectFrom('documents')
      .select('id')
      .where('doc_num', '=', doc_num)
      .executeTakeFirstOrThrow();
    const id = await openByHand(tx, document, change);
    await moveCase(tx, await requireCase(tx, id), 'start', { version: 1 }, change);
    const row = await requireCase(tx, id);
    const line = { id: await typeLine(tx, row, 'Check the furnace', change), version: 1 };
    await decide(tx, row, { lines: [line], decision: 'no_impact' }, change);
    return id;
  });
  return result;
}
