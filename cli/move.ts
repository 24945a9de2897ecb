import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type DatabaseSettings, readConfig } from '../server/config/config.ts';
import { readDatabaseUrl } from '../server/config/database-url.ts';
import { lackedByLibrary } from '../server/db/open.ts';
import { moveLibrary } from '../server/backup/moving/move.ts';
import { type CliCommand, parseWords, UsageError } from './command.ts';
import { progressLine } from './terminal.ts';

export const move: CliCommand = {
  usage: 'move --to postgres://…|sqlite:FILE',
  does: 'Copies the library to another, empty database and compares both. Readers continue; changes wait.',
  more: [
    'The configured database is the source. Run an interrupted move again: it resumes.',
    'Afterwards set DATABASE_URL (or remove it, for library.sqlite in DATA_DIR) and restart every node.',
  ],
  async run({ args, environment }) {
    const { values } = parseWords(args, { to: { type: 'string' } }, 0);
    if (values.to === undefined) throw new UsageError('Name the target with --to:');
    const config = readConfig(environment);
    const from = config.database;
    const to = databaseAt(values.to, environment);
    await lackedByLibrary({ ...config, begins: false }); // there is one
    const progress = progressLine('rows');
    const counts = await moveLibrary({
      from,
      to,
      onProgress: ({ rows, of }) => progress.show(rows, of),
      async whileHeld() {
        progress.end();
        await untilRestarted();
      },
    });
    for (const [table, rows] of counts) console.log(`${rows.toLocaleString('en')}\t${table}`);
    console.log('Both databases have the same rows. The old one is unchanged.');
    return 0;
  },
};

function databaseAt(
  words: string,
  environment: Record<string, string | undefined>,
): DatabaseSettings {
  const file = /^sqlite:(.+)$/.exec(words)?.[1];
  if (file === undefined) requireAddress(words);
  const settings = { ...environment, DATABASE_URL: file === undefined ? words : undefined };
  const { database } = readConfig(settings);
  return file === undefined
    ? database
    : { kind: 'sqlite', file: path.resolve(file), migrates: true };
}

function requireAddress(words: string): void {
  if (!/^postgres(ql)?:/.test(words)) {
    throw new UsageError('--to needs postgres://user@host/database or sqlite:FILE:');
  }
  const address = readDatabaseUrl(words, { password: null, sslRootCert: null });
  if ('fault' in address) throw new UsageError(address.fault.replace('DATABASE_URL', '--to'));
}

/** Blocks changes until the servers use the new database: later changes of the old one would be lost. */
async function untilRestarted(): Promise<void> {
  console.log(
    'All rows are copied and compared. The new database will not get later changes of the old one.',
  );
  if (!process.stdin.isTTY) return;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  await terminal.question(
    'The old database refuses changes until you press Enter. First restart the servers with the new DATABASE_URL. ',
  );
  terminal.close();
}
