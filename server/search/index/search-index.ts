import type { FastifyBaseLogger } from 'fastify';
import { LibraryError } from '#contract/errors.ts';
import type { Config } from '../../config/config.ts';
import type { WorkerProcess } from '../../jobs/worker-process.ts';
import type { Db } from '../../db/schema.ts';
import { AnsweringThread } from './answering-thread.ts';
import type { QuestionName, Questions } from './answers.ts';
import { positionOf } from '../../changes/changes-since.ts';
import { indexPathsIn, UnusableIndexError } from './index-file.ts';
import { IndexStanding, type Standing } from './index-standing.ts';
import { countEntries } from './library-entries.ts';

type Deps = { config: Config; db: Db; log: FastifyBaseLogger; worker: WorkerProcess };

/** A search waits at most this long for changes that are not indexed yet; then the index answers as it is. */
const waitForIndexMs = 300;

/** The index as the server has it: the worker writes it, and a thread asks it. */
export class SearchIndex {
  /** Told how long each answer took. */
  onAnswered: ((name: QuestionName, ms: number) => void) | null = null;
  readonly #deps: Deps;
  readonly #thread: AnsweringThread;
  readonly #standing: IndexStanding;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { dataDir, database } = deps.config;
    this.#standing = new IndexStanding(deps.log, deps.worker);
    this.#thread = new AnsweringThread({ file: indexPathsIn(dataDir).file, database }, deps.log);
  }

  async close(): Promise<void> {
    this.#standing.close();
    await this.#thread.close();
  }

  get standing(): Standing | { state: 'off' } {
    if (this.#deps.config.search === 'off') return { state: 'off' };
    return this.#standing.now;
  }

  /** Asks an index that has, if it can, seen all that is in the library now; `not_indexed`: entries that it has not seen. */
  async ask<Name extends 'quickOpen' | 'search'>(
    name: Name,
    asks: Questions[Name]['asks'],
  ): Promise<Questions[Name]['answer'] & { not_indexed: number }> {
    if (this.#deps.config.search === 'off') throw unavailable('Search is switched off.');
    this.#deps.worker.start(); // a test's server has none until it is needed
    const library = await positionOf(this.#deps.db);
    const withTexts = name === 'search';
    await this.#standing.followTo({ library, withTexts }, waitForIndexMs);
    const isWhole = this.#standing.hasFollowedTo(library);
    try {
      const answer = await this.askNow(name, asks);
      const { entries, waiting } = answer.extent;
      const notSeen = isWhole ? 0 : Math.max(0, (await countEntries(this.#deps.db)) - entries);
      return { ...answer, not_indexed: notSeen + (withTexts ? waiting : 0) };
    } catch (error) {
      if (!(error instanceof UnusableIndexError)) throw error;
      this.#deps.worker.send(error.reason === 'damaged' ? 'unusable' : 'index');
      throw unavailable('The search index is being built.');
    }
  }

  /** Asks what does not depend on what is in the library. */
  async askNow<Name extends QuestionName>(
    name: Name,
    asks: Questions[Name]['asks'],
  ): Promise<Questions[Name]['answer']> {
    const askedAt = performance.now();
    const answer = await this.#thread.ask(name, asks);
    this.onAnswered?.(name, performance.now() - askedAt);
    return answer;
  }
}

function unavailable(what: string): LibraryError {
  return new LibraryError(
    'search_unavailable',
    `${what} Choose a customer and a standard number instead.`,
    {
      retryAfterSeconds: 5,
    },
  );
}
