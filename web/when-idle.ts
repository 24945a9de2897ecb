/** Calls `fetchAhead` once the browser is idle; returns a function that cancels this. */
export function whenIdle(fetchAhead: () => Promise<unknown>): () => void {
  // Safari has no idle callback; there, things are fetched when they are needed.
  if (!('requestIdleCallback' in window)) return () => {};
  const idle = window.requestIdleCallback(() => {
    // What could not be fetched is fetched again when it is needed, and its failure shown then.
    fetchAhead().catch(() => {});
  });
  return () => window.cancelIdleCallback(idle);
}
