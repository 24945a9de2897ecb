import { LibraryError } from '#contract/errors.ts';

// SQLite's result codes: https://www.sqlite.org/rescode.html. The lowest byte is the primary code.
const readOnly = 8;
const ioError = 10;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const notADatabase = 26;

/** The SQLite result code of an error; null if it is not an error of SQLite. */
export function sqliteCodeOf(error: unknown): number | null {
  if (!(error instanceof Error && 'errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}

/**
 * The message for readers and librarians when the database does not work. Other errors are returned
 * unchanged.
 */
export function explainSqliteFault(error: unknown): unknown {
  const words = faults[sqliteCodeOf(error) ?? 0];
  return words === undefined ? error : unavailable(words, error);
}

export function diskFull(): LibraryError {
  return unavailable(isFull);
}

function unavailable(words: string, cause?: unknown): LibraryError {
  return new LibraryError('database_unavailable', words, { cause, retryAfterSeconds: 30 });
}

const tell = 'Tell your administrator.';
const isFull = `The data disk is full, so nothing can be saved. ${tell}`;
const faults: Record<number, string> = {
  [full]: isFull,
  [readOnly]: `The database is not writable. ${tell}`,
  [ioError]: `The data disk is full or fails. ${tell}`,
  [corrupt]: `The database is damaged. ${tell}`,
  [cannotOpen]: `The database cannot be opened. ${tell}`,
  [notADatabase]: `The database is damaged. ${tell}`,
};

/** Explains to the operator why the database cannot be opened, and what to do. */
export function explainOpening(error: unknown, file: string): unknown {
  const [fault, advice] = openingFaultOf(error) ?? [];
  if (fault === undefined) return error;
  const cause = error instanceof LibraryError ? error.cause : error;
  const detail = cause instanceof Error ? ` (${cause.message})` : '';
  const message = `The database ${file} ${fault}${detail}. ${advice}`;
  return new LibraryError('database_unavailable', message, { cause: error });
}

const restore =
  'Keep a copy of it and of the files beside it, then restore a backup. Without one, SQLite’s ' +
  '".recover" command saves its readable part. Without the file, the library starts empty.';
const makeRoom = 'Free space on the disk of DATA_DIR and start again. Nothing was lost.';
const permit =
  'The user that runs the library must own DATA_DIR and all files in it, and the disk must not be ' +
  'mounted read-only.';
const otherFolder = 'DATA_DIR must name a folder on a local disk.';

function openingFaultOf(error: unknown): [fault: string, advice: string] | undefined {
  const cause = error instanceof LibraryError ? error.cause : error;
  const system = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const byCode: Record<string, [string, string]> = {
    ENOSPC: ['cannot be made', makeRoom],
    EDQUOT: ['cannot be made', makeRoom],
    EACCES: ['cannot be opened', permit],
    EPERM: ['cannot be opened', permit],
    EROFS: ['cannot be opened', permit],
    ENOTDIR: ['cannot be made', otherFolder],
    EEXIST: ['cannot be made', otherFolder],
    EISDIR: ['is a folder', otherFolder],
    [corrupt]: ['is damaged', restore],
    [notADatabase]: ['is damaged', restore],
    [full]: ['cannot be written', makeRoom],
    [readOnly]: ['cannot be written', permit],
    [cannotOpen]: ['cannot be opened', permit],
    [ioError]: ['cannot be read or written', 'Check that the disk of DATA_DIR works and has room.'],
  };
  return byCode[sqliteCodeOf(cause) ?? system];
}
