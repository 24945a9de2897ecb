import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../server/config/config.ts';
import { openLibrary } from '../../server/library.ts';
import type { CleanUp } from '../clean-up.ts';
import { temporaryFolder } from '../harness.ts';
import { TemporaryPostgres } from '../postgres/server.ts';
import { Crowd, fillForCrowd } from './crowd.ts';
import { type Drill, type Findings, noFindings, randomFrom } from './drill.ts';
import { ServerProcess } from './server-process.ts';

/** PostgreSQL is killed while librarians save, and started again. */
export const postgresKillsDrill: Drill = {
  what: 'kills of PostgreSQL during saves',
  times: { full: 50, short: 3 },
  run: killAgainAndAgain,
};

const longestRecoveryMs = 10_000;

async function killAgainAndAgain(times: number, cleanUp: CleanUp): Promise<Findings> {
  const findings = noFindings();
  const random = randomFrom(1);
  const dir = await temporaryFolder(cleanUp);
  const postgres = await TemporaryPostgres.start(cleanUp);
  await postgres.ask('create database library');
  const settings = { DATABASE_URL: postgres.url('library'), DATA_DIR: dir };
  const shareDir = path.join(dir, 'documents');
  await mkdir(shareDir);
  const library = await openLibrary(readConfig(settings));
  await fillForCrowd(library, shareDir);
  await library.db.destroy();
  const server = await ServerProcess.start(cleanUp, dir, settings);
  const crowd = await Crowd.start(server, { readers: 0, librarians: 10 });
  for (let round = 0; round < times; round++) {
    await crowd.untilSaved(20);
    await postgres.end(round % 5 === 4 ? 'kill' : 'immediate');
    await pause(100 + random(2000)); // so long it is down
    await postgres.start();
    const backAt = performance.now();
    await crowd.untilSaved(1);
    const recoveryMs = performance.now() - backAt;
    findings.recoveryMs.push(recoveryMs);
    findings.tried += 1;
    if (recoveryMs > longestRecoveryMs) {
      findings.lost.push(`${round}: ${Math.round(recoveryMs)} ms until the next save`);
    }
  }
  await crowd.end();
  findings.lost.push(...(await whatIsLost(settings, crowd)));
  findings.notes.push(
    `${crowd.saved.length} saves acknowledged, ${crowd.failed.length} refused meanwhile`,
  );
  await server.stop();
  return findings;
}

async function whatIsLost(settings: Record<string, string>, crowd: Crowd): Promise<string[]> {
  const { db } = await openLibrary(readConfig(settings));
  const rows = await db.selectFrom('documents').select('doc_num').execute();
  const lines = await db.selectFrom('audit').select('id').orderBy('id').execute();
  await db.destroy();
  const there = new Set(rows.map((row) => row.doc_num));
  const gap = lines.findIndex(({ id }, at) => id !== at + 1);
  return [
    ...crowd.saved.filter((number) => !there.has(number)).map((number) => `the save of ${number}`),
    ...(gap === -1 ? [] : [`line ${gap + 1} of the trail`]),
    ...crowd.failed
      .filter(({ came }) => !came.startsWith('503'))
      .map(({ what, came }) => `${what} was answered by ${came}`),
  ];
}
