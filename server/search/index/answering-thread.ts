import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import { LibraryError } from '#contract/errors.ts';
import type { AnswerSources, QuestionName, Questions } from './answers.ts';
import { UnusableIndexError } from './index-file.ts';

export type Asked = { number: number; name: QuestionName; asks: Questions[QuestionName]['asks'] };
export type Answered =
  /** It is loaded, and begins to answer. */
  | 'ready'
  | { number: number; answer: Questions[QuestionName]['answer'] }
  | { number: number; unusable: UnusableIndexError['reason'] }
  | { number: number; failed: string };

type Waiting = {
  resolve: (answer: Questions[QuestionName]['answer']) => void;
  reject: (error: Error) => void;
};

const worker = path.join(import.meta.dirname, 'answering-worker.ts');
const longestAnswerMs = 5000;
const longestStartMs = 60_000;
const mostWaiting = 200;
// With SQLite's cache and what Node itself needs, less than 200 MB.
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };

/** The thread that asks the index: started when it is needed, and anew when it dies or hangs. */
export class AnsweringThread {
  readonly #sources: AnswerSources;
  readonly #log: FastifyBaseLogger;
  #worker: Worker | null = null;
  #isReady = false;
  #waiting = new Map<number, Waiting>();
  #number = 0;
  #tooLong: NodeJS.Timeout | undefined;

  constructor(sources: AnswerSources, log: FastifyBaseLogger) {
    this.#sources = sources;
    this.#log = log;
  }

  /** Throws UnusableIndexError when there is no index to ask. */
  async ask<Name extends QuestionName>(
    name: Name,
    asks: Questions[Name]['asks'],
  ): Promise<Questions[Name]['answer']> {
    if (this.#waiting.size >= mostWaiting) throw cannotAnswer('Too many people search just now.');
    const number = ++this.#number;
    const { promise, resolve, reject } = Promise.withResolvers<Questions[QuestionName]['answer']>();
    if (this.#waiting.size === 0) this.#expectAnswer();
    this.#waiting.set(number, { resolve, reject });
    this.#worker ??= this.#start();
    // oxlint-disable-next-line require-post-message-target-origin -- a thread has none
    this.#worker.postMessage({ number, name, asks } satisfies Asked);
    return promise;
  }

  async close(): Promise<void> {
    const running = this.#worker;
    this.#giveUp('The server ends.');
    await running?.terminate();
  }

  #start(): Worker {
    const started = new Worker(worker, {
      workerData: this.#sources,
      resourceLimits,
      name: 'search',
    });
    started.unref();
    started.on('message', (message: Answered) => {
      if (this.#worker === started) this.#take(message);
    });
    started.once('error', (error) => {
      const { code } = error as NodeJS.ErrnoException; // no words: they may hold what was sought
      this.#log.error({ event: 'search_thread_failed', code }, 'the thread of searches failed');
    });
    started.once('exit', () => {
      if (this.#worker === started) this.#giveUp('The search was cut short.');
    });
    return started;
  }

  #take(message: Answered): void {
    if (message === 'ready') {
      this.#isReady = true;
      if (this.#waiting.size > 0) this.#expectAnswer();
      return;
    }
    const waiting = this.#waiting.get(message.number);
    this.#waiting.delete(message.number);
    if (this.#waiting.size > 0) this.#expectAnswer();
    else clearTimeout(this.#tooLong);
    if ('answer' in message) return waiting?.resolve(message.answer);
    if ('unusable' in message) return waiting?.reject(new UnusableIndexError(message.unusable));
    this.#log.error({ event: 'search_failed', at: message.failed }, 'a search failed');
    waiting?.reject(cannotAnswer('This search failed.'));
  }

  /** Questions are answered in turn: each has its time from the answer before it. */
  #expectAnswer(): void {
    clearTimeout(this.#tooLong);
    this.#tooLong = setTimeout(
      () => {
        this.#log.error({ event: 'search_too_long' }, 'a search took too long');
        // Within SQLite it ends only when that returns: nobody waits for it.
        void this.#worker?.terminate();
        this.#giveUp('The search took too long.');
      },
      this.#isReady ? longestAnswerMs : longestStartMs,
    );
  }

  #giveUp(why: string): void {
    clearTimeout(this.#tooLong);
    this.#worker = null;
    this.#isReady = false;
    for (const { reject } of this.#waiting.values()) reject(cannotAnswer(why));
    this.#waiting.clear();
  }
}

function cannotAnswer(why: string): LibraryError {
  return new LibraryError('search_unavailable', `${why} Try again in a moment.`, {
    retryAfterSeconds: 2,
  });
}
