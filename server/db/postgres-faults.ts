import { LibraryError } from '#contract/errors.ts';
import { stillBusy } from './busy.ts';

/** PostgreSQL's five letters (https://www.postgresql.org/docs/current/errcodes-appendix.html), or Node's word. */
export function postgresCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

// What the driver says without a code.
const lostInWords =
  /^(Connection terminated|Connection ended|Query read timeout|timeout exceeded when trying to connect|timeout expired)|not queryable|server closed the connection|The server does not support SSL/;
// It shuts down, starts up, or has too many connections; the network or its name service does not work.
const lostCodes = new Set(
  (
    '57P01 57P02 57P03 57P05 53300 ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND ' +
    'EAI_AGAIN ENOENT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN'
  ).split(' '),
);

/** The server is not there, or no longer: what was asked may be asked again on another connection. */
export function isConnectionLost(error: unknown): boolean {
  const code = postgresCodeOf(error);
  if (lostCodes.has(code) || code.startsWith('08')) return true;
  if (error instanceof AggregateError) return error.errors.every(isConnectionLost);
  return error instanceof Error && lostInWords.test(error.message);
}

/** It was the server that takes writes, and is no longer: another connection may lead to the one that is. */
export function isReadOnly(error: unknown): boolean {
  return postgresCodeOf(error) === '25006';
}

/** Two transactions stood in each other's way, and this one was undone: it can be made again. */
export function isUndoneByConflict(error: unknown): boolean {
  const cause = error instanceof LibraryError ? error.cause : error;
  return ['40001', '40P01'].includes(postgresCodeOf(cause));
}

const busyCodes = new Set(['55P03', '57014', '25P03', '40001', '40P01']);
const tell = 'Tell your administrator.';
const faults: Record<string, string> = {
  '53100': `The disk of the library's database is full, so nothing can be saved. ${tell}`,
  '53200': `The library's database has no memory left. ${tell}`,
  '25006': `The library's database cannot be written at the moment.`,
  '42501': `The library's user may not do this in its database. ${tell}`,
  '22021': 'The text holds a character that cannot be stored.',
  XX001: `The library's database is damaged. ${tell}`,
  XX002: `The library's database is damaged. ${tell}`,
  '58030': `The disk of the library's database does not work. ${tell}`,
};

/**
 * What a reader or a librarian is told when the database itself does not work. Any other error comes
 * back unchanged.
 */
export function explainPostgresFault(error: unknown): unknown {
  const code = postgresCodeOf(error);
  if (busyCodes.has(code)) return stillBusy(error);
  const words = isConnectionLost(error)
    ? 'The library’s database does not answer at the moment. Try again in a few seconds.'
    : faults[code];
  return words === undefined ? error : unavailable(words, error);
}

/**
 * The connection was lost while the database was asked to keep a change: whether it did, nobody knows.
 * `changeLibrary` finds it out.
 */
export class OutcomeUnknownError extends LibraryError {
  constructor(cause: unknown) {
    super(
      'database_unavailable',
      'The library’s database stopped answering while it saved. Look whether the change is there before you make it again.',
      { cause, retryAfterSeconds },
    );
  }
}

const retryAfterSeconds = 5;

function unavailable(words: string, cause: unknown): LibraryError {
  return new LibraryError('database_unavailable', words, { cause, retryAfterSeconds });
}
