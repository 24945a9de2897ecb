import type { ChildProcess } from 'node:child_process';
import { forkScript, startChild } from '../processes/child.ts';
import type { ChildLife } from '../processes/in-child.ts';
import { type JobName, jobNames, type ProcessName, rulesOf } from './table.ts';

/** What a process does from its order to its end. Each has its own order and messages. */
export type Handler = (life: ChildLife<never>, order: never) => Promise<void>;
/** Loaded by the process that needs it. */
export type Handlers = Record<ProcessName, () => Promise<Handler>>;

/** How a worker of this server is. */
export type WorkerStatus = {
  running: number;
  /** Null where nothing can wait, or it is not counted. */
  waiting: number | null;
  last_success_at: string | null;
  last_fault_at: string | null;
  last_fault: string | null;
};

/** Starts the processes of jobs that have their own, and knows how every job is. */
export class Workers {
  /** The script that knows all handlers; it takes the name of one. */
  readonly child: string;
  readonly #statuses = new Map<JobName, WorkerStatus>();

  constructor(child: string) {
    this.child = child;
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
    if (status === undefined) throw new Error(`Unknown worker "${name}".`);
    return status;
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

  /** Starts the process of one piece of work. */
  start(
    name: JobName,
    {
      output = 'inherit' as 'inherit' | 'pipe',
      signal,
    }: { output?: 'inherit' | 'pipe'; signal?: AbortSignal } = {},
  ): Promise<ChildProcess> {
    const { flags = [] } = rulesOf(name);
    const start = () => forkScript(this.child, { args: [name], flags, output });
    return startChild(`the ${name}`, start, signal);
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
}
