import { LibraryError } from '#contract/errors.ts';

/** PostgreSQL keeps no text with U+0000 in it, so neither database is given one. */
export function requireStorable(values: readonly unknown[]): void {
  if (!values.some((value) => typeof value === 'string' && value.includes('\0'))) return;
  throw new LibraryError('bad_request', 'A text holds the character U+0000, which cannot be kept.');
}
