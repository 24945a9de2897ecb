import { LibraryError } from '#contract/errors.ts';
import { stillBusy } from './busy.ts';

/** PostgreSQL's SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html), or Node's error code. */
export function postgresCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

// Messages of the driver that have no code.
const lostInWords =
  /^(Connection terminated|Connection ended|Query read timeout|timeout exceeded when trying to connect|timeout expired)|not queryable|server closed the connection|The server does not support SSL/;
// The server shuts down, starts up or has too many connections; or the network or DNS does not work.
const lostCodes = new Set(
  (
    '57P01 57P02 57P03 57P05 53300 ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND ' +
    'EAI_AGAIN ENOENT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN'
  ).split(' '),
);

/** The server cannot be reached: a statement may be retried on another connection. */
export function isConnectionLost(error: unknown): boolean {
  const code = postgresCodeOf(error);
  if (lostCodes.has(code) || code.startsWith('08')) return true;
  if (error instanceof AggregateError) return error.errors.every(isConnectionLost);
  return error instanceof Error && lostInWords.test(error.message);
}

/** The server no longer takes writes (a failover): another connection may lead to the one that does. */
export function isReadOnly(error: unknown): boolean {
  return postgresCodeOf(error) === '25006';
}

/** A deadlock or conflict with another transaction; this one was rolled back and can be retried. */
export function isConflict(error: unknown): boolean {
  const cause = error instanceof LibraryError ? error.cause : error;
  return ['40001', '40P01'].includes(postgresCodeOf(cause));
}

const busyCodes = new Set(['55P03', '57014', '25P03', '40001', '40P01']);
const tell = 'Tell your administrator.';
const faults: Record<string, string> = {
  '53100': `The disk of the database is full, so nothing can be saved. ${tell}`,
  '53200': `The database has run out of memory. ${tell}`,
  '25006': `The database is read-only at the moment. Try again later.`,
  '42501': `The library’s database user lacks a right. ${tell}`,
  '22021': 'The text contains a character that the database cannot store. Delete it.',
  XX001: `The database is damaged. ${tell}`,
  XX002: `The database is damaged. ${tell}`,
  '58030': `The disk of the database fails. ${tell}`,
};

/**
 * The message for readers and librarians when the database does not work. Other errors are returned
 * unchanged.
 */
export function explainPostgresFault(error: unknown): unknown {
  const code = postgresCodeOf(error);
  if (busyCodes.has(code)) return stillBusy(error);
  const words = isConnectionLost(error)
    ? 'The database is not answering. Try again in a few seconds.'
    : faults[code];
  return words === undefined ? error : unavailable(words, error);
}

/**
 * The connection was lost during a commit, so it is unknown whether the change was saved.
 * `changeLibrary` finds out.
 */
export class OutcomeUnknownError extends LibraryError {
  constructor(cause: unknown) {
    super(
      'database_unavailable',
      'The database stopped answering while saving. Check whether the change was saved before you repeat it.',
      { cause, retryAfterSeconds },
    );
  }
}

const retryAfterSeconds = 5;

function unavailable(words: string, cause: unknown): LibraryError {
  return new LibraryError('database_unavailable', words, { cause, retryAfterSeconds });
}
