// Every question keeps the session alive, so that a tab which nobody attends to asks no more after
// an hour. A reader who comes back to it moves the pointer or presses a key first.
const attendedForMs = 60 * 60_000;

let lastSign = Date.now();

/** Whether there was a sign of the reader lately. */
export function isAttended(): boolean {
  return Date.now() - lastSign < attendedForMs;
}

/** Notes every action of the reader; calls `onReturn` at the first one after a long time. */
export function watchReader(onReturn: () => void): () => void {
  const note = () => {
    const wasAttended = isAttended();
    lastSign = Date.now();
    if (!wasAttended) onReturn();
  };
  const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;
  for (const sign of signs) document.addEventListener(sign, note, { capture: true, passive: true });
  return () => {
    for (const sign of signs) document.removeEventListener(sign, note, { capture: true });
  };
}
