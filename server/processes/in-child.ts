/** What any process of ours may say besides its own messages: why it ends. */
type LastMessage = { failed: string };

/**
 * The life of a process that the server started, seen from inside: it ends with the server or on SIGTERM, and not
 * with Ctrl+C, which reaches the whole process group.
 */
export class ChildLife<Message> {
  /** What the server sends first. */
  readonly order: Promise<unknown>;
  /** Called with what the server sends later. */
  onNote: (note: unknown) => void = () => {};
  onEnding: () => void = () => {};
  readonly #ending = new AbortController();

  /** With `atOnce` the process ends with the server, whatever it does. */
  constructor({ atOnce = false } = {}) {
    const end = () => {
      if (atOnce) process.exit(1);
      this.#ending.abort();
      this.onEnding();
    };
    process.on('SIGINT', () => {});
    process.once('SIGTERM', end);
    process.once('disconnect', end);
    this.order = new Promise((resolve) => {
      process.once('message', (order) => {
        process.on('message', (note) => this.onNote(note));
        resolve(order);
      });
    });
  }

  get isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Gives when it is sent. */
  send(message: Message | LastMessage): Promise<void> {
    return new Promise((resolve) => {
      if (!process.connected) resolve(); // the server has gone
      else process.send?.(message, undefined, {}, () => resolve());
    });
  }

  /** Says why, and ends. */
  fail(reason: unknown): void {
    void this.send({ failed: wordsOf(reason) }).then(() => process.exit(1));
  }
}

/** An error as it goes to the log. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
