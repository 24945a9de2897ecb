const waiting: (() => void)[] = [];

/**
 * Resolves in a turn of the event loop that no other search gets. The index often answers several searches at once,
 * and what SQLite then reads for each blocks all other requests: so searches go on one by one, with turns in between.
 */
export function ownTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (waiting.push(resolve) === 1) setImmediate(resolveFirst);
  return promise;
}

function resolveFirst(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(resolveFirst);
}
