import { LibraryError } from '#contract/errors.ts';
import { ConfigError } from './config.ts';

/** An error as whoever started the program should read it; a trace only where we know no better. */
export function explainError(error: unknown): string {
  if (error instanceof LibraryError || error instanceof ConfigError) return error.message;
  if (error instanceof Error && 'syscall' in error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
