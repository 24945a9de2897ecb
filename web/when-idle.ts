// Safari cannot say when it is idle; after this time a screen is usually drawn.
const afterMs = 300;

/** Calls `fetchAhead` once the browser is idle; returns a function that cancels this. */
export function whenIdle(fetchAhead: () => Promise<unknown>): () => void {
  // What could not be fetched is fetched again when it is needed, and its failure shown then.
  const run = () => void fetchAhead().catch(() => {});
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, afterMs);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(run);
  return () => window.cancelIdleCallback(idle);
}
