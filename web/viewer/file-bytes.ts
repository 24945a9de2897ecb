/** A PDF and what the server said of it; `bytes` and `etag` are null where it said nothing. */
export type PdfSource = { address: string; bytes: number | null; etag: string | null };

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
  async fetch(begin: number, end: number): Promise<Uint8Array> {
    for (let pauseMs = 1000; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const answer = await this.#ask(begin, end);
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

  async #ask(begin: number, end: number): Promise<Uint8Array | 'refused' | 'lost'> {
    const { address, etag } = this.#source;
    const { signal } = this.#ended;
    const guard: Record<string, string> = isStrong(etag) ? { 'if-match': etag } : {};
    try {
      const headers = { range: `bytes=${begin}-${end - 1}`, ...guard };
      const response = await fetch(address, { headers, signal, credentials: 'include' });
      const replaced = etag !== null && response.headers.get('etag') !== etag;
      if (response.status >= 500 || response.status === 429) return 'lost';
      if (!response.ok || replaced) return 'refused';
      const bytes = new Uint8Array(await response.arrayBuffer());
      // A proxy may ignore ranges; then the whole file comes each time, but it comes.
      const asked = response.status === 206 ? bytes : bytes.slice(begin, end);
      return asked.length === end - begin ? asked : 'lost';
    } catch (error) {
      if (signal.aborted) throw error;
      return 'lost';
    }
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

// A proxy that compresses weakens the tag, and a weak one never satisfies If-Match.
function isStrong(etag: string | null): etag is string {
  return etag !== null && !etag.startsWith('W/');
}
