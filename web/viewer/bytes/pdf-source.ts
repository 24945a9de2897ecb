import { type Range, endsOf, maxWholeBytes, partsOf } from './ranges.ts';

/** A PDF, with the length and tag that the HEAD request gave; null where it gave none. */
export type PdfSource = {
  address: string;
  bytes: number | null;
  etag: string | null;
  /** The first bytes, requested before the viewer was ready for them. */
  prefetch?: Prefetch;
};

/** `refused`: the server does not give these bytes of this file; `lost`: they may come another time. */
export type Answer = Uint8Array | 'refused' | 'lost';

/** Requests some bytes, once. Rejects only when it is aborted. */
export async function requestRange(
  { address, etag }: PdfSource,
  { begin, end }: Range,
  signal: AbortSignal,
): Promise<Answer> {
  const condition: Record<string, string> = isStrong(etag) ? { 'if-match': etag } : {};
  try {
    const headers = { range: `bytes=${begin}-${end - 1}`, ...condition };
    const response = await fetch(address, { headers, signal, credentials: 'include' });
    const replaced = etag !== null && response.headers.get('etag') !== etag;
    if (response.status >= 500 || response.status === 429) return 'lost';
    if (!response.ok || replaced) return 'refused';
    const received = new Uint8Array(await response.arrayBuffer());
    // A proxy that ignores ranges sends the whole file every time.
    const bytes = response.status === 206 ? received : received.slice(begin, end);
    return bytes.length === end - begin ? bytes : 'lost';
  } catch (error) {
    if (signal.aborted) throw error;
    return 'lost';
  }
}

/**
 * Requests the bytes that are needed first of any PDF, as soon as its length is known: React and
 * pdf.js take a tenth of a second more to be ready for them.
 */
export class Prefetch {
  readonly #cancelled = new AbortController();
  /** By range. Undefined when it was cancelled. */
  readonly #answers = new Map<string, Promise<Answer | undefined>>();

  constructor(source: PdfSource) {
    if (source.bytes === null) return;
    const isSmall = source.bytes <= maxWholeBytes;
    for (const range of isSmall ? partsOf(source.bytes) : endsOf(source.bytes)) {
      const answer = requestRange(source, range, this.#cancelled.signal).catch(() => undefined);
      this.#answers.set(keyOf(range), answer);
    }
  }

  /** The answer for a range, given once only: the next request for it goes to the server. */
  take(range: Range): Promise<Answer | undefined> | undefined {
    const answer = this.#answers.get(keyOf(range));
    this.#answers.delete(keyOf(range));
    return answer;
  }

  cancel(): void {
    this.#cancelled.abort();
    this.#answers.clear();
  }
}

function keyOf({ begin, end }: Range): string {
  return `${begin}-${end}`;
}

// A proxy that compresses makes the tag weak, and a weak tag never satisfies If-Match.
function isStrong(etag: string | null): etag is string {
  return etag !== null && !etag.startsWith('W/');
}
