import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/harness.ts';
import { readConfig } from '../config/config.ts';
import { requireLocalDisk } from './network-disk.ts';

const onDisk = (type: number, env: Record<string, string> = {}) =>
  requireLocalDisk(readConfig({ DATA_DIR: '/srv/library', ...env }), async () => type);

test.each([
  [0x6969, 'NFS'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0x65735546, 'FUSE'],
])('SQLite on a disk of type %i is refused: it is %s', async (type, name) => {
  await expect(onDisk(type)).rejects.toThrow(
    `DATA_DIR (/srv/library) is on ${name}, which can damage SQLite.`,
  );
});

test('ALLOW_NETWORK_DISK, PostgreSQL and a local disk are accepted', async () => {
  await onDisk(0x6969, { ALLOW_NETWORK_DISK: 'on' });
  await onDisk(0x6969, { DATABASE_URL: 'postgres://library@localhost/library' });
  const DATA_DIR = path.join(await temporaryFolder(onTestFinished), 'not', 'there yet');
  await expect(requireLocalDisk(readConfig({ DATA_DIR }))).resolves.toBeUndefined();
});
