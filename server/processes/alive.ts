import { hash, randomBytes } from 'node:crypto';
import os from 'node:os';

// Temporary files have the mark of their process in the name, so that they can be deleted after it was
// killed: machine, process id, and a random part, as a container's process has the same id after each start.

const machine = () => hash('sha256', os.hostname()).slice(0, 8);
const start = randomBytes(4).toString('hex');

/** The mark of this process, such as `3f29c0de-4711-a1b2c3d4`. */
export function ownMark(): string {
  return `${machine()}-${process.pid}-${start}`;
}

/** Whether the text contains the mark of a process of this machine that has ended. */
export function hasMarkOfEnded(text: string): boolean {
  const found = /\b([0-9a-f]{8})-(\d{1,10})-([0-9a-f]{8})\b/.exec(text);
  if (found === null || found[1] !== machine()) return false;
  const pid = Number(found[2]);
  return pid === process.pid ? found[3] !== start : !isRunning(pid);
}

/** Whether a process of this machine has this id. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'; // it runs as another user
  }
}
