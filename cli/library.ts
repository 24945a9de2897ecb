import { readConfig, readEnvironment } from '../server/config.ts';
import type { Library } from '../server/audit/change.ts';
import { explainError } from '../server/explain-error.ts';
import { openLibrary } from '../server/library.ts';
import { accessCommands } from './access.ts';
import { catalogueCommands } from './catalogue.ts';
import { type Command, UsageError } from './command.ts';
import { doctor } from './doctor.ts';
import { fileCommands } from './files.ts';
import { scan } from './scan.ts';
import { userCommands } from './users.ts';

const commands: Record<string, Command> = {
  ...userCommands,
  ...accessCommands,
  ...catalogueCommands,
  ...fileCommands,
  scan,
  doctor,
};

/** Runs the command that the words name, and gives the exit code. */
async function runCommand(words: readonly string[]): Promise<number> {
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((one) =>
    Object.hasOwn(commands, one),
  );
  const command = name === undefined ? undefined : commands[name];
  if (name === undefined || command === undefined) {
    console.error(`Commands:\n${Object.values(commands).map(line).join('\n')}`);
    return words[0] === '--help' ? 0 : 2;
  }
  const args = words.slice(name.split(' ').length);
  if (args.includes('--help')) {
    console.log(line(command));
    return 0;
  }
  const environment = readEnvironment(process.cwd(), process.env);
  let opened: Library | undefined;
  try {
    return await command.run({
      args,
      environment,
      open: async () => {
        const config = readConfig(environment);
        opened = await openLibrary(config);
        return { config, library: opened };
      },
    });
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n${line(command)}`);
      return 2;
    }
    console.error(explainError(error));
    return 1;
  } finally {
    await opened?.db.destroy();
  }
}

function line({ usage, does }: Command): string {
  return `  npm run library -- ${usage}\n      ${does}`;
}

process.exitCode = await runCommand(process.argv.slice(2));
