import type { FastifyBaseLogger } from 'fastify';
import type { FeedPosition as LibraryPosition } from '../../changes/changes-since.ts';
import type { WorkerProcess } from '../../jobs/worker-process.ts';
import { isBehind } from './changes.ts';
import type { UnusableIndexError } from './index-file.ts';
import type { IndexState } from './library-index.ts';

export type IndexMessage =
  | IndexState
  /** Another process writes this index. */
  | { state: 'elsewhere' }
  | { heals: UnusableIndexError['reason'] };

export type Standing = IndexState | { state: 'starting' | 'elsewhere' };

/** What of the library an answer should have seen. */
export type Target = { library: LibraryPosition; withTexts: boolean };

/** Nobody waits for more texts. */
const mostAwaitedTexts = 20;

/** How far the worker is with the index, and who waits for it. */
export class IndexStanding {
  readonly #log: FastifyBaseLogger;
  readonly #worker: WorkerProcess;
  #standing: Standing = { state: 'starting' };
  #waiting: { target: Target; resolve: () => void }[] = [];
  /** The last wait timed out. Until the index catches up, searches do not wait. */
  #isFarBehind = false;
  #isClosed = false;

  constructor(log: FastifyBaseLogger, worker: WorkerProcess) {
    this.#log = log;
    this.#worker = worker;
    worker.listen('index', {
      onSaid: (message) => this.#receive(message),
      onEnd: () => {
        this.#standing = { state: 'starting' };
        this.#release();
      },
    });
  }

  get now(): Standing {
    return this.#standing;
  }

  /** Whether the index surely has all that is in the library up to this. */
  hasFollowedTo(library: LibraryPosition): boolean {
    const at = this.#standing;
    return at.state === 'following' && !isBehind(at.counters, library);
  }

  #hasReached({ library, withTexts }: Target): boolean {
    const at = this.#standing;
    const awaited = withTexts && at.state === 'following' ? at.missing : 0;
    return this.hasFollowedTo(library) && (awaited === 0 || awaited > mostAwaitedTexts);
  }

  /** Waits until the index has followed the library so far, but no longer than it may take. */
  async followTo(target: Target, mostMs: number): Promise<void> {
    if (this.#standing.state !== 'following' || this.#hasReached(target)) return;
    this.#worker.send('index');
    if (this.#isFarBehind) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { target, resolve };
    this.#waiting.push(waiting);
    const timer = setTimeout(() => {
      this.#isFarBehind = true;
      resolve();
    }, mostMs);
    await promise;
    clearTimeout(timer);
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
  }

  close(): void {
    this.#isClosed = true;
    this.#release();
  }

  #receive(message: IndexMessage): void {
    if ('heals' in message) {
      const words = { event: 'index_heals', reason: message.heals };
      this.#log.warn(words, 'rebuilding the search index');
    } else {
      this.#isFarBehind = false;
      this.#logStanding(message);
      this.#standing = message;
      this.#release();
    }
  }

  #logStanding(standing: Standing): void {
    if (standing.state === this.#standing.state) return;
    const words = { event: 'index_state', state: standing.state };
    this.#log.info(words, `the search index is ${standing.state}`);
  }

  /** Lets those go on whose changes are in the index, and those who would wait in vain. */
  #release(): void {
    const isFollowing = this.#standing.state === 'following';
    for (const { target, resolve } of this.#waiting) {
      if (this.#isClosed || !isFollowing || this.#hasReached(target)) resolve();
    }
  }
}
