import { LibraryError } from '#contract/errors.ts';

/** Another program has locked the database for too long. */
export function stillBusy(cause: unknown): LibraryError {
  return new LibraryError(
    'busy',
    'Another program is writing to the database, perhaps a large import. Try again in a minute.',
    { cause, retryAfterSeconds: 60 },
  );
}
