import { distance } from 'fastest-levenshtein';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Config } from '../server/config/config.ts';
import type { GivenSettings } from '../server/config/environment.ts';
import type { Library } from '../server/changes/change.ts';

export type OpenedLibrary = { config: Config; library: Library };

type Context = {
  args: string[];
  environment: Record<string, string | undefined>;
  /** Where they come from, and what in them has no effect. */
  settings: GivenSettings;
  /** Reads a password from a pipe or the terminal. */
  readPassword: () => Promise<string>;
  /** Opens settings and library; the command ends with a message if they are faulty, or if there is no library to open. */
  open: (how?: 'or begin') => Promise<OpenedLibrary>;
};

/** A command: its usage, its description, and `run`, which returns the exit code. */
export type CliCommand = {
  usage: string;
  does: string;
  /** More lines for `help`. */
  more?: readonly string[];
  run: (context: Context) => Promise<number>;
};

/** Wrong arguments: the usage is shown, and the exit code is 2. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Parses the options and an exact number of positional arguments. */
export function parseWords<O extends Options>(words: string[], options: O, wordCount: number) {
  const args = withNegatives(words, options);
  const fault = optionFault(args, options);
  if (fault !== null) throw new UsageError(fault);
  const parsed = parseArgs({ args, options, allowPositionals: true });
  if (parsed.positionals.length === wordCount) return parsed;
  const tooMany = parsed.positionals[wordCount];
  throw new UsageError(
    tooMany === undefined ? 'An argument is missing:' : `"${tooMany}" is one argument too many:`,
  );
}

/** `--days -1` as `--days=-1`: Node would take the number for an option. */
function withNegatives(words: readonly string[], options: Options): string[] {
  return words.flatMap((word, at) => {
    const isValue = (one: string | undefined) => /^-\d/.test(one ?? '');
    const takesIt = (one: string) => options[one.replace(/^--/, '')]?.type === 'string';
    if (takesIt(word) && isValue(words[at + 1])) return `${word}=${words[at + 1]}`;
    return isValue(word) && takesIt(words[at - 1] ?? '') ? [] : word;
  });
}

/** What is wrong with the first wrong option, before Node says it in its own words. */
function optionFault(args: readonly string[], options: Options): string | null {
  for (const [at, word] of args.entries()) {
    if (word === '--') return null;
    if (!/^-./.test(word)) continue;
    const [, name = '', value] = /^--([^=]+)(=.*)?$/s.exec(word) ?? [];
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined)
      return `Unknown option ${word.split('=')[0]}.${nearOption(name, options)}`;
    if (option.type === 'boolean' && value !== undefined) return `--${name} takes no value:`;
    const next = args[at + 1];
    const hasValue = value !== undefined || (next !== undefined && !next.startsWith('-'));
    if (option.type === 'string' && !hasValue) return `--${name} needs a value:`;
  }
  return null;
}

function nearOption(name: string, options: Options): string {
  const near = Object.keys(options).find((known) => distance(known, name) <= 2);
  return near === undefined ? '' : ` Did you mean --${near}?`;
}
