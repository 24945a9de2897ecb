import { type PdfSource, ask } from './pdf-source.ts';
import type { Range } from './ranges.ts';

export type FileEvents = {
  /** The connection is lost (and tried again), or is back. */
  onInterrupted: (interrupted: boolean) => void;
  /** The server no longer gives these bytes: signed out, deleted, replaced. Settles once it is known. */
  onRefused: () => Promise<unknown>;
};

const longestPauseMs = 30_000;

/** The bytes of one version of a file, asked for until they come. */
export class FileBytes {
  readonly #source: PdfSource;
  readonly #events: FileEvents;
  readonly #ended = new AbortController();
  #waiting = new Set<() => void>();
  #asking: Promise<unknown> | null = null;

  constructor(source: PdfSource, events: FileEvents) {
    this.#source = source;
    this.#events = events;
  }

  /** Rejects only when it is ended. */
  async fetch(range: Range): Promise<Uint8Array> {
    const { signal } = this.#ended;
    for (let pauseMs = 1000; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const begun = await this.#source.headStart?.take(range);
      const answer = begun ?? (await ask(this.#source, range, signal));
      signal.throwIfAborted();
      if (answer instanceof Uint8Array) {
        if (this.#waiting.size === 0) this.#events.onInterrupted(false);
        return answer;
      }
      if (answer === 'refused') {
        this.#asking ??= this.#events.onRefused().finally(() => (this.#asking = null));
        await this.#asking;
      } else {
        this.#events.onInterrupted(true);
      }
      await this.#pause(pauseMs);
    }
  }

  /** Asks again at once for what could not be fetched. */
  retry(): void {
    for (const goOn of this.#waiting) goOn();
  }

  end(): void {
    this.#ended.abort();
  }

  get isEnded(): boolean {
    return this.#ended.signal.aborted;
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#ended;
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        window.removeEventListener('online', done);
        signal.removeEventListener('abort', done);
        this.#waiting.delete(done);
        if (signal.aborted) reject(signal.reason);
        else resolve();
      };
      const timer = setTimeout(done, ms);
      window.addEventListener('online', done);
      signal.addEventListener('abort', done);
      this.#waiting.add(done);
    });
  }
}
