import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config/config.ts';
import { forkScript } from '../../processes/child.ts';
import { Supervised } from '../../processes/supervised.ts';
import { type Counters, isBehind } from './changes.ts';
import type { UnusableIndexError } from './index-file.ts';
import type { IndexState } from './index-keeper.ts';

/** `look`: follow the library now. `unusable`: the index was found damaged. */
export type IndexOrder = 'look' | 'unusable' | { config: Config };
export type IndexMessage =
  | IndexState
  /** Another process writes this index. */
  | { state: 'elsewhere' }
  | { waits: string }
  | { heals: UnusableIndexError['reason'] }
  | { failed: string };

export type Standing = IndexState | { state: 'starting' | 'elsewhere' };

type Deps = { config: Config; log: FastifyBaseLogger };

const child = path.join(import.meta.dirname, 'index-child.ts');
// Texts come by the megabyte: a young generation as small as the server's is full at once.
const flags = ['--max-semi-space-size=32', '--max-old-space-size=512'];

/** The process that writes the index, and who waits for it. */
export class IndexProcess {
  readonly #deps: Deps;
  readonly #process: Supervised<IndexOrder, IndexMessage>;
  #standing: Standing = { state: 'starting' };
  #waiting: { target: Counters; resolve: () => void }[] = [];
  #waits: string | null = null;
  /** Someone waited in vain: an import is being followed, and nobody need wait for all of it. */
  #isFarBehind = false;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#process = new Supervised<IndexOrder, IndexMessage>({
      log: deps.log,
      name: 'index',
      start: () => forkScript(child, { flags }),
      order: { config: deps.config },
      onMessage: (message) => this.#receive(message),
      onEnd: () => {
        this.#standing = { state: 'starting' };
        this.#release();
      },
    });
  }

  get standing(): Standing {
    return this.#standing;
  }

  /** Waits until the index has followed the library so far, but no longer than it may take. */
  async followTo(target: Counters, mostMs: number): Promise<void> {
    if (this.#standing.state !== 'following' || !isBehind(this.#standing.counters, target)) return;
    this.#process.send('look');
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

  /** Whoever asked the index found that it is missing or damaged. */
  heal(): void {
    this.#process.send('unusable');
  }

  /** Looks for changes and for a missing file now. */
  look(): void {
    this.#process.send('look');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#release();
    await this.#process.close();
  }

  #receive(message: IndexMessage): void {
    const { log } = this.#deps;
    if ('failed' in message) {
      log.error({ event: 'index_failed', reason: message.failed }, 'the search index stopped');
    } else if ('waits' in message) {
      if (message.waits !== this.#waits) {
        log.warn({ event: 'index_waits', reason: message.waits }, 'the search index waits');
      }
      this.#waits = message.waits;
    } else if ('heals' in message) {
      log.warn({ event: 'index_heals', reason: message.heals }, 'the search index is built anew');
    } else {
      this.#waits = null;
      this.#isFarBehind = false;
      this.#process.worked();
      this.#logStanding(message);
      this.#standing = message;
      this.#release();
    }
  }

  #logStanding(standing: Standing): void {
    if (standing.state === this.#standing.state) return;
    const words = { event: 'index_state', state: standing.state };
    this.#deps.log.info(words, `the search index is ${standing.state}`);
  }

  /** Lets those go on whose changes are in the index, and those who would wait in vain. */
  #release(): void {
    const at = this.#standing;
    for (const { target, resolve } of this.#waiting) {
      if (this.#isClosed || at.state !== 'following' || !isBehind(at.counters, target)) resolve();
    }
  }
}
