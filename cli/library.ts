import { describeBuild, ownBuild } from '../server/config/build.ts';
import { readConfig, readEnvironment } from '../server/config/config.ts';
import type { Library } from '../server/changes/change.ts';
import { explainError } from '../server/config/explain-error.ts';
import { openLibrary } from '../server/library.ts';
import { authTest } from './auth-test.ts';
import { accessCommands } from './access.ts';
import { backupCommands } from './backup.ts';
import { catalogueCommands } from './catalogue.ts';
import { type Command, UsageError } from './command.ts';
import { doctor } from './doctor.ts';
import { fileCommands } from './files.ts';
import { describe, help, nameIn, unknownCommand } from './help.ts';
import { migrate } from './migrate.ts';
import { move } from './move.ts';
import { reindex } from './reindex.ts';
import { scan } from './scan.ts';
import { groupCommands, userCommands } from './users.ts';

const commands: Record<string, Command> = {
  ...userCommands,
  ...groupCommands,
  'auth test': authTest,
  ...accessCommands,
  ...catalogueCommands,
  ...fileCommands,
  scan,
  reindex,
  doctor,
  ...backupCommands,
  migrate,
  move,
};

/** A command's folder, environment and source of passwords. */
export type Surroundings = {
  folder: string;
  env: Record<string, string | undefined>;
  readPassword: () => Promise<string>;
};

/** Runs the command that the words name; returns the exit code. */
export async function runCommand(words: readonly string[], around: Surroundings): Promise<number> {
  if (words[0] === undefined || ['help', '--help', '-h'].includes(words[0])) {
    return help(words.slice(1).join(' '), commands);
  }
  if (['version', '--version', '-V'].includes(words[0])) {
    console.log(describeBuild(ownBuild()));
    return 0;
  }
  const name = nameIn(words, commands);
  const command = name === null ? undefined : commands[name];
  if (name === null || command === undefined) {
    console.error(unknownCommand(words, commands));
    return 2;
  }
  const args = words.slice(name.split(' ').length);
  if (args.includes('--help')) return help(name, commands);
  const environment = readEnvironment(around.folder, around.env);
  let opened: Library | undefined;
  try {
    return await command.run({
      args,
      environment,
      readPassword: around.readPassword,
      open: async () => {
        const config = readConfig(environment);
        opened = await openLibrary(config);
        return { config, library: opened };
      },
    });
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n${describe(command)}`);
      return 2;
    }
    console.error(explainError(error));
    return 1;
  } finally {
    await opened?.db.destroy();
  }
}
