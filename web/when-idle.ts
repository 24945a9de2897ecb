// Safari cannot say when it is idle; after this time a screen is usually drawn.
const afterMs = 300;
/** A browser that is busy for longer fetches all the same. */
const atLatestMs = 3000;

/** Calls `fetchAhead` once the browser is idle; returns a function that cancels this. */
export function whenIdle(fetchAhead: () => Promise<unknown>): () => void {
  // What could not be fetched is fetched again when it is needed, and its failure shown then.
  const run = () => void fetchAhead().catch(() => {});
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, afterMs);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(run, { timeout: atLatestMs });
  return () => window.cancelIdleCallback(idle);
}
