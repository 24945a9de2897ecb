import type { StatsFs } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { verdicts } from '#contract/upload-status.ts';
import type { Config } from '../config/config.ts';
import { lastAuditId } from '../changes/trail.ts';
import type { Db } from '../db/schema.ts';
import { countFilesByVerdict } from '../matching/files.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import { countUnread } from '../scan/scan-state.ts';
import { countRows } from '../db/count-rows.ts';
import type { ScrapedMetrics } from '../http/scraped.ts';

/** A share that hangs holds up no scrape for longer. */
const shareLimitMs = 1500;

/** Metrics of the library, read from the database for each scrape. */
export function measureLibrary(
  metrics: ScrapedMetrics,
  { config, db, folder }: { config: Config; db: Db; folder: SharedFolder },
): void {
  metrics.gauge(
    'library_database_up',
    'Whether the database answers',
    () => scan().then(() => 1),
    0,
  );
  metrics.gauge(
    'library_share_reachable',
    'Whether this node can read the shared folder',
    () => folder.requireReachable().then(() => 1),
    0,
  );
  metrics.gauge('library_sessions', 'Open sessions', () => countRows(db.selectFrom('sessions')));
  metrics.gauge('library_users', 'Accounts', () => countRows(db.selectFrom('users')));
  metrics.gauge('library_entries', 'Entries of the catalogue', () =>
    countRows(db.selectFrom('documents')),
  );
  metrics.gauges('library_files', 'Files in the shared folder', ['verdict'], async () => {
    const counts = await countFilesByVerdict(db);
    return verdicts.map((verdict) => [{ verdict }, counts.get(verdict) ?? 0]);
  });
  metrics.gauge('library_files_unread', 'Complete files that wait to be read', () =>
    countUnread(db),
  );
  metrics.gauge('library_contents', 'PDFs with extracted text', () =>
    countRows(db.selectFrom('contents')),
  );
  metrics.gauge('library_scan_finished_timestamp_seconds', 'When the last scan ended', async () => {
    const { finished_at } = await scan();
    return finished_at === null ? Number.NaN : Date.parse(finished_at) / 1000;
  });
  metrics.gauge(
    'library_scan_stopped',
    'Whether scans have stopped; the console says why',
    async () => ((await scan()).fault === null ? 0 : 1),
  );
  metrics.gauge('library_jobs_running', 'Imports, previews and large undos', () =>
    countRows(db.selectFrom('jobs').where('finished_at', 'is', null)),
  );
  metrics.gauge('library_trail_lines', 'Changes of the library so far', () => lastAuditId(db));
  metrics.gauge('library_database_seconds', 'Time of the last answer of the database', async () => {
    const from = performance.now();
    await scan();
    return (performance.now() - from) / 1000;
  });
  metrics.gauge('library_database_bytes', 'Size of the database', () => databaseBytes(config, db));

  for (const task of ['backup', 'verify']) {
    const last = () =>
      db.selectFrom('backup_results').selectAll().where('task', '=', task).executeTakeFirst();
    metrics.gauge(
      `library_last_${task}_timestamp_seconds`,
      `When a ${task} last succeeded; 0 is never`,
      async () => Date.parse((await last())?.succeeded_at ?? new Date(0).toISOString()) / 1000,
    );
    metrics.gauge(`library_last_${task}_failed`, `Whether the last ${task} failed`, async () => {
      const result = await last();
      return result === undefined ? Number.NaN : Number(result.fault !== null);
    });
    metrics.gauge(
      `library_last_${task}_bytes`,
      `Size of the backup of the last ${task}`,
      async () => (await last())?.bytes ?? Number.NaN,
    );
  }
  metrics.gauges(
    'library_free_bytes',
    'Free bytes on the disk of a folder',
    ['folder'],
    async () => {
      const free = await Promise.allSettled([
        statfs(config.dataDir),
        folder.run<StatsFs>((fs, done) => fs.statfs(folder.root, done), shareLimitMs),
      ]);
      return ['data', 'share'].flatMap((name, at) => {
        const facts = free[at];
        return facts?.status === 'fulfilled'
          ? [[{ folder: name }, facts.value.bavail * facts.value.bsize] as const]
          : [];
      });
    },
  );

  const scan = () =>
    db.selectFrom('scan_state').select(['finished_at', 'fault']).executeTakeFirstOrThrow();
}

async function databaseBytes({ database }: Config, db: Db): Promise<number> {
  if (database.kind === 'sqlite') {
    const log = await stat(`${database.file}-wal`).catch(() => ({ size: 0 }));
    return (await stat(database.file)).size + log.size;
  }
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db);
  return rows[0]?.bytes ?? Number.NaN;
}
