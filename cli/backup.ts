import { existsSync } from 'node:fs';
import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';
import { backupLibrary, type BackupStep } from '../server/backup/backup.ts';
import { fileModes, type Manifest } from '../server/backup/manifest.ts';
import { checkBackup, restoreLibrary } from '../server/backup/restore.ts';
import { bytesOf, recordResult } from '../server/backup/results.ts';
import {
  backupsIn,
  deleteOldBackups,
  type KeepRule,
  readKeepRules,
} from '../server/backup/retention.ts';
import { settingsWithoutSecrets } from '../server/backup/settings.ts';
import type { SavedFiles } from '../server/backup/shared-files.ts';
import { type Config, readConfig } from '../server/config/config.ts';
import { explainError } from '../server/config/explain-error.ts';
import { type CliCommand, parseWords, UsageError } from './command.ts';
import { progressLine } from './terminal.ts';

const stepWords: Record<BackupStep, string> = {
  rows: 'rows copied',
  files: 'files saved',
  database: '',
  manifest: '',
  complete: '',
};

const backup: CliCommand = {
  usage: 'backup DIR|--in DIR [--with-files copy|link|reference] [--keep 7d,4w,12m]',
  does: 'Writes a snapshot of the library to a new folder. The library stays in use.',
  more: [
    'It contains the database (always as SQLite), the settings without secrets, and a list of the PDFs with',
    'their hashes. copy adds the PDFs; link adds them as hard links, if the disk can; reference, the default,',
    'leaves them to the backup of the shared folder. A backup contains no sessions.',
    '--in DIR names the backup by its time. --keep then deletes older backups of this library in the same folder,',
    'except the newest of each of the last 7 days, 4 weeks and 12 months that have one.',
  ],
  async run({ args, environment }) {
    const options = {
      'with-files': { type: 'string', default: 'reference' },
      in: { type: 'string' },
      keep: { type: 'string' },
    } as const;
    const { values, positionals } = parseWords(args, options, args.some(isIn) ? 0 : 1);
    const withFiles = fileModes.find((mode) => mode === values['with-files']);
    if (withFiles === undefined)
      throw new UsageError(`--with-files takes ${fileModes.join(', ')}:`);
    const rules = values.keep === undefined ? [] : readKeepRules(values.keep);
    if (rules === null)
      throw new UsageError('--keep takes days, weeks, months and years, such as 7d,4w,12m:');
    const target = path.resolve(
      values.in === undefined ? (positionals[0] ?? '') : nameIn(values.in),
    );
    const config = readConfig(environment);
    return recorded(config, 'backup', async () => {
      const progress = progressLine('');
      const { manifest, saved } = await backupLibrary({
        config,
        target,
        withFiles,
        settings: settingsWithoutSecrets(environment),
        onProgress: (step, done, of) => progress.show(done, of, stepWords[step]),
      }).finally(() => progress.end());
      list(
        'files changed since the library read them; the backup has their present content',
        saved.changed,
      );
      console.log(`${describe(manifest)}\nWritten to ${target}.`);
      list(notSaved.gone, saved.gone);
      list(notSaved.unreadable, saved.unreadable);
      const fault = faultOf(saved);
      if (fault === null && rules.length > 0)
        await prune(path.dirname(target), rules, config.shareDir);
      return { bytes: bytesOf(manifest), fault };
    });
  },
};

const isIn = (word: string) => word === '--in' || word.startsWith('--in=');

function nameIn(folder: string): string {
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return path.join(folder, `library-${time}`);
}

const notSaved = {
  gone: 'files are NOT in the backup: the shared folder no longer has them',
  unreadable: 'folders are unreadable: their files are NOT in the backup',
};

function faultOf({ gone, unreadable }: SavedFiles): string | null {
  const faults = [
    ...(gone.length > 0 ? [`${gone.length} ${notSaved.gone}`] : []),
    ...(unreadable.length > 0 ? [`${unreadable.length} ${notSaved.unreadable}`] : []),
  ];
  return faults.length === 0 ? null : faults.join('; ');
}

async function prune(folder: string, rules: readonly KeepRule[], shareDir: string): Promise<void> {
  const { deleted, kept } = await deleteOldBackups(folder, rules, shareDir);
  list(`older backups are deleted, ${kept} are kept`, deleted);
}

type Ending = { bytes: number | null; fault: string | null };

/** Records how it ended, for metrics and `doctor`; a fault of the record is no fault of the backup. */
async function recorded(
  config: Config,
  task: 'backup' | 'verify',
  run: () => Promise<Ending>,
): Promise<number> {
  const record = (ending: Ending) =>
    recordResult(config, { task, ...ending }).catch((error: unknown) =>
      console.error(`The metrics will not show this ${task}: ${explainError(error)}`),
    );
  const ending = await run().catch(async (error: unknown) => {
    await record({ bytes: null, fault: explainError(error).split('\n')[0] ?? '' });
    throw error;
  });
  await record(ending);
  return ending.fault === null ? 0 : 1;
}

const verify: CliCommand = {
  usage: 'verify DIR|--in DIR [--share DIR]',
  does: 'Checks that a backup is complete and can be restored: schema, hashes, database, counts.',
  more: [
    'It restores the rows to a temporary database and removes that afterwards.',
    '--in checks the newest backup in a folder.',
    '--share also checks that a shared folder has all listed files with the same bytes.',
  ],
  async run({ args, environment }) {
    const options = { share: { type: 'string' }, in: { type: 'string' } } as const;
    const { values, positionals } = parseWords(args, options, args.some(isIn) ? 0 : 1);
    const [given] = positionals;
    // A mistyped path is no verify: the result of the last one stays.
    if (given !== undefined && !existsSync(given)) {
      throw new LibraryError('backup_refused', `No backup found at ${path.resolve(given)}.`);
    }
    return recorded(readConfig(environment), 'verify', async () => {
      const target = values.in === undefined ? (given ?? '') : await newestIn(values.in);
      const progress = progressLine('files');
      const manifest = await checkBackup({
        target: path.resolve(target),
        shareDir: values.share === undefined ? null : path.resolve(values.share),
        onProgress: (done, of) => progress.show(done, of, 'read'),
      }).finally(() => progress.end());
      if (values.in !== undefined) console.log(`${target}:`);
      console.log(`${describe(manifest)}\nThe backup is complete.`);
      return { bytes: bytesOf(manifest), fault: null };
    });
  },
};

async function newestIn(folder: string): Promise<string> {
  const newest = (await backupsIn(path.resolve(folder))).at(-1);
  if (newest !== undefined) return newest.at;
  throw new LibraryError('backup_refused', `No complete backup found in ${folder}.`);
}

const restore: CliCommand = {
  usage: 'restore DIR',
  does: 'Restores a backup into the configured database (SQLite or PostgreSQL) and its PDFs into SHARE_DIR; both must be empty.',
  more: [
    'It verifies the backup first and compares every row afterwards. Stop the servers before. Everybody has to sign',
    'in again, and the server rebuilds the search index. Run an interrupted restore again: it resumes.',
  ],
  async run({ args, environment }) {
    const { positionals } = parseWords(args, {}, 1);
    const config = readConfig(environment);
    const progress = progressLine('');
    const manifest = await restoreLibrary({
      config,
      target: path.resolve(positionals[0] ?? ''),
      onProgress: (done, of, what) => progress.show(done, of, `${what} restored`),
    }).finally(() => progress.end());
    console.log(`${describe(manifest)}\nRestored and compared row by row.`);
    if (manifest.files.kept === 0 && manifest.files.listed > 0) {
      console.log(
        `The PDFs are not in the backup: they were in ${manifest.share_dir}. verify --share ${config.shareDir} compares them.`,
      );
    }
    return 0;
  },
};

function describe({ made_at, made_of, version, commit, schema, tables, files }: Manifest): string {
  const count = (of: number) => of.toLocaleString('en');
  const rows = Object.values(tables).reduce((sum, one) => sum + one, 0);
  return [
    `Made at ${made_at} of ${made_of === 'sqlite' ? 'SQLite' : 'PostgreSQL'} by version ${version}${commit === undefined ? '' : `, commit ${commit}`} (${schema.at(-1)}).`,
    `${count(tables['documents'] ?? 0)} entries, ${count(rows)} rows in ${Object.keys(tables).length} tables; ` +
      `${count(files.listed)} files listed, ${count(files.kept)} of them kept (${count(Math.ceil(files.bytes / 1e6))} MB).`,
  ].join('\n');
}

function list(what: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const some = paths.slice(0, 5).join(', ');
  console.log(`${paths.length} ${what}: ${some}${paths.length > 5 ? ' …' : ''}`);
}

export const backupCommands: Record<string, CliCommand> = { backup, verify, restore };
