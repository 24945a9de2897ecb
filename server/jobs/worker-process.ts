import type { FastifyBaseLogger } from 'fastify';
import { forkScript } from '../processes/child.ts';
import { Supervised } from '../processes/supervised.ts';
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

/** The worker, seen from its server: started once, restarted when it ends. */
export class WorkerProcess {
  readonly #deps: Deps;
  readonly #listeners = new Map<StepName, Listener>();
  /** Why a step waits: told once. */
  readonly #waits = new Map<StepName, string>();
  #process: Supervised<WorkerOrder, WorkerNote, WorkerMessage> | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(): void {
    const { order, log, workers, onSilent, onEnd, silentMs = workerProcess.silentMs } = this.#deps;
    const setRunning = (running: number) => {
      for (const step of order.steps) workers.status(step).running = running;
    };
    this.#process ??= new Supervised({
      name: 'worker',
      log,
      order,
      silentMs,
      start: () => forkScript(workers.child, { args: ['worker'], flags: workerProcess.flags }),
      onMessage: (message) => this.#receive(message),
      onStart: () => setRunning(1),
      onEnd: (why) => {
        setRunning(0);
        if (why !== null) for (const step of order.steps) workers.failed(step, why);
        for (const { onEnd: told } of this.#listeners.values()) told();
        onEnd();
      },
      onSilent,
    });
  }

  /** Begins a step now, instead of at its next interval. */
  send(note: WorkerNote): void {
    this.#process?.send(note);
  }

  listen(step: StepName, listener: Listener): void {
    this.#listeners.set(step, listener);
  }

  async close(): Promise<void> {
    await this.#process?.close();
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
    this.#process?.worked();
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
