import { type PdfSource, requestRange } from './pdf-source.ts';
import type { ByteRange } from './ranges.ts';

/**
 * Why bytes do not come, while requests are retried: the connection is lost; the server refuses them
 * although it says that the file is there; it sends fewer than the file has.
 */
export type Trouble = 'interrupted' | 'withheld' | 'short';

export type FileEvents = {
  /** Null when all is well again. */
  onTrouble: (trouble: Trouble | null) => void;
  /**
   * The server does not give these bytes (signed out, deleted, being replaced). Settles when the
   * reason is known: whether the file is there all the same.
   */
  onRefused: () => Promise<boolean>;
};

const firstPauseMs = 500;
// Within two seconds of the server's return the reader has the page.
const maxPauseMs = 1500;

/** Fetches the bytes of one version of a file, and tries again until they come. */
export class FileBytes {
  readonly #source: PdfSource;
  readonly #events: FileEvents;
  readonly #closed = new AbortController();
  /** Ends the pause of every request that failed and waits for its retry. */
  readonly #resumes = new Set<() => void>();
  #refusal: Promise<boolean> | null = null;

  constructor(source: PdfSource, events: FileEvents) {
    this.#source = source;
    this.#events = events;
    const { signal } = this.#closed;
    const retry = () => this.retry();
    window.addEventListener('online', retry, { signal });
    window.addEventListener('focus', retry, { signal });
    document.addEventListener('visibilitychange', retry, { signal });
  }

  /** Rejects only when the file is closed. */
  async read(range: ByteRange): Promise<Uint8Array> {
    const { signal } = this.#closed;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      const prefetched = await this.#source.prefetch?.take(range);
      const answer = prefetched ?? (await requestRange(this.#source, range, signal));
      signal.throwIfAborted();
      if (answer instanceof Uint8Array) {
        if (this.#resumes.size === 0) this.#events.onTrouble(null);
        else this.retry(); // what came for this one will come for the others
        return answer;
      }
      const trouble = answer === 'refused' ? await this.#troubleOfRefusal() : troubleOf[answer];
      signal.throwIfAborted();
      // One answer that goes wrong may be the moment in which the file is replaced.
      const isCertain = answer === 'lost' || pauseMs > firstPauseMs;
      if (isCertain) this.#events.onTrouble(trouble);
      await this.#pause(pauseMs);
    }
  }

  /** Tries again at once what could not be fetched. */
  retry(): void {
    for (const resume of this.#resumes) resume();
  }

  close(): void {
    this.#closed.abort();
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  get isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  // The component that shows the document says why the file is missing.
  async #troubleOfRefusal(): Promise<Trouble | null> {
    this.#refusal ??= this.#events.onRefused().finally(() => (this.#refusal = null));
    return (await this.#refusal) ? 'withheld' : null;
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#closed;
    return new Promise((resolve, reject) => {
      const resume = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', resume);
        this.#resumes.delete(resume);
        if (signal.aborted) reject(signal.reason);
        else resolve();
      };
      const timer = setTimeout(resume, ms);
      signal.addEventListener('abort', resume);
      this.#resumes.add(resume);
    });
  }
}

const troubleOf = { lost: 'interrupted', short: 'short' } as const;
