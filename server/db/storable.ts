import { LibraryError } from '#contract/errors.ts';

/** Refuses U+0000, which PostgreSQL cannot store, for both databases. */
export function requireStorable(values: readonly unknown[]): void {
  if (!values.some((value) => typeof value === 'string' && value.includes('\0'))) return;
  throw new LibraryError(
    'bad_request',
    'A text contains the character U+0000, which cannot be stored.',
  );
}
