/**
 * Runs something right after the frame that the browser is preparing, so that the work does not
 * delay the frame. Returns what cancels it.
 */
export function afterFrame(run: () => void): () => void {
  // A message is delivered right after the frame; Chromium delays a timer by some 20 ms more.
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', run);
  port1.start();
  const frame = requestAnimationFrame(() => port2.postMessage(null));
  return () => {
    cancelAnimationFrame(frame);
    port1.close();
  };
}
