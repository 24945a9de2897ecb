import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import { LibraryError } from '#contract/errors.ts';
import { type Answered, type Asked, QuestionQueue, threadAnswerer } from '../../processes/asked.ts';
import { startWithRetries } from '../../processes/child.ts';
import type { AnswerSources, QuestionName, Questions } from './answers.ts';
import { UnusableIndexError } from './index-file.ts';

type Question = { name: QuestionName; asks: Questions[QuestionName]['asks'] };
type Answer = Questions[QuestionName]['answer'];
type Fault = { unusable: UnusableIndexError['reason'] } | { at: string };
export type ThreadQuestion = Asked<Question>;
/** `ready`: it is loaded, and begins to answer. */
export type ThreadMessage = 'ready' | Answered<Answer, Fault>;

const worker = path.join(import.meta.dirname, 'answering-worker.ts');
const answerWithinMs = 5000;
const startWithinMs = 60_000;
const mostWaiting = 200;
// With SQLite's cache and what Node itself needs, less than 200 MB.
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };
const reasons = {
  full: 'Too many searches are running.',
  ended: 'The search was interrupted.',
  late: 'The search took too long.',
  closed: 'The server is stopping.',
};

/** The thread that queries the index. */
export class AnsweringThread {
  readonly #log: FastifyBaseLogger;
  readonly #questions: QuestionQueue<Question, Answer, Fault>;

  constructor(sources: AnswerSources, log: FastifyBaseLogger) {
    this.#log = log;
    const start = () => new Worker(worker, { workerData: sources, resourceLimits, name: 'search' });
    this.#questions = new QuestionQueue({
      start: async () => threadAnswerer(await startWithRetries('the search', start)),
      answerWithinMs,
      startWithinMs,
      mostWaiting,
      refuse: (why) => {
        if (why === 'late') log.error({ event: 'search_too_long' }, 'a search took too long');
        return cannotAnswer(reasons[why]);
      },
      fail: (fault) => this.#errorOf(fault),
      onEnd: (why) => {
        if (why === null) return;
        log.error({ event: 'search_thread_failed', ...why }, 'the thread of searches ended');
      },
    });
  }

  /** Throws UnusableIndexError when there is no index to query. */
  ask<Name extends QuestionName>(
    name: Name,
    asks: Questions[Name]['asks'],
  ): Promise<Questions[Name]['answer']> {
    return this.#questions.ask({ name, asks });
  }

  close(): Promise<void> {
    return this.#questions.close();
  }

  #errorOf(fault: Fault): Error {
    if ('unusable' in fault) return new UnusableIndexError(fault.unusable);
    this.#log.error({ event: 'search_failed', at: fault.at }, 'a search failed');
    return cannotAnswer('The search failed.');
  }
}

function cannotAnswer(why: string): LibraryError {
  return new LibraryError('search_unavailable', `${why} Try again in a moment.`, {
    retryAfterSeconds: 2,
  });
}
