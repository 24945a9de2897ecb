import type { ChildProcess } from 'node:child_process';
import type { FastifyBaseLogger } from 'fastify';
import { forkScript, startChild } from '../processes/child.ts';
import type { ChildLife, LifeMessage } from '../processes/in-child.ts';
import { Supervised } from '../processes/supervised.ts';
import { type JobName, jobNames, type ProcessJobName, rulesOf } from './table.ts';

/** Does the work of one worker in a process of its own, from its order to its end. Each has its own order and messages. */
export type Handler = (life: ChildLife<never>, order: never) => Promise<void>;
/** Loaded by the process that needs it. */
export type Handlers = Record<ProcessJobName, () => Promise<Handler>>;

/** How a worker of this server is. */
export type WorkerStatus = {
  running: number;
  /** Null where nothing can wait, or it is not counted. */
  waiting: number | null;
  last_success_at: string | null;
  last_fault_at: string | null;
  last_fault: string | null;
};

type Deps = {
  log: FastifyBaseLogger;
  /** The script that knows all handlers; it takes the name of a worker. */
  child: string;
};

type Lasting<Order, Message> = {
  order: Order;
  onMessage?: (message: Message) => void;
  onEnd?: () => void;
  silentMs?: number;
  onSilent?: () => void;
};

/** Starts every worker's processes by the table, and knows how each worker is. */
export class Workers {
  readonly #deps: Deps;
  readonly #statuses = new Map<JobName, WorkerStatus>();

  constructor(deps: Deps) {
    this.#deps = deps;
    for (const name of jobNames) {
      this.#statuses.set(name, {
        running: 0,
        waiting: null,
        last_success_at: null,
        last_fault_at: null,
        last_fault: null,
      });
    }
  }

  status(name: JobName): WorkerStatus {
    const status = this.#statuses.get(name);
    if (status === undefined) throw new Error(`There is no worker "${name}".`);
    const isOfScan = rulesOf(name).in === 'process of scan';
    return isOfScan ? Object.assign(status, { running: this.status('scan').running }) : status;
  }

  succeeded(name: JobName): void {
    this.status(name).last_success_at = new Date().toISOString();
  }

  failed(name: JobName, fault: string): void {
    const [first = ''] = fault.split('\n', 1);
    Object.assign(this.status(name), {
      last_fault_at: new Date().toISOString(),
      last_fault: first.slice(0, 300),
    });
  }

  /** Starts a worker that runs as long as the server. */
  supervise<Order extends object, Message>(
    name: JobName,
    { onMessage, onEnd, silentMs, ...lasting }: Lasting<Order, Message>,
  ): Supervised<Order, Message | LifeMessage> {
    const { log } = this.#deps;
    const silence = silentMs ?? rulesOf(name).timeoutMs;
    const status = this.status(name);
    let waits: string | null = null;
    const supervised: Supervised<Order, Message | LifeMessage> = new Supervised({
      ...lasting,
      log,
      name,
      start: () => this.#fork(name),
      onMessage: (message) => {
        if (message === 'alive') return;
        if (isFault(message)) {
          const reason = 'waits' in message ? message.waits : message.failed;
          this.failed(name, reason);
          if (reason === waits) return;
          waits = reason;
          if ('waits' in message) log.warn({ event: `${name}_waits`, reason }, `${name} waits`);
          else log.error({ event: `${name}_failed`, reason }, `${name} failed`);
          return;
        }
        waits = null;
        supervised.worked();
        if (message !== 'worked') onMessage?.(message as Message); // the others are above
      },
      onStart: () => (status.running = 1),
      onWorked: () => this.succeeded(name),
      onEnd: (why) => {
        status.running = 0;
        if (why !== null) this.failed(name, why);
        onEnd?.();
      },
      ...(silence === undefined ? {} : { silentMs: silence }),
    });
    return supervised;
  }

  /** Starts the process of one piece of work. */
  start(
    name: JobName,
    {
      output = 'inherit' as 'inherit' | 'pipe',
      signal,
    }: { output?: 'inherit' | 'pipe'; signal?: AbortSignal } = {},
  ): Promise<ChildProcess> {
    return startChild(`the ${name}`, () => this.#fork(name, output), signal);
  }

  /** Counts one piece of work, and whether it succeeded. */
  async count<T>(name: JobName, work: () => Promise<T>): Promise<T> {
    const status = this.status(name);
    status.running += 1;
    try {
      const result = await work();
      this.succeeded(name);
      return result;
    } catch (error) {
      this.failed(name, error instanceof Error ? error.message : String(error));
      throw error;
    } finally {
      status.running -= 1;
    }
  }

  #fork(name: JobName, output: 'inherit' | 'pipe' = 'inherit'): ChildProcess {
    const { flags = [] } = rulesOf(name);
    return forkScript(this.#deps.child, { args: [name], flags, output });
  }
}

function isFault(message: unknown): message is Exclude<LifeMessage, string> {
  return (
    typeof message === 'object' && message !== null && ('waits' in message || 'failed' in message)
  );
}
