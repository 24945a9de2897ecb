import { LibraryError } from '#contract/errors.ts';

// The kernel kills a process like this when memory is short, and an administrator may. A process that
// aborts or crashes by itself gets other signals, and does so again over the same input.
const fromOutside = new Set<NodeJS.Signals | null>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);

export function isKilledFromOutside(signal: NodeJS.Signals | null): boolean {
  return fromOutside.has(signal);
}

/** Why a process gave no answer. One that was killed from outside is `busy`: trying again makes sense. */
export function processEnded(
  what: string,
  code: number | null,
  signal: NodeJS.Signals | null,
): Error {
  const cause = new Error(`The process of ${what} has ended with ${code ?? signal}.`);
  if (!isKilledFromOutside(signal)) return cause;
  const message = `The server had to stop ${what}. Try again in a minute.`;
  return new LibraryError('busy', message, { cause, retryAfterSeconds: 60 });
}
