import path from 'node:path';
import { describeBuild, ownBuild } from '../server/config/build.ts';
import { readConfig } from '../server/config/config.ts';
import { type GivenSettings, readEnvironment } from '../server/config/environment.ts';
import type { Library } from '../server/changes/change.ts';
import { explainError } from '../server/config/explain-error.ts';
import { openLibrary } from '../server/library.ts';
import { authTest } from './auth-test.ts';
import { accessCommands } from './access.ts';
import { backupCommands } from './backup.ts';
import { calendarCommands } from './calendars.ts';
import { catalogueCommands } from './catalogue.ts';
import { type CliCommand, UsageError } from './command.ts';
import { doctor } from './doctor.ts';
import { fileCommands } from './files.ts';
import { describe, help, nameIn, unknownCommand } from './help.ts';
import { migrate } from './migrate.ts';
import { move } from './move.ts';
import { reindex } from './reindex.ts';
import { scan } from './scan.ts';
import { groupCommands, userCommands } from './users.ts';
import { why } from './why.ts';

const commands: Record<string, CliCommand> = {
  ...userCommands,
  ...groupCommands,
  'auth test': authTest,
  ...accessCommands,
  ...catalogueCommands,
  ...calendarCommands,
  ...fileCommands,
  scan,
  why,
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
  /** As root, becomes the user of the data folder; see server/config/owner.ts. */
  becomeOwner?: (dataDir: string) => string | null;
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
  let opened: Library | undefined;
  try {
    const given = readEnvironment(around.folder, around.env);
    const { environment } = given;
    reportSettings(given, path.resolve(around.folder, environment['DATA_DIR'] ?? 'data'), around);
    return await command.run({
      args,
      environment,
      settings: given,
      readPassword: around.readPassword,
      open: async (how) => {
        const config = readConfig(environment);
        opened = await openLibrary({ ...config, begins: how === 'or begin' });
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

/** Says which settings are used, on standard error: the output of a command is for programs too. */
function reportSettings(
  { file, faults, notes, environment }: GivenSettings,
  dataDir: string,
  { becomeOwner }: Surroundings,
): void {
  if (file !== null) console.error(`Settings: ${file}`);
  else if (!environment['DATA_DIR']) console.error(`Settings: none; the library is in ${dataDir}`);
  for (const words of [...faults, ...notes]) console.error(`Note: ${words}`);
  const owner = becomeOwner?.(dataDir) ?? null;
  if (owner !== null) console.error(owner);
}
