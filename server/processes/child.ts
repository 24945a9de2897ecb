import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { LibraryError } from '#contract/errors.ts';

// A machine that has no more processes or descriptors has some again in a moment.
const retryAfterMs = [100, 400, 1500];
const endWithinMs = 5000;

/** How a process ended. */
export type End = { code: number | null; signal: NodeJS.Signals | null };

/** Forks one of our scripts, with the channel of messages and our own output. */
export function forkScript(
  script: string,
  {
    args = [],
    flags = [],
    output = 'inherit',
  }: { args?: string[]; flags?: string[]; output?: 'inherit' | 'pipe' } = {},
): ChildProcess {
  const cache = getCompileCacheDir();
  return fork(script, args, {
    execArgv: flags,
    env: { ...process.env, ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) },
    serialization: 'advanced',
    stdio: ['ignore', output, 'inherit', 'ipc'],
  });
}

/**
 * Starts a process or a thread, and retries where the machine cannot (EAGAIN, EMFILE); in the end throws
 * `busy`. `start` may throw, or give a process that emits `error`.
 */
export async function startWithRetries<T extends object>(
  what: string,
  start: () => T | Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (const restMs of retryAfterMs) {
    try {
      return await start();
    } catch {
      await pause(restMs, undefined, signal === undefined ? {} : { signal });
    }
  }
  try {
    return await start();
  } catch (cause) {
    const message = `The server cannot start ${what} now. Try again in a minute.`;
    throw new LibraryError('busy', message, { cause, retryAfterSeconds: 60 });
  }
}

/** Starts a process, and waits until the system has started it. */
export function startChild(
  what: string,
  start: () => ChildProcess,
  signal?: AbortSignal,
): Promise<ChildProcess> {
  return startWithRetries(what, () => spawned(start()), signal);
}

function spawned(child: ChildProcess): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    // The pipes of a process that was not started fail, too. With EMFILE there are none.
    for (const pipe of child.stdio ?? []) pipe?.on('error', () => {});
    child.once('spawn', () => resolve(child));
    child.on('error', reject); // stays: a message to one that has gone is no fault
  });
}

/** How a process ends; after its last message. To be called as soon as it has started. */
export function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

/** Asks a process to end by closing its channel, and kills one that does not end. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  await Promise.race([ended, unlessLater()]);
  await killChild(child);
}

/** Kills a process and waits until it has gone; one that hangs in a dead share is left to the system. */
export async function killChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await Promise.race([ended, unlessLater()]);
}

const unlessLater = () => pause(endWithinMs, undefined, { ref: false });

function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

// The kernel kills a process like this when memory is short, and an administrator may. A process that
// aborts or crashes gets other signals, and does so again over the same input.
const fromOutside = new Set<NodeJS.Signals | null>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);

export function isKilledFromOutside(signal: NodeJS.Signals | null): boolean {
  return fromOutside.has(signal);
}

/** Why a process gave no answer. One that was killed from outside is `busy`: a retry makes sense. */
export function processEnded(what: string, end: End): Error {
  const cause = new Error(`The process of ${what} has ended with ${end.code ?? end.signal}.`);
  if (!isKilledFromOutside(end.signal)) return cause;
  const message = `The server had to stop ${what}. Try again in a minute.`;
  return new LibraryError('busy', message, { cause, retryAfterSeconds: 60 });
}

/** By `nice`: from 1 to 19, which leaves the processor to everybody else. */
export function lowerPriority({ pid }: ChildProcess, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {
    // It has ended already.
  }
}
