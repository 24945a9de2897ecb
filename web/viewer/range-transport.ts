import { PDFDataRangeTransport } from 'pdfjs-dist';

/** A PDF and what the server said of it; `bytes` and `etag` are null where it said nothing. */
export type PdfSource = { address: string; bytes: number | null; etag: string | null };

export type TransportEvents = {
  /** The connection is lost (and tried again), or is back. */
  onInterrupted: (interrupted: boolean) => void;
  /** The server no longer gives these bytes: signed out, deleted, replaced. Settles once it is known. */
  onRefused: () => Promise<unknown>;
};

/** Larger ranges fetch too much for objects that lie scattered, smaller ones ask too often. */
export const rangeBytes = 64 * 1024;

// Fetched whole, in one request. pdf.js looks at every page's entry before it draws the first, one
// after another: of a text of 327 pages and 1.3 MB it asks for all of it, in twenty questions.
const wholeBelowBytes = 2 * 1024 * 1024;
const longestPauseMs = 30_000;

type Ahead = { begin: number; end: number; bytes: Promise<Uint8Array> };

/**
 * Gives pdf.js the ranges it asks for and nothing else. The length is known from the HEAD that the
 * page has made, so there is no first request for the whole file.
 */
export class RangeTransport extends PDFDataRangeTransport {
  readonly #source: PdfSource;
  readonly #events: TransportEvents;
  readonly #ended = new AbortController();
  readonly #ahead: Ahead[];
  #waiting = new Set<() => void>();
  #asking: Promise<unknown> | null = null;

  constructor(source: PdfSource & { bytes: number }, events: TransportEvents) {
    super(source.bytes, null);
    this.#source = source;
    this.#events = events;
    // Every PDF is read from its first bytes and its last: they are on their way meanwhile.
    const { bytes } = source;
    this.#ahead =
      bytes <= wholeBelowBytes
        ? [this.#fetchAhead(0, bytes)]
        : [
            this.#fetchAhead(0, rangeBytes),
            this.#fetchAhead(Math.floor((bytes - 1) / rangeBytes) * rangeBytes, bytes),
          ];
  }

  override requestDataRange(begin: number, end: number): void {
    this.#bytesOf(begin, end).then(
      (bytes) => this.#ended.signal.aborted || this.onDataRange(begin, bytes),
      () => {}, // only when it ended
    );
  }

  override abort(): void {
    this.#ended.abort();
  }

  /** Asks again at once for what could not be fetched. */
  retry(): void {
    for (const goOn of this.#waiting) goOn();
  }

  async #bytesOf(begin: number, end: number): Promise<Uint8Array> {
    const ahead = this.#ahead.find((one) => one.begin <= begin && end <= one.end);
    if (ahead === undefined) return this.#fetch(begin, end);
    return (await ahead.bytes).slice(begin - ahead.begin, end - ahead.begin);
  }

  #fetchAhead(begin: number, end: number): Ahead {
    const bytes = this.#fetch(begin, end);
    bytes.catch(() => {});
    return { begin, end, bytes };
  }

  async #fetch(begin: number, end: number): Promise<Uint8Array> {
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
