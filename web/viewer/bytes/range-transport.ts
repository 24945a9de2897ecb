import { PDFDataRangeTransport } from 'pdfjs-dist';
import type { FileBytes } from './file-bytes.ts';
import {
  type Range,
  aheadBytes,
  covers,
  endsOf,
  sizeOf,
  spanOf,
  takeNeighbours,
} from './ranges.ts';

/**
 * The least pdf.js asks for. It looks at the entry of every page before it draws the first, and in
 * a scan each lies alone: 120 pages of 110 MB are 2.2 MB to fetch in these steps, 8.7 MB in 64 KiB.
 */
export const rangeBytes = 8 * 1024;

const keptAhead = 16;

type Fetched = Range & { bytes: Promise<Uint8Array> };

/**
 * Gives pdf.js the ranges it asks for and little else. It asks for many at a time; as many as the
 * browser takes are on their way, and of those that wait, neighbours go together.
 */
export class RangeTransport extends PDFDataRangeTransport {
  readonly #file: FileBytes;
  readonly #length: number;
  readonly #mostAtOnce = connectionsAtOnce();
  /** The last ranges that were fetched with more than was asked for. */
  readonly #ahead: Fetched[];
  readonly #waiting: Range[] = [];
  readonly #ends = new Set<number>();
  #onTheirWay = 0;

  constructor(file: FileBytes, length: number) {
    super(length, null);
    this.#file = file;
    this.#length = length;
    // Every PDF is read from its first bytes and its last: they are on their way meanwhile.
    this.#ahead = endsOf(length).map((range) => this.#fetch(range));
  }

  override requestDataRange(begin: number, end: number): void {
    const range = { begin, end };
    const fetched = this.#ahead.find((one) => covers(one, range));
    if (fetched === undefined) {
      this.#waiting.push(range);
      this.#fetchWaiting();
    } else {
      this.#give(fetched, [range]);
    }
  }

  override abort(): void {
    this.#file.end();
  }

  #fetchWaiting(): void {
    while (this.#onTheirWay < this.#mostAtOnce && this.#waiting.length > 0) {
      const asked = takeNeighbours(this.#waiting);
      const fetched = this.#fetch(this.#readingOn(spanOf(asked)));
      if (sizeOf([fetched]) > sizeOf(asked)) this.#keep(fetched);
      this.#give(fetched, asked);
    }
  }

  #keep(fetched: Fetched): void {
    this.#ahead.push(fetched);
    if (this.#ahead.length > keptAhead) this.#ahead.shift();
  }

  #readingOn({ begin, end }: Range): Range {
    if (!this.#ends.has(begin)) return { begin, end };
    return { begin, end: Math.min(this.#length, Math.max(end, begin + aheadBytes)) };
  }

  #fetch({ begin, end }: Range): Fetched {
    this.#onTheirWay++;
    this.#ends.add(end);
    const bytes = this.#file.fetch({ begin, end });
    bytes.then(() => this.#arrived(), ignoreEnd);
    return { begin, end, bytes };
  }

  #arrived(): void {
    this.#onTheirWay--;
    this.#fetchWaiting();
  }

  #give({ begin, bytes }: Fetched, asked: Range[]): void {
    const cut = (all: Uint8Array) => {
      if (this.#file.isEnded) return; // pdf.js takes no more
      for (const one of asked) {
        this.onDataRange(one.begin, all.slice(one.begin - begin, one.end - begin));
      }
    };
    bytes.then(cut, ignoreEnd);
  }
}

// Bytes fail to come only when the document is closed.
function ignoreEnd(): void {}

// Six connections are all that browsers open to a server; HTTP/2 carries many questions on one.
function connectionsAtOnce(): number {
  const [page] = performance.getEntriesByType('navigation');
  const spoken = page instanceof PerformanceNavigationTiming ? page.nextHopProtocol : '';
  return spoken === 'h2' || spoken === 'h3' ? 32 : 6;
}
