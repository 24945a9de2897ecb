import { accessSync, constants, existsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ConfigError } from './config.ts';

const root = path.join(import.meta.dirname, '..', '..');

/**
 * As root, becomes the owner of the data folder, or of the one that it will be made in: the service could not write
 * files that root makes there. Returns a sentence about it; null if nothing was changed.
 */
export function becomeOwner(dataDir: string): string | null {
  if (process.getuid?.() !== 0) return null;
  let folder = dataDir;
  while (!existsSync(folder)) folder = path.dirname(folder);
  const { uid, gid } = statSync(folder);
  if (uid === 0) return null;
  setGroups(uid, gid);
  process.setgid?.(gid);
  process.setuid?.(uid);
  const name = userName();
  try {
    accessSync(path.join(root, 'package.json'), constants.R_OK);
  } catch {
    throw new ConfigError([
      `${folder} belongs to ${name}, who may not read this program (${root}). Move it, or run it as ${name}.`,
    ]);
  }
  return `Started as root; continuing as ${name}, the owner of ${folder}.`;
}

function setGroups(uid: number, gid: number): void {
  try {
    // Node has it on POSIX; its types do not.
    (process as { initgroups?: (user: number, group: number) => void }).initgroups?.(uid, gid);
  } catch {
    process.setgroups?.([gid]); // an owner without an account, as in a container
  }
}

/** Who runs this process. */
export function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
