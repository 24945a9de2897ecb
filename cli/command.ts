import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Config } from '../server/config/config.ts';
import type { Library } from '../server/changes/change.ts';

export type Opened = { config: Config; library: Library };

type Context = {
  args: string[];
  environment: Record<string, string | undefined>;
  /** A password: piped in, or asked for on a terminal. */
  readPassword: () => Promise<string>;
  /** Settings and library; a command that asks for them ends in words when they are faulty. */
  open: () => Promise<Opened>;
};

/** One command: how it is written, what it does, and doing it; gives the exit code. */
export type Command = {
  usage: string;
  does: string;
  /** What `help` says beside, line by line. */
  more?: readonly string[];
  run: (context: Context) => Promise<number>;
};

/** The command was written wrongly: its usage is shown, and the exit code is 2. */
export class UsageError extends Error {}

/** The options of a command and its words, of which it takes exactly so many. */
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
