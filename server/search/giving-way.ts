import { readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

// Where cores are scarce, readers come before searches. A lower priority alone is not enough: it decides
// who gets how much of a core, but the thread that has it keeps it until the next tick of the system's
// clock, 4 ms mostly, while a whole list is made in less than one.

const lowPriority = 5;
const longestWorkMs = 1;
const restMs = 0.05;

/** The event loop never waits; and other systems know no wait as short. */
const givesWay = !isMainThread && process.platform === 'linux';
const never = new Int32Array(new SharedArrayBuffer(4));
let restedAtMs = 0;

/** For the thread that calls it. Only Linux tells a thread its own number. */
export function lowerPriority(): void {
  try {
    os.setPriority(Number(path.basename(readlinkSync('/proc/thread-self'))), lowPriority);
  } catch {
    // Another system, or one that hides it: then both are served alike.
  }
}

/** Lets go of the core for a moment, when it was held for long; to be called often. */
export function giveWay(): void {
  if (!givesWay || performance.now() - restedAtMs < longestWorkMs) return;
  Atomics.wait(never, 0, 0, restMs);
  restedAtMs = performance.now();
}
