import { aheadHeader, errorHeader } from '#contract/calls.ts';
import { request } from '../../request.ts';
import { type ByteRange, endsOf, maxWholeBytes, partsOf } from './ranges.ts';

/** A PDF, with the length and tag that the HEAD request gave; null where it gave none. */
export type PdfSource = {
  address: string;
  bytes: number | null;
  etag: string | null;
  /** The first bytes, requested before the viewer was ready for them. */
  prefetch?: Prefetch;
  /** No reader has asked for the document yet. */
  isAhead?: boolean;
  /** How many bytes have come so far, also of answers that are still coming. */
  received: { bytes: number };
};

export type FetchedSource = PdfSource & { prefetch: Prefetch };

/** A file for the viewer, of which the first bytes are requested at once. */
export function openSource(
  file: Pick<PdfSource, 'address' | 'bytes' | 'etag' | 'isAhead'>,
): FetchedSource {
  const source: PdfSource = { ...file, received: { bytes: 0 } };
  return { ...source, prefetch: new Prefetch(source) };
}

/**
 * `refused`: the server does not give these bytes of this file; `short`: it gives fewer than the file
 * has; `lost`: they may come another time.
 */
export type SourceAnswer = Uint8Array | 'refused' | 'short' | 'lost';

/** Requests some bytes, once. Rejects only when it is aborted. */
export async function requestRange(
  { address, etag, received, isAhead = false }: PdfSource,
  { begin, end }: ByteRange,
  signal: AbortSignal,
): Promise<SourceAnswer> {
  const headers: Record<string, string> = { range: `bytes=${begin}-${end - 1}` };
  if (isStrong(etag)) headers['if-match'] = etag;
  if (isAhead) headers[aheadHeader] = '1';
  const before = { bytes: 0 };
  try {
    const response = await request(address, { headers, signal });
    const replaced = etag !== null && response.headers.get('etag') !== etag;
    const changing = response.headers.get(errorHeader) === 'file_changing';
    if (!changing && (response.status >= 500 || response.status === 429)) return 'lost';
    if (!response.ok || replaced) return 'refused';
    const all = await response.content((bytes) => {
      before.bytes += bytes;
      received.bytes += bytes;
    });
    // A proxy that ignores ranges sends the whole file every time.
    const bytes = response.status === 206 ? all : all.slice(begin, end);
    return bytes.length === end - begin ? bytes : 'short';
  } catch (error) {
    received.bytes -= before.bytes; // they will come again
    if (signal.aborted) throw error;
    return 'lost';
  }
}

/**
 * Requests the bytes that are needed first of any PDF, as soon as its length is known: React and
 * pdf.js take a tenth of a second more to be ready for them.
 */
class Prefetch {
  readonly #cancelled = new AbortController();
  /** By range. Undefined when it was cancelled. */
  readonly #answers = new Map<string, Promise<SourceAnswer | undefined>>();

  constructor(source: PdfSource) {
    if (source.bytes === null) return;
    const isSmall = source.bytes <= maxWholeBytes;
    for (const range of isSmall ? partsOf(source.bytes) : endsOf(source.bytes)) {
      const answer = requestRange(source, range, this.#cancelled.signal).catch(() => undefined);
      this.#answers.set(keyOf(range), answer);
    }
  }

  /** The answer for a range, given once only: the next request for it goes to the server. */
  take(range: ByteRange): Promise<SourceAnswer | undefined> | undefined {
    const answer = this.#answers.get(keyOf(range));
    this.#answers.delete(keyOf(range));
    return answer;
  }

  get cancelled(): AbortSignal {
    return this.#cancelled.signal;
  }

  cancel(): void {
    this.#cancelled.abort();
    this.#answers.clear();
  }
}

function keyOf({ begin, end }: ByteRange): string {
  return `${begin}-${end}`;
}

// A proxy that compresses makes the tag weak, and a weak tag never satisfies If-Match.
function isStrong(etag: string | null): etag is string {
  return etag !== null && !etag.startsWith('W/');
}
