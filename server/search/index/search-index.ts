import type { FastifyBaseLogger } from 'fastify';
import { LibraryError } from '#contract/errors.ts';
import type { Config } from '../../config/config.ts';
import type { Workers } from '../../jobs/workers.ts';
import type { Db } from '../../db/schema.ts';
import { AnsweringThread } from './answering-thread.ts';
import type { QuestionName, Questions } from './answers.ts';
import { positionOf } from '../../changes/changes-since.ts';
import { indexPathsIn, UnusableIndexError } from './index-file.ts';
import { IndexProcess, type Standing } from './index-process.ts';
import { countEntries } from './library-entries.ts';

type Deps = { config: Config; db: Db; log: FastifyBaseLogger; workers: Workers };

/** A search waits at most this long for changes that are not indexed yet; then the index answers as it is. */
const waitForIndexMs = 300;

/** The index as the server has it: a process that writes it and a thread that asks it. */
export class SearchIndex {
  /** Told how long each answer took. */
  onAnswered: ((name: QuestionName, ms: number) => void) | null = null;
  readonly #deps: Deps;
  readonly #thread: AnsweringThread;
  #process: IndexProcess | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { dataDir, database } = deps.config;
    this.#thread = new AnsweringThread({ file: indexPathsIn(dataDir).file, database }, deps.log);
  }

  /** Starts to build and to follow; without it the first question does. */
  start(): void {
    if (this.#deps.config.search === 'on') this.#started();
  }

  async close(): Promise<void> {
    await Promise.all([this.#process?.close(), this.#thread.close()]);
  }

  get standing(): Standing | { state: 'off' } {
    if (this.#deps.config.search === 'off') return { state: 'off' };
    return this.#process?.standing ?? { state: 'starting' };
  }

  /** Asks an index that has, if it can, seen all that is in the library now; `not_indexed`: entries that it has not seen. */
  async ask<Name extends 'quickOpen' | 'search'>(
    name: Name,
    asks: Questions[Name]['asks'],
  ): Promise<Questions[Name]['answer'] & { not_indexed: number }> {
    if (this.#deps.config.search === 'off') throw unavailable('The search is switched off.');
    const process = this.#started();
    const library = await positionOf(this.#deps.db);
    const withTexts = name === 'search';
    await process.followTo({ library, withTexts }, waitForIndexMs);
    const isWhole = process.hasFollowedTo(library);
    try {
      const answer = await this.askNow(name, asks);
      const { entries, waiting } = answer.extent;
      const notSeen = isWhole ? 0 : Math.max(0, (await countEntries(this.#deps.db)) - entries);
      return { ...answer, not_indexed: notSeen + (withTexts ? waiting : 0) };
    } catch (error) {
      if (!(error instanceof UnusableIndexError)) throw error;
      process.send(error.reason === 'damaged' ? 'unusable' : 'look');
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

  #started(): IndexProcess {
    this.#process ??= new IndexProcess(this.#deps);
    return this.#process;
  }
}

function unavailable(what: string): LibraryError {
  return new LibraryError('search_unavailable', `${what} Browse by customer meanwhile.`, {
    retryAfterSeconds: 5,
  });
}
