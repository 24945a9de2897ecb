import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Config } from '../server/config/config.ts';
import type { GivenSettings } from '../server/config/environment.ts';
import type { Library } from '../server/changes/change.ts';

export type Opened = { config: Config; library: Library };

type Context = {
  args: string[];
  environment: Record<string, string | undefined>;
  /** Where they come from, and what in them has no effect. */
  settings: GivenSettings;
  /** Reads a password from a pipe or the terminal. */
  readPassword: () => Promise<string>;
  /** Opens settings and library; the command ends with a message if they are faulty. */
  open: () => Promise<Opened>;
};

/** A command: its usage, its description, and `run`, which returns the exit code. */
export type Command = {
  usage: string;
  does: string;
  /** More lines for `help`. */
  more?: readonly string[];
  run: (context: Context) => Promise<number>;
};

/** Wrong arguments: the usage is shown, and the exit code is 2. */
export class UsageError extends Error {}

/** Parses the options and an exact number of positional arguments. */
export function parseWords<O extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: O,
  wordCount: number,
) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true });
    if (parsed.positionals.length === wordCount) return parsed;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'It is written wrongly.');
  }
  throw new UsageError('Too few words, or too many:');
}
