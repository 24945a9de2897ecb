import process from 'node:process';

/**
 * The life of a process that the server started, seen from inside: it ends when the server does, on SIGTERM, and not
 * with Ctrl+C, which reaches the whole process group.
 */
export class ChildLife<Message> {
  readonly #ending = new AbortController();
  /** Stays set until the next rest, so that no call is lost. */
  #isWoken = false;
  #endRest = () => {};

  constructor() {
    const end = () => {
      this.#ending.abort();
      this.wake();
    };
    process.on('SIGINT', () => {});
    process.once('SIGTERM', end);
    process.once('disconnect', end);
  }

  get isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  send(message: Message): void {
    if (process.connected) process.send?.(message, () => {}); // the server may be gone
  }

  /** Ends the rest, or the next one at once. */
  wake(): void {
    this.#isWoken = true;
    this.#endRest();
  }

  /** True when it was woken. */
  async rest(ms: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#endRest = resolve;
    if (!this.#isWoken) await promise;
    clearTimeout(timer);
    const wasWoken = this.#isWoken;
    this.#isWoken = false;
    return wasWoken;
  }
}

/** An error as it goes to the log. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
