import { hash, randomBytes } from 'node:crypto';
import os from 'node:os';
import { errorCode } from './errors.ts';

// What a process leaves behind when it is killed has its mark in the name: the machine, the process,
// and a random part, since a process in a container has the same id after every start.

const machine = () => hash('sha256', os.hostname()).slice(0, 8);
const start = randomBytes(4).toString('hex');

/** The mark of this process, such as `3f29c0de-4711-a1b2c3d4`. */
export function ownMark(): string {
  return `${machine()}-${process.pid}-${start}`;
}

/** Whether the text holds the mark of a process of this machine that is no more. */
export function hasMarkOfEnded(text: string): boolean {
  const found = /\b([0-9a-f]{8})-(\d{1,10})-([0-9a-f]{8})\b/.exec(text);
  if (found === null || found[1] !== machine()) return false;
  const pid = Number(found[2]);
  return pid === process.pid ? found[3] !== start : !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM'; // it runs as somebody else
  }
}
