import { LibraryError } from '#contract/errors.ts';

/**
 * Refuses values that one of the databases cannot store or give back, for both: U+0000 in PostgreSQL, and integers
 * beyond 2^53, which SQLite stores and node:sqlite cannot read.
 */
export function requireStorable(values: readonly unknown[]): void {
  for (const value of values) {
    if (typeof value === 'string' && value.includes('\0')) {
      const message =
        'The text contains the character U+0000, which the database cannot store. Delete it.';
      throw new LibraryError('bad_request', message);
    }
    if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
      throw new LibraryError('bad_request', `The number ${value} is too large.`);
    }
  }
}
