import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';
import type { Config } from '../config/config.ts';

// Types of network file systems: statfs(2), linux/magic.h. FUSE (sshfs, rclone …) is one of them, as its
// locking is unknown.
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
 * Refuses a SQLite database on a network disk: WAL mode needs shared memory, so writes from two machines
 * damage it. ALLOW_NETWORK_DISK overrides this.
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
    `DATA_DIR (${folder}) is on ${kind}, which can damage SQLite. Put it on a disk of this machine, or use PostgreSQL ` +
      '(DATABASE_URL). Only SHARE_DIR may be on a network. If only one machine uses this disk, set ALLOW_NETWORK_DISK=on.',
  );
}

/** The type of the nearest existing folder. */
async function typeOfDisk(folder: string): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  try {
    return (await statfs(folder)).type >>> 0;
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? null : typeOfDisk(parent);
  }
}
