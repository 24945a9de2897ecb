import type { ChildProcess } from 'node:child_process';
import type { FastifyBaseLogger } from 'fastify';
import { endChild, forkScript } from '../processes/child.ts';
import type { WorkerMessage, WorkerNote, WorkerOrder } from './steps.ts';
import { type StepName, workerProcess } from './table.ts';
import type { Workers } from './workers.ts';

type Deps = {
  order: WorkerOrder;
  log: FastifyBaseLogger;
  workers: Workers;
  /** It gave no sign of life, and is killed. */
  onSilent: () => void;
  onEnd: () => void;
  silentMs?: number;
};

type Listener = { onSaid: (said: never) => void; onEnd: () => void };

const firstPauseMs = 1000;
const longestPauseMs = 60_000;

/** The worker, seen from its server: restarted with a growing pause when it ends or cannot be started. */
export class WorkerProcess {
  readonly #deps: Deps;
  readonly #listeners = new Map<StepName, Listener>();
  /** Why a step waits: told once. */
  readonly #waits = new Map<StepName, string>();
  #child: ChildProcess | null = null;
  #pauseMs = firstPauseMs;
  #restart: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#start();
  }

  /** Begins a step now, instead of at its next interval; while there is no worker, nothing. */
  send(note: WorkerNote): void {
    this.#send(note);
  }

  listen(step: StepName, listener: Listener): void {
    this.#listeners.set(step, listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    clearTimeout(this.#silence);
    if (this.#child !== null) await endChild(this.#child);
  }

  #start(): void {
    const { order, workers } = this.#deps;
    try {
      const { flags } = workerProcess;
      const child = forkScript(workers.child, { args: ['worker'], flags });
      this.#child = child;
      child.on('message', (message) => {
        this.#expectMessage();
        this.#receive(message as WorkerMessage); // our own script sends nothing else
      });
      child.on('error', (error) => {
        if (child.pid === undefined) this.#ended(error.message, { err: error }); // it did not start
      });
      // Not when it is killed: a process that hangs in a dead share takes a while to go.
      child.once('exit', (code, signal) =>
        this.#ended(`It ended with ${code ?? signal}.`, { code, signal }),
      );
      if (child.pid !== undefined) this.#setRunning(1);
      this.#send(order);
      this.#expectMessage();
    } catch (error) {
      this.#ended(String(error), { err: error });
    }
  }

  #ended(why: string, facts: object): void {
    const { order, log, workers, onEnd } = this.#deps;
    this.#child = null;
    clearTimeout(this.#silence);
    this.#setRunning(0);
    for (const listener of this.#listeners.values()) listener.onEnd();
    onEnd();
    if (this.#isClosed) return;
    for (const step of order.steps) workers.failed(step, why);
    const pause = this.#pauseMs;
    this.#pauseMs = Math.min(pause * 2, longestPauseMs);
    log.warn({ event: 'worker_died', ...facts, pause }, 'the worker ended and restarts');
    this.#restart = setTimeout(() => this.#start(), pause).unref();
  }

  #setRunning(running: number): void {
    const { order, workers } = this.#deps;
    for (const step of order.steps) workers.status(step).running = running;
  }

  #send(told: WorkerOrder | WorkerNote): void {
    if (this.#child?.connected) this.#child.send(told as object, () => {}); // one that has gone is restarted
  }

  #expectMessage(): void {
    const { silentMs = workerProcess.silentMs, onSilent } = this.#deps;
    clearTimeout(this.#silence);
    if (this.#isClosed) return;
    this.#silence = setTimeout(() => {
      onSilent();
      this.#child?.kill('SIGKILL');
    }, silentMs).unref();
  }

  #receive(message: WorkerMessage): void {
    const { log, workers } = this.#deps;
    if (message === 'alive') return;
    if ('failed' in message)
      return log.error({ event: 'worker_failed', reason: message.failed }, 'the worker failed');
    if ('log' in message) return log[message.log](message.event, message.words);
    const { step } = message;
    if ('says' in message) return this.#listeners.get(step)?.onSaid(message.says as never); // its own step sends it
    if ('fault' in message) return workers.failed(step, message.fault);
    if ('waits' in message) return this.#tellWaits(message);
    this.#waits.delete(step);
    workers.succeeded(step);
    this.#pauseMs = firstPauseMs;
  }

  #tellWaits({ step, waits: reason, isOurs }: Extract<WorkerMessage, { waits: string }>): void {
    const { log, workers } = this.#deps;
    workers.failed(step, reason);
    if (this.#waits.get(step) === reason) return;
    this.#waits.set(step, reason);
    if (isOurs) log.error({ event: `${step}_failed`, reason }, `${step} failed`);
    else log.warn({ event: `${step}_waits`, reason }, `${step} waits`);
  }
}
