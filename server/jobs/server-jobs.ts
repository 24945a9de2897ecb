import type { FastifyBaseLogger } from 'fastify';
import { rulesOf, type ServerJobName } from './table.ts';
import type { Workers } from './workers.ts';

/** One portion of the work. True: there may be more, which is done at once. */
type Work = () => Promise<boolean | void>;
type Deps = { log: FastifyBaseLogger; workers: Workers };

/** Does the jobs of the table that run in the server itself, each at its interval and one run at a time. */
export class ServerJobs {
  readonly #deps: Deps;
  readonly #work: [ServerJobName, Work][];
  readonly #running = new Map<ServerJobName, Promise<void>>();
  #timers: NodeJS.Timeout[] = [];
  #isClosed = false;

  constructor(deps: Deps, work: Record<ServerJobName, Work>) {
    this.#deps = deps;
    this.#work = Object.entries(work) as [ServerJobName, Work][]; // it has no other keys
  }

  start(): void {
    this.#timers = this.#work.map(([name]) => {
      const { everyMs, startsAtOnce = false } = rulesOf(name);
      if (startsAtOnce) void this.run(name);
      return setInterval(() => void this.run(name), everyMs).unref();
    });
  }

  /** Runs it unless it is running. A fault is logged, and the next run tries again. */
  run(name: ServerJobName): Promise<void> {
    const running = this.#running.get(name) ?? this.#run(name);
    this.#running.set(name, running);
    return running.finally(() => this.#running.delete(name));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#running.values());
  }

  async #run(name: ServerJobName): Promise<void> {
    const { log, workers } = this.#deps;
    const work = this.#work.find(([one]) => one === name)?.[1] ?? (async () => {});
    await workers
      .count(name, async () => {
        while ((await this.#inTime(name, work)) === true && !this.#isClosed);
      })
      .catch((error: unknown) => {
        log.error({ err: error, event: 'job_failed', job: name }, `the job "${name}" failed`);
      });
  }

  /** The log and the metrics report a job that hangs; nothing starts beside it. */
  async #inTime(name: ServerJobName, work: Work): Promise<boolean | void> {
    const { log, workers } = this.#deps;
    const late = setTimeout(() => {
      workers.failed(name, 'It takes too long.');
      log.error({ event: 'job_late', job: name }, `the job "${name}" takes too long`);
    }, rulesOf(name).timeoutMs).unref();
    return work().finally(() => clearTimeout(late));
  }
}
