import { LibraryError } from '#contract/errors.ts';
import { ConfigError } from './config.ts';

/** An error for the person who started the program; with a stack trace only if it is unexpected. */
export function explainError(error: unknown): string {
  if (error instanceof LibraryError || error instanceof ConfigError) return error.message;
  if (error instanceof Error && 'syscall' in error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
