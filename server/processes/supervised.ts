import type { ChildProcess } from 'node:child_process';
import type { FastifyBaseLogger } from 'fastify';
import { endChild } from './child.ts';

type Supervision<Order, Message> = {
  log: FastifyBaseLogger;
  /** Names its events in the log: `worker` logs `worker_died`. */
  name: string;
  start: () => ChildProcess;
  /** Sent to each process that is started. */
  order: Order;
  onMessage: (message: Message) => void;
  onStart?: () => void;
  /** `why` is null where we closed it. */
  onEnd?: (why: string | null) => void;
  /** One that sends nothing for so long hangs, and is killed. */
  silentMs?: number;
  onSilent?: () => void;
};

const firstPauseMs = 1000;
const longestPauseMs = 60_000;

/** A process that runs as long as the server: restarted with a growing pause when it ends or cannot be started. */
export class Supervised<Order, Note extends string, Message> {
  readonly #of: Supervision<Order, Message>;
  #child: ChildProcess | null = null;
  #pauseMs = firstPauseMs;
  #restart: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(supervision: Supervision<Order, Message>) {
    this.#of = supervision;
    this.#start();
  }

  /** Says something to the process; while there is none, nothing. */
  send(order: Order | Note): void {
    if (this.#child?.connected) this.#child.send(order as object, () => {}); // one that has gone is restarted
  }

  /** It does its work: the next end is followed by a short pause. */
  worked(): void {
    this.#pauseMs = firstPauseMs;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    clearTimeout(this.#silence);
    if (this.#child !== null) await endChild(this.#child);
  }

  #start(): void {
    try {
      const child = this.#of.start();
      this.#child = child;
      child.on('message', (message) => {
        this.#expectMessage();
        this.#of.onMessage(message as Message); // our own script sends nothing else
      });
      child.on('error', (error) => {
        if (child.pid === undefined) this.#ended(error.message, { err: error }); // it did not start
      });
      // Not when it is killed: a process that hangs in a dead share takes a while to go.
      child.once('exit', (code, signal) =>
        this.#ended(`It ended with ${code ?? signal}.`, { code, signal }),
      );
      if (child.pid !== undefined) this.#of.onStart?.();
      this.send(this.#of.order);
      this.#expectMessage();
    } catch (error) {
      this.#ended(String(error), { err: error });
    }
  }

  #ended(why: string, facts: object): void {
    this.#child = null;
    clearTimeout(this.#silence);
    this.#of.onEnd?.(this.#isClosed ? null : why);
    if (this.#isClosed) return;
    const { log, name } = this.#of;
    const pause = this.#pauseMs;
    this.#pauseMs = Math.min(pause * 2, longestPauseMs);
    log.warn({ event: `${name}_died`, ...facts, pause }, 'a process ended and restarts');
    this.#restart = setTimeout(() => this.#start(), pause).unref();
  }

  #expectMessage(): void {
    const { silentMs, onSilent } = this.#of;
    clearTimeout(this.#silence);
    if (silentMs === undefined || this.#isClosed) return;
    this.#silence = setTimeout(() => {
      onSilent?.();
      this.#child?.kill('SIGKILL');
    }, silentMs).unref();
  }
}
