import { LibraryError } from '#contract/errors.ts';

/** The system's code of an error, such as `ENOENT`; empty if it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether the error means that there is no such file. */
export function isAbsent(error: unknown): boolean {
  // ELOOP: a link where a file should be. ENAMETOOLONG: no such file can exist.
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(errorCode(error));
}

/** For a librarian or an administrator: what cannot be read, with the system's code. */
export function cannotRead(what: string, error: unknown): LibraryError {
  const code = errorCode(error);
  const message = `${what} cannot be read${code === '' ? '' : ` (${code})`}.`;
  return new LibraryError('share_unreachable', message, { cause: error });
}

/** For a reader, who can only retry. */
export function cannotReadNow(error: unknown): LibraryError {
  if (error instanceof LibraryError) return error;
  const message = 'The shared folder cannot be read. Try again.';
  return new LibraryError('share_unreachable', message, { cause: error });
}

/**
 * Explains why the folder could not be written. Other errors, such as a broken connection, are
 * returned unchanged.
 */
export function explainWriteError(error: unknown): unknown {
  const code = error instanceof Error && 'syscall' in error ? errorCode(error) : '';
  if (code === '' || code === 'ECONNRESET') return error;
  return new LibraryError('share_unreachable', writeFaults[code] ?? writeFault, { cause: error });
}

const writeFault = 'The shared folder is not writable. Try again, or tell your administrator.';
const folderFull = 'The shared folder is full. Tell your administrator.';
const mayNotWrite =
  'The library lacks the right to write to the shared folder. Tell your administrator.';
const writeFaults: Record<string, string> = {
  ENOSPC: folderFull,
  EDQUOT: folderFull,
  EACCES: mayNotWrite,
  EPERM: mayNotWrite,
  EROFS: mayNotWrite,
};
