import { distance } from 'fastest-levenshtein';
import type { CliCommand } from './command.ts';
import { libraryCommand } from '../server/config/build.ts';

type Commands = Readonly<Record<string, CliCommand>>;

/** Prints the usage of a command, or of all that begin with the word; returns the exit code. */
export function help(name: string, commands: Commands): number {
  if (name === '') {
    console.log(`Commands:\n${Object.values(commands).map(describe).join('\n')}`);
    console.log(
      `  ${libraryCommand()} help COMMAND\n      Explains one command.\n  ${libraryCommand()} --version\n      Version and commit.`,
    );
    return 0;
  }
  const meant = namesBeginning(name, commands);
  if (meant.length === 0) {
    console.error(unknownCommand(name.split(' '), commands));
    return 2;
  }
  for (const one of meant) {
    const command = commands[one];
    if (command === undefined) continue;
    const lines = [describe(command), ...(command.more ?? []).map((line) => `      ${line}`)];
    console.log(lines.join('\n'));
  }
  return 0;
}

/** The command that the words begin with: `user add` before `user`. */
export function nameIn(words: readonly string[], commands: Commands): string | null {
  const names = [words.slice(0, 2).join(' '), words[0] ?? ''];
  return names.find((name) => Object.hasOwn(commands, name)) ?? null;
}

/** Suggests the command that was probably meant. */
export function unknownCommand(words: readonly string[], commands: Commands): string {
  const group = namesBeginning(words[0] ?? '', commands);
  const written = words.slice(0, group.length > 0 ? 2 : 1).join(' ');
  if (group.length > 0 && words.length === 1) {
    return `"${words[0]}" is the beginning of: ${group.join(', ')}.`;
  }
  const nearest = nearestName(words, commands);
  const hint = nearest === null ? '' : ` Did you mean ${nearest}?`;
  return `Unknown command "${written}".${hint} All commands: ${libraryCommand()} help`;
}

export function describe({ usage, does }: CliCommand): string {
  return `  ${libraryCommand()} ${usage}\n      ${does}`;
}

function namesBeginning(word: string, commands: Commands): string[] {
  return Object.keys(commands).filter((name) => name === word || name.startsWith(`${word} `));
}

// Of `user ad anna` the command may be one word or two.
function nearestName(words: readonly string[], commands: Commands): string | null {
  const found = Object.keys(commands).map((name) => {
    const written = words.slice(0, name.split(' ').length).join(' ');
    return { name, away: distance(written, name) };
  });
  const [best] = found.toSorted((a, b) => a.away - b.away);
  return best !== undefined && best.away <= Math.max(2, best.name.length / 3) ? best.name : null;
}
