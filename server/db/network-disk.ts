import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';
import type { Config } from '../config/config.ts';

// The types of file systems that other machines write to as well: statfs(2), linux/magic.h. Of those in user
// space (FUSE: sshfs, rclone …) nobody can tell how they lock.
const networkTypes = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x65735546, 'FUSE'],
  [0x01021997, '9P'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x73757245, 'Coda'],
  [0x564c, 'NCP'],
  [0x0bd00bd0, 'Lustre'],
  [0x19830326, 'BeeGFS'],
  [0x786f4256, 'a folder shared by VirtualBox'],
]);

type Settings = Pick<Config, 'database' | 'allowNetworkDisk'>;

/**
 * Refuses a SQLite database on a network's disk: its locks and its log rely on memory that one machine shares with
 * itself, and a database that two machines write is damaged. An operator who knows better can insist.
 */
export async function requireLocalDisk(
  { database, allowNetworkDisk }: Settings,
  typeOf: (folder: string) => Promise<number | null> = typeOfDisk,
): Promise<void> {
  if (database.kind !== 'sqlite' || allowNetworkDisk) return;
  const folder = path.dirname(database.file);
  const kind = folder.startsWith('\\\\')
    ? 'a network share'
    : networkTypes.get((await typeOf(folder)) ?? 0);
  if (kind === undefined) return;
  throw new LibraryError(
    'database_unavailable',
    `DATA_DIR (${folder}) is on ${kind}, where SQLite can be damaged. Put it on a disk of this machine, or use PostgreSQL ` +
      '(DATABASE_URL). Only SHARE_DIR may be on a network. If this is a disk of one machine after all: ALLOW_NETWORK_DISK=on.',
  );
}

/** Of the nearest folder that is there. */
async function typeOfDisk(folder: string): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  try {
    return (await statfs(folder)).type >>> 0;
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? null : typeOfDisk(parent);
  }
}
