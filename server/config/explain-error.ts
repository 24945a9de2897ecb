import { existsSync } from 'node:fs';
import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';
import { ConfigError } from './config.ts';
import { userName } from './owner.ts';

/** An error for the person who started the program; with a stack trace only if it is unexpected. */
export function explainError(error: unknown): string {
  if (error instanceof LibraryError || error instanceof ConfigError) return error.message;
  if (isSystemError(error)) return explainSystemError(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

type SystemError = NodeJS.ErrnoException & { address?: string; port?: number };

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error;
}

function explainSystemError({
  code,
  path: at,
  syscall,
  message,
  address,
  port,
}: SystemError): string {
  if (syscall === 'listen') return listenFaults[code ?? '']?.(`${address}:${port}`) ?? message;
  if (at === undefined) return message;
  const file = at.replace(/\.\d+\.tmp$/, ''); // we write under another name first
  return fileFaults[code ?? '']?.(file, syscall ?? '') ?? message;
}

const listenFaults: Record<string, (address: string) => string> = {
  EADDRINUSE: (address) =>
    `Another program uses ${address}. Stop it if it is the library, or set another PORT.`,
  EADDRNOTAVAIL: (address) => `This machine has no address ${address}. Correct HOST.`,
  EACCES: (address) => `This user may not listen on ${address}. Set a PORT above 1023.`,
};

const fileFaults: Record<string, (file: string, syscall: string) => string> = {
  ENOENT: (file) => {
    const folder = path.dirname(file);
    return existsSync(folder) ? `${file} not found.` : `Folder ${folder} not found.`;
  },
  EACCES: refusal,
  EPERM: refusal,
  EROFS: (file) => `${file} cannot be written: its disk is mounted read-only.`,
  ENOSPC: (file) => `${file} cannot be written: its disk is full.`,
  EISDIR: (file) => `${file} is a folder.`,
  ENOTDIR: (file) => `${file} does not lie in a folder.`,
  EEXIST: (file) => `${file} already exists.`,
};

function refusal(file: string, syscall: string): string {
  const isMade = /^(mkdir|rename|unlink|rmdir|link)$/.test(syscall);
  const what = isMade ? `write to ${path.dirname(file)}` : `open ${file}`;
  return `The user ${userName()} may not ${what}.`;
}
