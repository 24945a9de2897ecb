import { statfsSync } from 'node:fs';
import os from 'node:os';

const folder = '/dev/shm';
const leastBytes = 2 * 1024 ** 3;

/**
 * Where tests make their folders and databases: in memory where there is room for it, since thousands of
 * small databases wait for the disk. Slow tests stay on the disk: they are about what it keeps.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= leastBytes ? folder : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}
