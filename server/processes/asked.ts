import type { ChildProcess, Serializable } from 'node:child_process';
import type { Worker } from 'node:worker_threads';
import { endOf, killChild, processEnded, startChild } from './child.ts';

type OneQuestion<Message, Answer> = {
  /** In words, after 'the process of': `the report`. */
  what: string;
  start: () => ChildProcess;
  question?: Serializable;
  /** The answer; undefined where a message is not the answer yet. */
  answerOf: (message: Message, child: ChildProcess) => Answer | undefined;
  withinMs: number;
  signal?: AbortSignal | undefined;
};

/** The process did not answer in its time. */
export class TooLateError extends Error {}

/**
 * Starts a process for one question, gives its answer, and ends it. Throws `busy` where it cannot be started or was
 * killed from outside, TooLateError, the reason of the signal, or a plain error where the process failed.
 */
export async function askOnce<Message, Answer>(of: OneQuestion<Message, Answer>): Promise<Answer> {
  const { what, question, answerOf, withinMs, signal } = of;
  signal?.throwIfAborted();
  const child = await startChild(what, of.start, signal);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const deadline = setTimeout(() => reject(new TooLateError(what)), withinMs);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted === true) abort();
  void endOf(child).then((end) => reject(processEnded(what, end)));
  child.on('message', (message) => {
    try {
      const answer = answerOf(message as Message, child); // our own script sends nothing else
      if (answer !== undefined) resolve(answer);
    } catch (error) {
      reject(error);
    }
  });
  if (question !== undefined) child.send(question, () => {}); // one that has gone has ended
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', abort);
    await killChild(child); // only then another may start
  }
}

/** A thread that answers questions. */
type Answerer = {
  send: (message: unknown) => void;
  end: () => Promise<unknown>;
  listen: (onMessage: (message: unknown) => void, onEnd: (why: object) => void) => void;
};

export function threadAnswerer(thread: Worker): Answerer {
  thread.unref();
  return {
    // oxlint-disable-next-line require-post-message-target-origin -- a thread has none
    send: (message) => thread.postMessage(message),
    end: () => thread.terminate(),
    listen(onMessage, onEnd) {
      let code: string | undefined; // no words: they may hold what was searched for
      thread.on('message', onMessage);
      thread.once('error', (error) => ({ code } = error as NodeJS.ErrnoException));
      thread.once('exit', (exit) => onEnd({ code: code ?? exit }));
    },
  };
}

export type Asked<Question> = { number: number; question: Question };
/** `number` is null where a fault belongs to no question. */
export type Answered<Answer, Fault> =
  | { number: number; answer: Answer }
  | { number: number | null; failed: Fault };

type Asking<Fault> = {
  start: () => Promise<Answerer>;
  /** From the answer before, as questions are answered in turn. */
  answerWithinMs: number;
  /** The same until its first message. */
  startWithinMs: number;
  mostWaiting: number;
  /** The error for those who wait, by why there is no answer. */
  refuse: (why: 'full' | 'ended' | 'late' | 'closed', cause?: unknown) => Error;
  fail: (fault: Fault) => Error;
  /** `why` is null where we ended it. */
  onEnd?: (why: object | null) => void;
};

type Waiting<Answer> = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

/** Questions to one thread, which is started when it is needed, and restarted when it ends or hangs. */
export class QuestionQueue<Question, Answer, Fault> {
  readonly #of: Asking<Fault>;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #answerer: Promise<Answerer> | null = null;
  #hasBegun = false;
  #number = 0;
  #deadline: NodeJS.Timeout | undefined;

  constructor(asking: Asking<Fault>) {
    this.#of = asking;
  }

  ask(question: Question): Promise<Answer> {
    if (this.#waiting.size >= this.#of.mostWaiting) return Promise.reject(this.#of.refuse('full'));
    const number = ++this.#number;
    if (this.#waiting.size === 0) this.#expectAnswer();
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#answerer ??= this.#start();
      this.#answerer.then(
        (answerer) => answerer.send({ number, question } satisfies Asked<Question>),
        () => {}, // those who wait have been refused
      );
    });
  }

  async close(): Promise<void> {
    await this.#stop('closed');
  }

  #start(): Promise<Answerer> {
    const started = this.#of.start();
    const isOurs = () => this.#answerer === started;
    started.then(
      (answerer) =>
        answerer.listen(
          (message) => isOurs() && this.#receive(message),
          (why) => isOurs() && this.#end('ended', why),
        ),
      (error: unknown) => isOurs() && this.#end('ended', { err: error }),
    );
    return started;
  }

  #receive(message: unknown): void {
    if (!this.#hasBegun && this.#waiting.size > 0) this.#expectAnswer();
    this.#hasBegun = true;
    if (typeof message !== 'object' || message === null || !('number' in message)) return; // it is ready
    const answered = message as Answered<Answer, Fault>;
    const waiting = this.#waiting.get(answered.number ?? 0);
    this.#waiting.delete(answered.number ?? 0);
    if (this.#waiting.size > 0) this.#expectAnswer();
    else clearTimeout(this.#deadline);
    if ('answer' in answered) return waiting?.resolve(answered.answer);
    const error = this.#of.fail(answered.failed);
    waiting?.reject(error);
  }

  #expectAnswer(): void {
    const { answerWithinMs, startWithinMs } = this.#of;
    clearTimeout(this.#deadline);
    const withinMs = this.#hasBegun ? answerWithinMs : startWithinMs;
    this.#deadline = setTimeout(() => void this.#stop('late'), withinMs);
  }

  /** Within SQLite a thread ends only when that returns: those who ask do not wait for it. */
  async #stop(why: 'late' | 'closed'): Promise<void> {
    const running = this.#answerer;
    this.#end(why, null);
    await running?.then(
      (answerer) => answerer.end(),
      () => {},
    );
  }

  #end(why: 'ended' | 'late' | 'closed', because: object | null): void {
    clearTimeout(this.#deadline);
    this.#answerer = null;
    this.#hasBegun = false;
    this.#of.onEnd?.(because);
    for (const { reject } of this.#waiting.values()) reject(this.#of.refuse(why, because));
    this.#waiting.clear();
  }
}
