/** Does work once the page has nothing better to do; called off by what it returns. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback; there, what would be fetched ahead is fetched when it is needed.
  if (!('requestIdleCallback' in window)) return () => {};
  const idle = window.requestIdleCallback(work);
  return () => window.cancelIdleCallback(idle);
}
