import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { LibraryError } from '#contract/errors.ts';
import type { Config } from '../config/config.ts';
import { PdfReaders } from '../pdf/reader/reader-processes.ts';
import type { PagePicture } from '../pdf/reader/reader.ts';
import {
  type PictureKey,
  pictureName,
  pictureType,
  type PictureStore,
  storeIn,
} from '../pdf/draw/picture-store.ts';
import { FairQueue } from '../processes/fair-queue.ts';
import type { ExpectedFile, SharedFolder } from '../share/shared-folder.ts';

/** A picture and the file that it is drawn from; `pages` are those that the file has. */
export type WantedPicture = PictureKey & { file: ExpectedFile; pages: number };

type Settings = Pick<Config, 'dataDir' | 'pagePicturesMegabytes'>;

const atOnce = 2;
// A reader that turns pages asks again within a minute; a process takes a quarter of a second to start.
const limits = { processes: atOnce, fileMs: 20_000, pictureMs: 10_000, idleMs: 60_000 };
/** A page that could not be drawn is not tried again for this long. */
const failedMs = 10 * 60_000;

/** Pictures of pages on this node: from the store, or drawn, at most two at once. */
export class PagePictures {
  readonly #folder: SharedFolder;
  readonly #store: PictureStore;
  readonly #readers: PdfReaders;
  readonly #queue = new FairQueue(atOnce, 'pictures of pages');
  readonly #failed = new LRUCache<string, true>({ max: 1000, ttl: failedMs });
  readonly #running = new Set<Promise<unknown>>();
  #isDrawingNeighbours = false;
  /** For the metrics. */
  readonly counts = { stored: 0, drawn: 0, ahead: 0, aheadBytes: 0 };

  constructor(settings: Settings, folder: SharedFolder, log: FastifyBaseLogger) {
    this.#folder = folder;
    this.#readers = new PdfReaders({ ...limits, open: folder.openPdf });
    this.#store = storeIn(settings, (error) =>
      log.warn({ err: error, event: 'picture_not_stored' }, 'a picture of a page was not stored'),
    );
  }

  /** Something of a document was sent before a reader asked for it. */
  countAhead(bytes: number): void {
    this.counts.ahead += 1;
    this.counts.aheadBytes += bytes;
  }

  get isOn(): boolean {
    return this.#store.mostBytes > 0;
  }

  /** Null where the page cannot be drawn; 'changed' where the file is another by now. */
  async find(
    user: string,
    wanted: WantedPicture,
    signal: AbortSignal,
  ): Promise<Uint8Array | null | 'changed'> {
    if (!this.isOn || this.#failed.has(pictureName(wanted))) return null;
    const stored = await this.#findStored(wanted);
    if (stored !== null) return stored;
    const release = await this.#queue.acquire(user, signal);
    const drawn = await this.#findStored(wanted); // perhaps while we waited
    if (drawn === null) return this.#draw(wanted, release);
    release();
    return drawn;
  }

  /** Draws the pages beside this one, where nothing else is drawn ahead; not awaited. */
  drawNeighbours(wanted: WantedPicture): void {
    if (this.#isDrawingNeighbours || !this.isOn) return;
    this.#isDrawingNeighbours = true;
    void this.#keepRunning(async () => {
      const missing = await this.#missingOf(wanted, neighboursOf(wanted));
      if (missing.length > 0) await this.#drawPages(wanted, missing);
    }).finally(() => (this.#isDrawingNeighbours = false));
  }

  async trim(): Promise<void> {
    await this.#store.trim();
  }

  async storedBytes(): Promise<number> {
    return this.#store.knownBytes ?? this.#store.countBytes();
  }

  async close(): Promise<void> {
    await this.#readers.close();
    await Promise.all(this.#running);
  }

  async #findStored(wanted: WantedPicture): Promise<Uint8Array | null> {
    const stored = await this.#store.find(wanted);
    if (stored !== null) this.counts.stored += 1;
    return stored;
  }

  async #draw(wanted: WantedPicture, release: () => void): Promise<Uint8Array | null | 'changed'> {
    try {
      const drawn = await this.#keepRunning(() => this.#drawPages(wanted, [wanted.page]));
      if (drawn === 'busy') {
        const message = 'The library cannot draw the page now. Try again.';
        throw new LibraryError('busy', message, { retryAfterSeconds: 5 });
      }
      if (drawn === 'changed') return drawn;
      if (drawn === null) this.#failed.set(pictureName(wanted), true);
      else this.counts.drawn += 1;
      return drawn;
    } finally {
      release();
    }
  }

  /** Gives the picture of the last page; stores all of them, once it is certain that they show this content. */
  async #drawPages(
    { file, ...key }: WantedPicture,
    pages: readonly number[],
  ): Promise<Uint8Array | null | 'changed' | 'busy'> {
    const at = `${this.#folder.root}/${file.path}`;
    const drawn: PagePicture[] = [];
    const picturing = { pages: pages.map((page) => page - 1), rotation: key.rotation };
    const asRead = await this.#readers.drawPictures(at, picturing, (one) => drawn.push(one));
    if (asRead === null) return 'busy';
    if (asRead.bytes !== file.bytes || asRead.modified_ns !== file.modified_ns) return 'changed';
    const whole = drawn.filter(({ picture }) => pictureType(picture) !== null);
    for (const { page, picture } of whole) {
      await this.#store.add({ ...key, page: page + 1 }, picture);
    }
    return whole.at(-1)?.picture ?? null;
  }

  async #missingOf(key: PictureKey, pages: readonly number[]): Promise<number[]> {
    const missing: number[] = [];
    for (const page of pages) {
      const one = { ...key, page };
      if (!this.#failed.has(pictureName(one)) && !(await this.#store.has(one))) missing.push(page);
    }
    return missing;
  }

  #keepRunning<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    const settled = running.catch(() => {}).finally(() => this.#running.delete(settled));
    this.#running.add(settled);
    return running;
  }
}

function neighboursOf({ page, pages }: WantedPicture): number[] {
  return [page + 1, page - 1].filter((one) => one >= 1 && one <= pages);
}
