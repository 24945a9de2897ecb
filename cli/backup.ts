import path from 'node:path';
import { backupLibrary, type BackupStep } from '../server/backup/backup.ts';
import { fileModes, type Manifest } from '../server/backup/manifest.ts';
import { checkBackup, restoreLibrary } from '../server/backup/restore.ts';
import { settingsWithoutSecrets } from '../server/backup/settings.ts';
import { readConfig } from '../server/config/config.ts';
import { type Command, parseWords, UsageError } from './command.ts';
import { progressLine } from './terminal.ts';

const stepWords: Record<BackupStep, string> = {
  rows: 'rows copied',
  files: 'files saved',
  database: '',
  manifest: '',
  complete: '',
};

const backup: Command = {
  usage: 'backup DIR|FILE.tar [--with-files copy|link|reference]',
  does: 'Writes a snapshot of the library to a new folder or tar file, while it is in use.',
  more: [
    'It has the database (always as SQLite), the settings without secrets, and a list of the PDFs with their',
    'hashes. copy adds the PDFs; link adds them as hard links, if the disk can; reference, which',
    'is the default, leaves them to the backup of the shared folder. A backup has no sessions.',
  ],
  async run({ args, environment }) {
    const options = { 'with-files': { type: 'string', default: 'reference' } } as const;
    const { values, positionals } = parseWords(args, options, 1);
    const withFiles = fileModes.find((mode) => mode === values['with-files']);
    if (withFiles === undefined)
      throw new UsageError(`--with-files takes ${fileModes.join(', ')}:`);
    const target = path.resolve(positionals[0] ?? '');
    const progress = progressLine('');
    const { manifest, saved } = await backupLibrary({
      config: readConfig(environment),
      target,
      withFiles,
      settings: settingsWithoutSecrets(environment),
      onProgress: (step, done, of) => progress.show(done, of, stepWords[step]),
    }).finally(() => progress.end());
    list(
      'files changed since the library read them; they are saved as they are now',
      saved.changed,
    );
    console.log(`${describe(manifest)}\nWritten to ${target}.`);
    list('files are NOT in the backup: they are missing in the shared folder', saved.gone);
    list('folders could not be read: their files are NOT in the backup', saved.unreadable);
    return saved.gone.length + saved.unreadable.length === 0 ? 0 : 1;
  },
};

const verify: Command = {
  usage: 'verify DIR|FILE.tar [--share DIR]',
  does: 'Checks that a backup is complete and can be restored: schema, hashes, database, counts.',
  more: [
    'Its rows are restored to a temporary database, which is removed afterwards.',
    '--share also checks that a shared folder has all listed files with the same bytes.',
  ],
  async run({ args }) {
    const { values, positionals } = parseWords(args, { share: { type: 'string' } } as const, 1);
    const progress = progressLine('files');
    const manifest = await checkBackup({
      target: path.resolve(positionals[0] ?? ''),
      shareDir: values.share === undefined ? null : path.resolve(values.share),
      onProgress: (done, of) => progress.show(done, of, 'read'),
    }).finally(() => progress.end());
    console.log(`${describe(manifest)}\nThe backup is whole.`);
    return 0;
  },
};

const restore: Command = {
  usage: 'restore DIR|FILE.tar',
  does: 'Restores a backup into the empty database of the settings, of either kind, and its PDFs into an empty SHARE_DIR.',
  more: [
    'The backup is verified first, and every row compared afterwards. Stop the servers before. Everybody has to sign',
    'in again, and the search index is rebuilt. An interrupted restore resumes when it is run again.',
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
    console.log(`${describe(manifest)}\nRestored; every row was compared.`);
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

export const backupCommands: Record<string, Command> = { backup, verify, restore };
