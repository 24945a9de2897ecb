/** Fetches ahead once the page has nothing better to do; called off by what it returns. */
export function whenIdle(fetchAhead: () => Promise<unknown>): () => void {
  // Safari has no idle callback; there, things are fetched when they are needed.
  if (!('requestIdleCallback' in window)) return () => {};
  const idle = window.requestIdleCallback(() => {
    fetchAhead().catch(() => {}); // it will be asked for again, and told then, when it is needed
  });
  return () => window.cancelIdleCallback(idle);
}
