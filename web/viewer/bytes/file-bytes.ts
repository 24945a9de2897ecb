import { type PdfSource, requestRange } from './pdf-source.ts';
import type { Range } from './ranges.ts';

export type FileEvents = {
  /** The connection is lost (and is tried again), or is back. */
  onInterrupted: (interrupted: boolean) => void;
  /** The server no longer gives these bytes (signed out, deleted, replaced). Settles when the reason is known. */
  onRefused: () => Promise<unknown>;
};

const maxPauseMs = 30_000;

/** Fetches the bytes of one version of a file, and tries again until they come. */
export class FileBytes {
  readonly #source: PdfSource;
  readonly #events: FileEvents;
  readonly #closed = new AbortController();
  /** Ends the pause of every request that failed and waits to be tried again. */
  readonly #resumes = new Set<() => void>();
  #refusal: Promise<unknown> | null = null;

  constructor(source: PdfSource, events: FileEvents) {
    this.#source = source;
    this.#events = events;
  }

  /** Rejects only when the file is closed. */
  async fetch(range: Range): Promise<Uint8Array> {
    const { signal } = this.#closed;
    for (let pauseMs = 1000; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      const prefetched = await this.#source.prefetch?.take(range);
      const answer = prefetched ?? (await requestRange(this.#source, range, signal));
      signal.throwIfAborted();
      if (answer instanceof Uint8Array) {
        if (this.#resumes.size === 0) this.#events.onInterrupted(false);
        return answer;
      }
      if (answer === 'refused') {
        this.#refusal ??= this.#events.onRefused().finally(() => (this.#refusal = null));
        await this.#refusal;
      } else {
        this.#events.onInterrupted(true);
      }
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

  get isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#closed;
    return new Promise((resolve, reject) => {
      const resume = () => {
        clearTimeout(timer);
        window.removeEventListener('online', resume);
        signal.removeEventListener('abort', resume);
        this.#resumes.delete(resume);
        if (signal.aborted) reject(signal.reason);
        else resolve();
      };
      const timer = setTimeout(resume, ms);
      window.addEventListener('online', resume);
      signal.addEventListener('abort', resume);
      this.#resumes.add(resume);
    });
  }
}
