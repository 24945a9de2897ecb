import { backupBeforeMigration } from '../server/backup/before-migration.ts';
import { readConfig } from '../server/config/config.ts';
import { lackedByLibrary, migrateDatabase } from '../server/db/open.ts';
import { type CliCommand, parseWords } from './command.ts';

export const migrate: CliCommand = {
  usage: 'migrate',
  does: 'Backs up and migrates the database. The server does it at its start, unless MIGRATE=off.',
  async run({ args, environment }) {
    parseWords(args, {}, 0);
    const config = readConfig(environment);
    const missing = await lackedByLibrary(config);
    if (missing.length > 0) await backupBeforeMigration(config, missing);
    const ran = await migrateDatabase(config.database);
    console.log(ran.length === 0 ? 'The database is up to date.' : `Migrated: ${ran.join(', ')}.`);
    return 0;
  },
};
