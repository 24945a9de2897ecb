import { readConfig } from '../server/config.ts';
import { migrateDatabase } from '../server/db/open.ts';
import { type Command, parseWords } from './command.ts';

export const migrate: Command = {
  usage: 'migrate',
  does: 'Brings the database up to date, as the server does at its start unless MIGRATE is off.',
  async run({ args, environment }) {
    parseWords(args, {}, 0);
    const { database } = readConfig(environment);
    const ran = await migrateDatabase(database);
    console.log(ran.length === 0 ? 'The database is up to date.' : `Made: ${ran.join(', ')}.`);
    return 0;
  },
};
