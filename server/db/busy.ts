import { LibraryError } from '#contract/errors.ts';

/** Another program holds the database for longer than anyone should wait. */
export function stillBusy(cause: unknown): LibraryError {
  return new LibraryError(
    'busy',
    'Another program is writing to the library, perhaps a large import. Try again in a minute.',
    { cause, retryAfterSeconds: 60 },
  );
}
