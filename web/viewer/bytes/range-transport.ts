import { PDFDataRangeTransport } from '../pdf-js/pdf-js.ts';
import type { FileBytes } from './file-bytes.ts';
import {
  type ByteRange,
  covers,
  endsOf,
  readAheadBytes,
  sizeOf,
  spanOf,
  takeNeighbours,
} from './ranges.ts';

/**
 * The least that pdf.js asks for. It reads the entry of every page before it draws the first, and in
 * a scan the entries are far apart: for 120 pages in 110 MB these steps fetch 2.2 MB, steps of
 * 64 KiB would fetch 8.7 MB.
 */
export const minRangeBytes = 8 * 1024;

const maxReadAhead = 16;

type Fetched = ByteRange & { bytes: Promise<Uint8Array> };

/**
 * Gives pdf.js the ranges it asks for and little else. pdf.js asks for many at a time; as many as the
 * browser has connections are requested, the others wait, and neighbours among them are merged.
 */
export class RangeTransport extends PDFDataRangeTransport {
  readonly #file: FileBytes;
  readonly #length: number;
  readonly #maxRequests = maxRequestsAtOnce();
  /** The last ranges that were fetched with more than pdf.js asked for. */
  readonly #readAhead: Fetched[];
  readonly #waiting: ByteRange[] = [];
  /** Where the ranges fetched so far end. */
  readonly #ends = new Set<number>();
  #pendingRequests = 0;

  constructor(file: FileBytes, length: number) {
    super(length, null);
    this.#file = file;
    this.#length = length;
    // pdf.js will ask for these first.
    this.#readAhead = endsOf(length).map((range) => this.#fetch(range));
  }

  override requestDataRange(begin: number, end: number): void {
    const range = { begin, end };
    const fetched = this.#readAhead.find((one) => covers(one, range));
    if (fetched === undefined) {
      this.#waiting.push(range);
      this.#fetchWaiting();
    } else {
      this.#deliver(fetched, [range]);
    }
  }

  override abort(): void {
    this.#file.close();
  }

  #fetchWaiting(): void {
    while (this.#pendingRequests < this.#maxRequests && this.#waiting.length > 0) {
      const asked = takeNeighbours(this.#waiting);
      const fetched = this.#fetch(this.#extendIfSequential(spanOf(asked)));
      if (sizeOf([fetched]) > sizeOf(asked)) this.#keep(fetched);
      this.#deliver(fetched, asked);
    }
  }

  #keep(fetched: Fetched): void {
    this.#readAhead.push(fetched);
    if (this.#readAhead.length > maxReadAhead) this.#readAhead.shift();
  }

  // Where pdf.js reads on from what was fetched before, small steps would be many requests.
  #extendIfSequential({ begin, end }: ByteRange): ByteRange {
    if (!this.#ends.has(begin)) return { begin, end };
    return { begin, end: Math.min(this.#length, Math.max(end, begin + readAheadBytes)) };
  }

  #fetch({ begin, end }: ByteRange): Fetched {
    this.#pendingRequests++;
    this.#ends.add(end);
    const bytes = this.#file.read({ begin, end });
    bytes.then(() => this.#onFetched(), ignoreClosed);
    return { begin, end, bytes };
  }

  #onFetched(): void {
    this.#pendingRequests--;
    this.#fetchWaiting();
  }

  #deliver({ begin, bytes }: Fetched, asked: ByteRange[]): void {
    const deliver = (fetched: Uint8Array) => {
      if (this.#file.isClosed) return; // pdf.js takes no more
      for (const one of asked) {
        this.onDataRange(one.begin, fetched.slice(one.begin - begin, one.end - begin));
      }
    };
    bytes.then(deliver, ignoreClosed);
  }
}

// Fetching fails only when the document is closed.
function ignoreClosed(): void {}

// Browsers open six connections to a server; HTTP/2 and 3 carry many requests on one.
function maxRequestsAtOnce(): number {
  const [page] = performance.getEntriesByType('navigation');
  const protocol = page instanceof PerformanceNavigationTiming ? page.nextHopProtocol : '';
  return protocol === 'h2' || protocol === 'h3' ? 32 : 6;
}
