const waiting: (() => void)[] = [];

/**
 * A turn of the event loop that no other search has. Answers of the index often come several at a time,
 * and what SQLite reads for each holds all other requests: so they go on one by one, with turns between.
 */
export function ownTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (waiting.push(resolve) === 1) setImmediate(takeTurn);
  return promise;
}

function takeTurn(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(takeTurn);
}
